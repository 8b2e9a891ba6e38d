#include "checks/checks.h"

static void run_family(struct check *check, void (*family)(struct check *check))
{
    arena_ask(check->arena);
    family(check);
    document_forget_words(check->avatar->document);
}

void checks_run(struct check *check)
{
    struct avatar *avatar = check->avatar;
    avatar->images = images_read(avatar->document, check->no_data);
#define ALWAYS true
#define FAMILY(family, is_there)                                                                                       \
    if (is_there) {                                                                                                    \
        run_family(check, family);                                                                                     \
    }
#include "checks/families.def"
#undef FAMILY
}

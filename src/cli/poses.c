#include "cli/poses.h"

#include <math.h>
#include <string.h>

#include "base/os.h"
#include "base/whole.h"
#include "cli/numbers.h"
#include "ids/messages_command.h"
#include "ids/messages_refusals.h"
#include "message/message.h"

enum { COLUMNS = 7 };

static const char header[] = "px,py,pz,qx,qy,qz,qw";

/* How much a rotation's length may differ from 1: numbers with four decimals are accepted. */
#define POSES_UNIT_TOLERANCE 1e-3

/* Reads one line, which it splits. Returns false, with the reason in *wrong, if it isn't a pose. */
static bool read_line(char *line, struct vrmlint_pose *pose, enum message *wrong)
{
    double numbers[COLUMNS];
    char *at = line;
    for (int i = 0; i < COLUMNS; i++) {
        char *end = at == NULL ? NULL : strchr(at, ',');
        if (end != NULL) {
            *end = '\0';
        }
        if (at == NULL || (end != NULL) != (i + 1 < COLUMNS)) {
            *wrong = WORDS_POSES_SEVEN;
            return false;
        }
        if (!number_read(at, &numbers[i])) {
            *wrong = WORDS_POSES_NO_NUMBER;
            return false;
        }
        at = end == NULL ? NULL : end + 1;
    }
    memcpy(pose->position, numbers, sizeof pose->position);
    memcpy(pose->rotation, numbers + 3, sizeof pose->rotation);
    memset(pose->nod, 0, sizeof pose->nod);
    double square = 0;
    for (int i = 0; i < 4; i++) {
        square += pose->rotation[i] * pose->rotation[i];
    }
    *wrong = WORDS_POSES_NOT_UNIT;
    return fabs(sqrt(square) - 1) <= POSES_UNIT_TOLERANCE;
}

/* Cuts the next line off a text and returns it; NULL at its end. */
static char *next_line(char **text)
{
    char *line = *text;
    if (*line == '\0') {
        return NULL;
    }
    char *end = line + strcspn(line, "\n");
    *text = *end == '\0' ? end : end + 1;
    *end = '\0';
    if (end > line && end[-1] == '\r') {
        end[-1] = '\0';
    }
    return line;
}

enum poses_result poses_read(struct arena *arena, const char *path, struct vrmlint_pose **poses, size_t *count,
                             struct vrmlint_refusal *refusal)
{
    struct os_error why;
    size_t capacity = 0;
    size_t number = 0;
    *poses = NULL;
    *count = 0;
    size_t size;
    char *text = whole_read(arena, path, SIZE_MAX, &size, &why);
    if (text == NULL) {
        refusal_print(refusal, WORDS_PLAIN, ARGUMENTS(TERM("text", why.text)));
        return POSES_FAILED;
    }
    for (char *line = next_line(&text); line != NULL; line = next_line(&text)) {
        enum message wrong;
        number++;
        if (*line == '\0' || (number == 1 && strcmp(line, header) == 0)) {
            continue;
        }
        *poses = arena_grow(arena, *poses, *count, &capacity, sizeof **poses);
        if (!read_line(line, &(*poses)[*count], &wrong)) {
            refusal_print(refusal, WORDS_POSES_LINE, ARGUMENTS(COUNT("line", number), WORD("text", wrong)));
            return POSES_WRONG;
        }
        (*count)++;
    }
    if (*count == 0) {
        refusal_print(refusal, WORDS_POSES_NONE, NO_ARGUMENTS);
        return POSES_WRONG;
    }
    return POSES_READ;
}

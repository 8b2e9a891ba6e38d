/* What policies are made of: shared by those who find them and those who tell what was of no use. */
#ifndef VRMLINT_RUN_POLICIES_PARTS_H
#define VRMLINT_RUN_POLICIES_PARTS_H

#include "base/text_map.h"
#include "run/policies.h"

/* A policy for those files under a holder that the same blocks hold for. */
struct variant {
    struct variant *next;
    const bool *blocks; /* of all files of settings in the chain, the nearest first */
    struct vrmlint_policy *policy;
};

/* A file of settings. */
struct holder {
    struct holder *up;  /* the next one that counts, or NULL: the file that this one extends, or a farther one */
    struct holder *all; /* the next of all */
    struct vrmlint_config *config;
    const char *folder; /* true path of the one that it holds for: its own, or that of the file that extends it */
    size_t block_count; /* of the whole chain */
    bool excludes;      /* something in the whole chain leaves paths out */
    bool shares;        /* config, matched and fitted are another's: its file holds for several folders */
    bool *matched;      /* which of its ignores fitted anything */
    bool **fitted;      /* of each block, which of its patterns fitted a file */
    struct variant *variants;
};

/* A folder, by its true path. holder is the nearest file of settings: in it, or above. */
struct folder {
    const char *path;
    struct holder *holder;
};

struct policies {
    struct arena *arena;
    struct policies_options options;
    const char *working_folder; /* its true path; NULL where there is none */
    struct text_map by_path;    /* folders by their true paths */
    struct folder *last;        /* of the path before: neighbours share it */
    const char *last_named;     /* as that path names it, with its slash; "" for none */
    struct text_map configs;    /* holders by the names of their files */
    struct holder *holders;     /* all, in the order in which they were found */
    struct holder **holders_end;
    struct holder *only;  /* that of --config */
    const char **checked; /* true paths of the folders that are checked as a whole */
    size_t checked_count;
    size_t checked_capacity;
    const char *walked;      /* the folder that is walked, as it was given, and by its true path */
    const char *walked_true; /* NULL: it leads nowhere */
    bool refused;            /* a file of settings that was met while folders are walked is wrong */
};

/* A true path in the arena, or NULL. */
const char *policies_true_path(const struct policies *policies, const char *path);

/* Whether a folder is another, or lies in it, by their true paths. */
bool policies_is_within(const char *folder, const char *path);

#endif

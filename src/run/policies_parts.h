/* The parts of policies, shared by the code that finds them and the code that reports useless entries. */
#ifndef VRMLINT_RUN_POLICIES_PARTS_H
#define VRMLINT_RUN_POLICIES_PARTS_H

#include "base/text_map.h"
#include "run/policies.h"

/* A policy for the files below a holder to which the same blocks apply. */
struct variant {
    struct variant *next;
    const bool *blocks; /* of all settings files in the chain, the nearest first */
    struct vrmlint_policy *policy;
};

/* A settings file. */
struct holder {
    struct holder *up;  /* the next one that applies, or NULL: the file that this one extends, or a farther one */
    struct holder *all; /* the next one in the list of all */
    struct vrmlint_config *config;
    const char *folder; /* true path of the one it applies to: its own, or that of the file that extends it */
    size_t block_count; /* of the whole chain */
    bool excludes;      /* a file of the chain excludes paths */
    bool shares;        /* config, matched, unsure and fitted are another's: the file applies to several folders */
    bool *matched;      /* which of its ignores matched anything */
    bool *unsure;       /* which may have, if everything could have been checked */
    bool **fitted;      /* of each block, which of its patterns matched a file */
    struct variant *variants;
};

/* A folder, by its true path. holder is the nearest settings file: in it, or above. */
struct folder {
    const char *path;
    struct holder *holder;
};

struct policies {
    struct arena *arena;
    struct policies_options options;
    const char *working_folder; /* true path; NULL: none */
    struct text_map by_path;    /* folders by their true paths */
    struct folder *last;        /* of the previous path: neighbours share it */
    const char *last_named;     /* as that path names it, with its slash; "" for the working folder */
    struct text_map configs;    /* holders by the names of their files */
    struct holder *holders;     /* all, in the order found */
    struct holder **holders_end;
    struct holder *only;  /* that of --config */
    const char **checked; /* true paths of the folders that are checked as a whole */
    size_t checked_count;
    size_t checked_capacity;
    const char *walked;      /* the folder being walked, as it was given, and its true path */
    const char *walked_true; /* NULL: it doesn't exist */
    bool refused;            /* a settings file found while walking folders is wrong */
};

/* Returns a true path in the arena, or NULL. */
const char *policies_true_path(const struct policies *policies, const char *path);

/* Whether a path is a folder or lies in it; both are true paths. */
bool policies_is_within(const char *folder, const char *path);

#endif

/* Turns the PATHs of a command line into the sorted list of files to check. */
#ifndef VRMLINT_RUN_INPUTS_H
#define VRMLINT_RUN_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/os.h"

/* The contents of a folder that has nothing to check. */
enum { INPUT_NAMED = 3 /* of each kind */ };
struct input_nothing {
    const char *endings[INPUT_NAMED]; /* of its other files, such as ".fbx"; unused entries are NULL */
    size_t other_count;               /* files whose names don't end as those of models do */
    const char *left_out[INPUT_NAMED];
    size_t left_out_count; /* files and folders that an exclude leaves out */
};

/* A path that can't be checked. */
struct input_error {
    const char *path;
    const char *why;
    const struct input_nothing *nothing; /* for a folder without a file to check; otherwise NULL */
};

/* A file or folder that isn't checked though it was found. */
struct input_left_out {
    const char *path;
    const char *why; /* a clause, marked with N_ */
};

/* A PATH, as it was given and with all links resolved. */
struct input_bound {
    const char *real;
    const char *given;
};

/* A growing list of paths. */
struct input_paths {
    const char **items;
    size_t count;
    size_t capacity;
};

/* Decides which paths are left out while folders are walked. */
struct input_filter {
    const void *context;
    /* Returns why a path is left out; NULL: it isn't. path: a file or folder found while walking root, a PATH. */
    const char *(*leaves_out)(const void *context, const char *root, const char *path, bool folder);
    bool takes_named; /* it is also called for the PATHs themselves, with "" for root */
};

/* The collected inputs. All strings are in the arena, or borrowed from the caller that added them. Initialize it with
 * INPUTS_INIT, add, then find. */
struct inputs {
    struct arena *arena;
    const char **paths;
    size_t count;
    size_t capacity;
    struct input_error *errors; /* in the order in which they were added */
    size_t error_count;
    struct input_left_out *skipped; /* by no filter, sorted by path: links that lead out, pipes, devices */
    size_t skipped_count;
    struct input_left_out *left_out; /* in the order found */
    size_t left_out_count;
    const struct input_filter *filter; /* NULL: nothing is left out */
    bool may_be_empty;                 /* folders and lists with nothing to check are allowed */
    bool follow;                       /* links in folders are followed to any place */
    struct input_paths given;          /* the PATHs, in the order in which they were added */
    struct input_bound *bounds; /* those that exist, sorted by real path; made for the first link that is found */
    size_t bound_count;
};

#define INPUTS_INIT(the_arena)                                                                                         \
    {                                                                                                                  \
        .arena = (the_arena)                                                                                           \
    }

/* Adds a PATH: a file whatever its name, "-" for standard input, or a folder. */
void inputs_add(struct inputs *inputs, const char *path);

/*
 * Adds every PATH that a file lists: one per line or, if the file contains a NUL, each terminated by one. Empty lines
 * are ignored. file "-" is standard input; the list can't contain "-" then. A list that can't be read, or is empty,
 * is an error.
 */
void inputs_add_list(struct inputs *inputs, const char *file);

/*
 * Finds the files of all PATHs, and sorts them by their bytes, without duplicates. In a folder these are every .vrm,
 * .vrma, .glb and .gltf in any case, at any depth. A folder that can be reached in several ways is walked once for each
 * PATH, without symbolic links if possible: loops end, and links don't multiply the work. A link in a folder is
 * followed only to what is also found without it: a PATH, or a model or folder in one that the filter doesn't leave
 * out. Other links are skipped, and so is a file that isn't an ordinary one (a pipe, for example) but is named like a
 * model. A folder without a file to check is an error; so is anything that can't be read or whose path is too long. A
 * PATH that doesn't exist is added as it is: opening it reports the reason.
 */
void inputs_find(struct inputs *inputs);

/* Records that a file or folder can't be checked; why: a clause, marked with N_. Borrows both texts. */
void inputs_add_error(struct inputs *inputs, const char *path, const char *why);

/* Adds an error, so that a path isn't checked. */
void inputs_fail(struct inputs *inputs, const char *path, const struct os_error *error);

/* Whether walking a PATH leads to a file, given by its real path. */
bool inputs_walk_to(struct inputs *inputs, const char *path);

/* Whether a file's name ends, in any case, as those of models and of their buffers do: .vrm, .vrma, .glb, .gltf or
 * .bin. */
bool inputs_names_model(const char *name);
bool inputs_names_checked(const char *name); /* the same without buffers */

/* Whether a file, by its name, may be one that a .gltf refers to. */
bool inputs_names_part(const char *name);

/* Keeps one part of the paths, numbered from 1 to parts. The part depends only on a path's own bytes: it is the same
 * on every machine, and with any other paths. */
void inputs_keep(struct inputs *inputs, size_t part, size_t parts);

#endif

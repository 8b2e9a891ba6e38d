/* From the PATHs of a command line to the sorted list of what there is to check. */
#ifndef VRMLINT_RUN_INPUTS_H
#define VRMLINT_RUN_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* What a folder holds that has nothing to check. */
enum { INPUT_NAMED = 3 /* of each sort */ };
struct input_nothing {
    const char *endings[INPUT_NAMED]; /* of its other files: ".fbx"; those after the last are NULL */
    size_t other_count;               /* files whose names end otherwise than models do */
    const char *left_out[INPUT_NAMED];
    size_t left_out_count; /* files and folders that an exclude leaves out */
};

/* A path of which nothing can be checked. */
struct input_error {
    const char *path;
    const char *why;
    const struct input_nothing *nothing; /* a folder without a file to check; NULL: something else */
};

/* A file or folder that a filter leaves out. */
struct input_left_out {
    const char *path;
    const char *why; /* a clause, marked with N_ */
};

/* Says what is left out while folders are walked. */
struct input_filter {
    const void *context;
    /* Returns why a path is left out; NULL: it isn't. path: a file, or a folder, met on the way down from root, a PATH.
     */
    const char *(*leaves_out)(const void *context, const char *root, const char *path, bool folder);
    bool takes_named; /* PATHs themselves are asked about too, with "" for root */
};

/*
 * What was gathered. All texts live in the arena, or are borrowed from whoever added them. Set it up with INPUTS_INIT,
 * add, then sort.
 */
struct inputs {
    struct arena *arena;
    const char **paths;
    size_t count;
    size_t capacity;
    struct input_error *errors; /* in the order of their adding */
    size_t error_count;
    size_t error_capacity;
    const char **unusual; /* pipes, devices and links to them that are called like models, as they were met */
    size_t unusual_count;
    size_t unusual_capacity;
    struct input_left_out *left_out; /* as they were met */
    size_t left_out_count;
    size_t left_out_capacity;
    const struct input_filter *filter; /* NULL: nothing is left out */
    bool may_be_empty;                 /* folders and lists with nothing to check are allowed */
};

#define INPUTS_INIT(the_arena)                                                                                         \
    {                                                                                                                  \
        .arena = (the_arena)                                                                                           \
    }

/*
 * Adds a file whatever its name, "-" for standard input, or what a folder holds: every .vrm, .vrma, .glb and .gltf in
 * any case, at any depth. A folder that several ways lead to is walked once for each PATH, by the way without symbolic
 * links where there is one: loops come to an end, and no number of links makes the work grow. What isn't an ordinary
 * file in the end (a pipe, say) is left out there, and told in unusual if it is called like a model. A folder without
 * one file to check is an error; so is a folder that can't be read. A path that doesn't exist is added as it is:
 * opening it prints the reason.
 */
void inputs_add(struct inputs *inputs, const char *path);

/*
 * Adds every PATH that a file lists: one a line, or, if the file holds a NUL, each ended by one. Empty lines say
 * nothing. file "-" is standard input; the list can't name that once more then. A list that can't be read, or is empty,
 * is an error.
 */
void inputs_add_list(struct inputs *inputs, const char *file);

/* Whether a file's name ends, in any case, as those of models and of their buffers do: .vrm, .vrma, .glb, .gltf or
 * .bin.
 */
bool inputs_names_model(const char *name);
bool inputs_names_checked(const char *name); /* not those of buffers */

/* Whether a file is one that refers to files beside it, and whether it is such a file, by its name. */
bool inputs_names_gltf(const char *name);
bool inputs_names_part(const char *name);

/* Whether standard input is among the paths, which are sorted. */
bool inputs_have_standard(const struct inputs *inputs);

/* Takes it out of them. */
void inputs_drop_standard(struct inputs *inputs);

/* Brings the paths in the order of their bytes; one that was added several times stays once. */
void inputs_sort(struct inputs *inputs);

/*
 * Keeps the part of the paths with a number from 1 to parts. Only a path's own bytes say which part it is in: the same
 * one on every machine, whatever else there is.
 */
void inputs_keep(struct inputs *inputs, size_t part, size_t parts);

#endif

/* The gaze of an avatar, alike in VRM 1.0 and VRM 0.x. */
#ifndef VRMLINT_CHECKS_BODY_GAZE_H
#define VRMLINT_CHECKS_BODY_GAZE_H

#include "checks/body/body.h"

enum { GAZE_MAPS = 4 };

/* The maximum input angle of the gaze and the output for it, in one direction. */
struct gaze_map {
    const char *name;
    const struct tree *json; /* NULL if missing */
    struct optional input;   /* degrees */
    struct optional output;  /* degrees, or a weight */
    bool used;
};

struct gaze {
    struct body body;
    const struct tree *json; /* the object of the gaze; NULL if missing */
    bool by_bones;
    bool by_expressions;
    bool turns_eyes;                 /* by bones, or apps do so because the file defines nothing */
    struct gaze_map maps[GAZE_MAPS]; /* inner, outer, down, up */
    struct vec3 offset;              /* from the head bone, metres; 0 if missing or ill-typed */
};

/* Reads and checks the gaze; returns false if the file has no object for it. */
bool check_gaze(struct gaze *gaze, struct check *check, enum dialect dialect);

/* Returns the place of the object; of a map or a member of the object; or of a map's member. */
struct place gaze_place(const struct gaze *gaze, const char *map, const char *member);

/* Returns how far from the head bone the gaze may start, metres. */
double gaze_farthest(const struct body *body);

#endif

/* What editors call members of the file, for messages. */
#ifndef VRMLINT_MESSAGE_MEMBER_NAMES_H
#define VRMLINT_MESSAGE_MEMBER_NAMES_H

#include "message/message.h"

/* Returns an argument, named as, that names a member of springs, materials, expressions, the gaze or the licence as
 * editors call it: "drag force". It names other members as the file does. member must outlive the report. */
struct argument the_member(const char *as, const char *member);

/* The same with the name in the file in parentheses, of a member or a path such as "shadeColorFactor[0]", of which the
 * first member with a name counts: "shade colour (shadeColorFactor[0])". path must outlive the report. */
struct argument the_member_in_file(struct arena *arena, const char *as, const char *path);

#endif

/* The names of the nodes of bones. */
#ifndef VRMLINT_CHECKS_BODY_NODE_NAMES_H
#define VRMLINT_CHECKS_BODY_NODE_NAMES_H

#include "checks/body/body.h"

/* Reports bones whose nodes have no name, and bones that share their name with another node. */
void body_check_names(const struct body *body);

#endif

/* Marks of what becomes unusable by the findings of a rule, and of findings that only follow from others. */
#ifndef VRMLINT_CHECKS_CAUSES_MARKS_H
#define VRMLINT_CHECKS_CAUSES_MARKS_H

#include "finding/finding.h"

/* In which place a finding must be to follow from a cause. */
enum cause_scope {
    SCOPE_NONE,
    SCOPE_WITHIN,   /* the value that the cause is about holds the other's */
    SCOPE_HOLLOW,   /* the same, and that value is an empty object */
    SCOPE_CULPRIT,  /* the first place that the cause relates holds the other's value */
    SCOPE_BLAMED,   /* the other, of another spring, relates the first place that the cause relates, too */
    SCOPE_PART,     /* the cause is about a place that the other relates, or about what lies in it */
    SCOPE_INSIDE,   /* the cause is about what lies in the other's value */
    SCOPE_THING,    /* both are about the same element of a list: a material, and its entry in materialProperties */
    SCOPE_JOINT,    /* the simulation finds it at the joints of the cause: asked joint by joint, before it reports */
    SCOPE_SPRING,   /* the cause, or a place that it relates, is of the same spring (or bone group of VRM 0.x) */
    SCOPE_COLLIDER, /* of a spring that meets the cause's collider, or blames it */
    SCOPE_NODE,     /* both are about the same node, or relate it */
    /* on a node below one that the cause is about or relates, or of a spring with a joint there; what is on no
     * node, such as a skin, goes by the first place that it relates */
    SCOPE_BELOW,
    /* the same as BELOW, if a node there or above it has a scale that mirrors or is uneven: an even scale rotates
     * no bone */
    SCOPE_DISTORTED,
    SCOPE_CHAIN, /* of a spring with a joint on a node that the cause is about or relates */
    SCOPE_LOST,  /* anywhere, of a cause about a member of the file itself, or one that is nearly called "extensions" */
    /* read through the channel, sampler, accessor, bufferView, buffer, texture or image that the cause is about */
    SCOPE_DATA,
    SCOPE_CHILDREN, /* anywhere, of lists of children or of a scene's nodes */
    /* anywhere, of a cause about a child of a node or a root of a scene, or their list under another name */
    SCOPE_LINKS,
    /* anywhere, of a cause about the translation, rotation, scale or matrix of a node, or about a name like that */
    SCOPE_MOVED,
    /* anywhere, of an index that is the number of nodes: one of them has been deleted, and all later ones moved up
     * */
    SCOPE_NODES_END,
    SCOPE_DATA_END, /* the same of accessors or bufferViews */
    SCOPE_FILE,     /* anywhere */
};

/* Sets, per rule, the scopes in which its findings follow from the findings of the given rule: bits 1 << scope, and 1
 * << SCOPE_NONE if the cause is raised to their severity. Returns whether there are any. */
bool marks_scopes(enum rule rule, uint32_t scopes[RULE_LIMIT]);

/* Whether findings follow from a rule in SCOPE_JOINT, which is tested joint by joint. */
bool marks_silence(enum rule rule);

/* The rules that others follow from, each once: those with marks first, then worse ones, then by their ids. */
size_t marks_rule_count(void);
enum rule marks_rule(size_t line);

#endif

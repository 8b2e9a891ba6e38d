#include "checks/univrm.h"

static bool has(struct document *document, const char *pointer)
{
    return document_tree(document, pointer) != NULL;
}

bool univrm_reads_vrm1(struct document *document)
{
    return has(document, "/extensions/VRMC_vrm");
}

bool univrm_reads_vrm0(struct document *document)
{
    return has(document, "/extensions/VRM") && !univrm_reads_vrm1(document);
}

static bool reads_animation(struct document *document)
{
    return has(document, "/extensions/VRMC_vrm_animation") && !has(document, "/extensions/VRM") &&
           !univrm_reads_vrm1(document);
}

bool univrm_reads_file(struct document *document)
{
    return univrm_reads_vrm1(document) || has(document, "/extensions/VRM") || reads_animation(document);
}

bool univrm_reads(struct document *document, enum extension_id extension)
{
    switch (extension) {
    case EXTENSION_COUNT:
        return univrm_reads_file(document);
    case EXTENSION_VRM:
    case EXTENSION_VRM0:
        return univrm_reads_vrm0(document);
    case EXTENSION_BASISU:
    case EXTENSION_TRANSFORM:
        return univrm_reads_vrm0(document) || univrm_reads_vrm1(document);
    case EXTENSION_ANIMATION:
        return reads_animation(document);
    case EXTENSION_VRM1:
    case EXTENSION_SPRINGBONE:
    case EXTENSION_COLLIDER:
    case EXTENSION_LIMIT:
    case EXTENSION_CONSTRAINT:
    case EXTENSION_MTOON:
    case EXTENSION_NODE_TRANSFORM:
        return univrm_reads_vrm1(document);
    default:
        return false;
    }
}

#include "checks/likely.h"

#include <string.h>

#include "base/nearest.h"
#include "extensions.h"
#include "vrm/vrma.h"

const char *likely_bone(const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < BONE_COUNT; i++) {
        nearest_offer(&nearest, bones[i].name);
    }
    return nearest.best.text;
}

const char *renamed_preset(const char *name)
{
    static const struct {
        const char *old;
        const char *new;
    } names[] = {{"joy", "happy"},
                 {"sorrow", "sad"},
                 {"fun", "relaxed"},
                 {"a", "aa"},
                 {"i", "ih"},
                 {"u", "ou"},
                 {"e", "ee"},
                 {"o", "oh"},
                 {"blink_l", "blinkLeft"},
                 {"blink_r", "blinkRight"},
                 {"leftBlink", "blinkLeft"},
                 {"rightBlink", "blinkRight"},
                 {"winkLeft", "blinkLeft"},
                 {"leftWink", "blinkLeft"},
                 {"winkRight", "blinkRight"},
                 {"rightWink", "blinkRight"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (extension_same_but_case(name, names[i].old)) {
            return names[i].new;
        }
    }
    return NULL;
}

const char *likely_preset(const char *name, size_t count)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        nearest_offer(&nearest, vrma_presets[i]);
    }
    return nearest.best.text;
}

#include "checks/likely.h"

#include <string.h>

#include "base/nearest.h"
#include "tables/extensions.h"
#include "vrm/vrma.h"

const char *likely_bone(const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < BONE_COUNT; i++) {
        nearest_offer(&nearest, bones[i].name);
    }
    return nearest.best.text;
}

/* A name and what it stands for. */
struct renamed {
    const char *name;
    const char *preset;
};

static const char *look_up(const struct renamed *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (extension_same_but_case(name, names[i].name)) {
            return names[i].preset;
        }
    }
    return NULL;
}

const char *preset_of_vrm0(const char *name)
{
    static const struct renamed names[] = {{"joy", "happy"},
                                           {"sorrow", "sad"},
                                           {"fun", "relaxed"},
                                           {"a", "aa"},
                                           {"i", "ih"},
                                           {"u", "ou"},
                                           {"e", "ee"},
                                           {"o", "oh"},
                                           {"blink_l", "blinkLeft"},
                                           {"blink_r", "blinkRight"}};
    return look_up(names, sizeof names / sizeof *names, name);
}

const char *renamed_preset(const char *name)
{
    static const struct renamed mistakes[] = {{"leftBlink", "blinkLeft"},  {"rightBlink", "blinkRight"},
                                              {"winkLeft", "blinkLeft"},   {"leftWink", "blinkLeft"},
                                              {"winkRight", "blinkRight"}, {"rightWink", "blinkRight"}};
    const char *preset = preset_of_vrm0(name);
    return preset != NULL ? preset : look_up(mistakes, sizeof mistakes / sizeof *mistakes, name);
}

const char *likely_preset(const char *name, size_t count)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        nearest_offer(&nearest, vrma_presets[i]);
    }
    return nearest.best.text;
}

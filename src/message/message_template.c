#include "message/message_template.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *template_in(enum vrmlint_language language, enum message message)
{
    const char *template = message_template(message, language);
    return template == NULL ? message_line(message).english : template;
}

bool template_next(const char **at, const char **text, size_t *length, struct hole *hole)
{
    const char *p = strchr(*at, '{');
    *text = *at;
    if (p == NULL) {
        *length = strlen(*at);
        *at += *length;
        return false;
    }
    *length = (size_t)(p - *text);
    *hole = (struct hole){.name = p + 1};
    const char *bars[2] = {NULL, NULL};
    for (p++; *p != '}'; p++) {
        assert(*p != '\0');
        if (*p == '|') {
            bars[bars[0] != NULL] = p;
        }
    }
    hole->name_length = (size_t)((bars[0] == NULL ? p : bars[0]) - hole->name);
    if (bars[1] != NULL) {
        hole->one = bars[0] + 1;
        hole->one_length = (size_t)(bars[1] - hole->one);
        hole->many = bars[1] + 1;
        hole->many_length = (size_t)(p - hole->many);
    }
    *at = p + 1;
    return true;
}

bool hole_is(const struct hole *hole, const char *name)
{
    return strncmp(name, hole->name, hole->name_length) == 0 && name[hole->name_length] == '\0';
}

const struct argument *hole_argument(const struct hole *hole, const struct argument *arguments)
{
    for (; arguments != NULL && arguments->name != NULL; arguments++) {
        if (hole_is(hole, arguments->name)) {
            return arguments;
        }
    }
    return NULL;
}

static bool has_hole(const char *template, const char *name)
{
    const char *text;
    size_t length;
    struct hole hole;
    while (template_next(&template, &text, &length, &hole)) {
        if (hole_is(&hole, name)) {
            return true;
        }
    }
    return false;
}

const struct argument *message_take(enum message message, const struct argument *arguments, struct argument *taken,
                                    size_t room)
{
    const char *template = message_line(message).english;
    const char *text;
    size_t length;
    struct hole hole;
    unsigned named = 0; /* bit by argument: the template is parsed once, as a file may have a million findings */
    size_t count = 0;
    while (template_next(&template, &text, &length, &hole)) {
        const struct argument *argument = hole_argument(&hole, arguments);
        named |= argument == NULL ? 0 : 1U << (argument - arguments);
    }
    for (size_t i = 0; arguments != NULL && arguments[i].name != NULL; i++) {
        if ((named >> i & 1) != 0 && count + 1 < room) {
            taken[count++] = arguments[i];
        }
    }
    taken[count] = argument_end();
    return taken;
}

bool message_fits(enum message message, const struct argument *arguments, char *error, size_t size)
{
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const char *at = message_template(message, (enum vrmlint_language)language);
        const char *template = at;
        const char *text;
        size_t length;
        struct hole hole;
        while (at != NULL && template_next(&at, &text, &length, &hole)) {
            const struct argument *argument = hole_argument(&hole, arguments);
            if (argument == NULL || (hole.one != NULL && argument->kind != ARGUMENT_COUNT)) {
                snprintf(error, size, "%s: no argument fills {%.*s}", template, (int)hole.name_length, hole.name);
                return false;
            }
        }
        for (const struct argument *a = arguments; template != NULL && a != NULL && a->name != NULL; a++) {
            if (!has_hole(template, a->name)) {
                snprintf(error, size, "%s: has no place for the argument %s", template, a->name);
                return false;
            }
        }
    }
    return true;
}

/* What is said of texts, be they values or names of members. */
#include <string.h>

#include "base/utf8.h"
#include "schema/program.h"

bool texts_length_holds(const struct text_part *part, const char *text, size_t size, size_t *count)
{
    /* a code point takes 1 to 4 bytes: mostly there is nothing to count */
    if (size / 4 >= part->least && size <= part->most) {
        return true;
    }
    *count = utf8_count(text, size);
    return *count >= part->least && *count <= part->most;
}

static bool group_holds(struct run *run, const struct group *group, const char *name)
{
    size_t matches = 0;
    for (uint32_t i = 0; i < group->count; i++) {
        matches += texts_name_holds(run, run->program->edges[group->edges + i], name) ? 1 : 0;
    }
    switch (group->keyword) {
    case KEYWORD_ANY_OF:
        return matches > 0;
    case KEYWORD_ONE_OF:
        return matches == 1;
    case KEYWORD_NOT:
        return matches == 0;
    default:
        return matches == group->count;
    }
}

bool texts_name_holds(struct run *run, uint32_t at, const char *name)
{
    if (at <= NODE_FALSE) {
        return at == NODE_ANY;
    }
    if (!run_enter(run)) {
        return false;
    }
    const struct program *program = run->program;
    const struct node *node = &program->nodes[at];
    const struct name_table choices = name_table_of(program, &program->choices[node->choice].strings);
    size_t size = strlen(name);
    size_t count;
    bool holds = node->index == INDEX_NONE && (node->types >> JSON_STRING & 1) != 0 &&
                 (node->choice == 0 || name_table_find(choices, name, size) != NONE) &&
                 (node->text == 0 || texts_length_holds(&program->texts[node->text], name, size, &count));
    for (uint32_t i = 0; holds && i < node->group_count; i++) {
        holds = group_holds(run, &program->groups[node->groups + i], name);
    }
    run->level--;
    return holds;
}

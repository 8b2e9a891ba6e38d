/* Expressions judged by the names of morph targets: expressions that bind nothing although the meshes have morph
 * targets that no expression uses, and expressions that move the morph target of another one. */
#include <stdio.h>
#include <string.h>

#include "base/among.h"
#include "base/ascii.h"
#include "checks/absent.h"
#include "checks/avatar/names.h"
#include "checks/body/body.h"
#include "checks/body/dialects.h"
#include "checks/likely.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm_face.h"
#include "ids/messages_words.h"
#include "tables/extensions.h"

enum { TOKENS_MAX = 6, TOKEN_SIZE = 16 };

/* The words of a name, in lower case and sorted, without words that don't identify the expression. */
struct tokens {
    char words[TOKENS_MAX][TOKEN_SIZE];
    size_t count;
    bool unfit; /* more or longer words than any expression has */
};

/* The parts of a face that an expression moves, judged by the names of morph targets. */
struct moved_face {
    const char *shape; /* name of its first morph target named after another expression, or NULL */
    size_t preset;     /* that other expression */
    bool unclear;      /* some targets are named after this expression or after a third one */
    struct place place;
};

struct face {
    struct check *check;
    enum dialect dialect;
    size_t *first_target; /* per mesh: index of its first target in `used` */
    bool *used;           /* per morph target of all meshes */
    size_t targets;
    size_t unused;
    bool is_off;                                /* an index refers to no morph target, which is reported elsewhere */
    bool empty[VRMA_PRESET_COUNT];              /* existing presets that bind nothing */
    struct moved_face moved[VRMA_PRESET_COUNT]; /* existing presets that bind something */
    size_t expressions;
    size_t empty_count;
    size_t still_count;    /* empty ones whose zero weights are reported elsewhere */
    struct place *empties; /* room for one per expression */
};

/* ---- names ---- */

static void add_token(struct tokens *tokens, const char *text, size_t length)
{
    static const char *const noise[] = {"fcl",   "all",    "mth", "mouth",      "eye", "eyes", "brw",
                                        "face",  "facial", "vrc", "v",          "exp", "vrm",  "shape",
                                        "blend", "bs",     "key", "expression", "mesh"};
    static const char *const sides[][2] = {{"left", "l"}, {"right", "r"}};
    char word[TOKEN_SIZE] = "";
    if (length == 0 || length >= TOKEN_SIZE) {
        tokens->unfit = tokens->unfit || length > 0;
        return;
    }
    for (size_t i = 0; i < length; i++) {
        word[i] = ascii_lower(text[i]);
    }
    word[length] = '\0';
    if (IS_AMONG(word, noise)) {
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        if (strcmp(word, sides[i][0]) == 0) {
            snprintf(word, TOKEN_SIZE, "%s", sides[i][1]);
        }
    }
    if (tokens->count == TOKENS_MAX) {
        tokens->unfit = true;
        return;
    }
    size_t at = tokens->count++;
    while (at > 0 && strcmp(tokens->words[at - 1], word) > 0) {
        memcpy(tokens->words[at], tokens->words[at - 1], TOKEN_SIZE);
        at--;
    }
    memcpy(tokens->words[at], word, TOKEN_SIZE);
}

static bool is_letter(char c)
{
    return ascii_is_letter(c) || (c & 0x80) != 0;
}

/* Splits a name at everything except letters, and before capitals: "Fcl_ALL_Joy", "R_Blink",
 * "blinkRight", "Joy_02". */
static struct tokens read_tokens(const char *name)
{
    struct tokens tokens = {.count = 0};
    size_t begin = 0;
    for (size_t i = 0; !tokens.unfit; i++) {
        bool letter = is_letter(name[i]);
        bool rises =
            letter && i > begin && name[i] >= 'A' && name[i] <= 'Z' && name[i - 1] >= 'a' && name[i - 1] <= 'z';
        if (!letter || rises) {
            add_token(&tokens, name + begin, i - begin);
            begin = rises ? i : i + 1;
        }
        if (name[i] == '\0') {
            break;
        }
    }
    return tokens;
}

/* Returns the preset that the name of a morph target denotes, or VRMA_PRESET_COUNT. */
static size_t preset_of(const char *name)
{
    /* words sorted; the names of VRM 1.0, of 0.x, of MikuMikuDance, and usual names of artists */
    static const char *const names[][2] = {
        {"happy", "happy"},
        {"joy", "happy"},
        {"smile", "happy"},
        {"angry", "angry"},
        {"anger", "angry"},
        {"sad", "sad"},
        {"sorrow", "sad"},
        {"relaxed", "relaxed"},
        {"fun", "relaxed"},
        {"surprised", "surprised"},
        {"surprise", "surprised"},
        {"aa", "aa"},
        {"a", "aa"},
        {"ih", "ih"},
        {"i", "ih"},
        {"ou", "ou"},
        {"u", "ou"},
        {"ee", "ee"},
        {"e", "ee"},
        {"oh", "oh"},
        {"o", "oh"},
        {"blink", "blink"},
        {"close", "blink"},
        {"closed", "blink"},
        {"blink l", "blinkLeft"},
        {"l wink", "blinkLeft"},
        {"close l", "blinkLeft"},
        {"blink r", "blinkRight"},
        {"r wink", "blinkRight"},
        {"close r", "blinkRight"},
        {"look up", "lookUp"},
        {"down look", "lookDown"},
        {"l look", "lookLeft"},
        {"look r", "lookRight"},
        {"まばたき", "blink"},
        {"ウィンク", "blinkLeft"},
        {"ウィンク右", "blinkRight"},
        {"あ", "aa"},
        {"い", "ih"},
        {"う", "ou"},
        {"え", "ee"},
        {"お", "oh"},
        {"笑い", "happy"},
        {"喜び", "happy"},
        {"怒り", "angry"},
        {"悲しい", "sad"},
        {"悲しみ", "sad"},
        {"びっくり", "surprised"},
        {"驚き", "surprised"},
    };
    struct tokens tokens = read_tokens(name);
    char words[2 * TOKEN_SIZE];
    bool fits = !tokens.unfit && (tokens.count == 1 || tokens.count == 2);
    snprintf(words, sizeof words, "%s%s%s", tokens.words[0], tokens.count == 2 ? " " : "",
             tokens.count == 2 ? tokens.words[1] : "");
    for (size_t i = 0; fits && i < sizeof names / sizeof *names; i++) {
        if (strcmp(words, names[i][0]) == 0) {
            return vrma_preset_by_name(names[i][1]);
        }
    }
    return VRMA_PRESET_COUNT;
}

/* ---- reading ---- */

/* Returns whether any mesh has morph targets and all lists are readable. */
static bool read_targets(struct face *face, struct arena *room)
{
    const struct surfaces *surfaces = face->check->avatar->surfaces;
    face->first_target = arena_array(room, surfaces->mesh_count, sizeof *face->first_target);
    for (size_t i = 0; i < surfaces->mesh_count; i++) {
        if (surfaces->meshes[i].most == SIZE_MAX) {
            return false;
        }
        face->first_target[i] = face->targets;
        face->targets += surfaces->meshes[i].most;
    }
    face->used = arena_array(room, face->targets, sizeof *face->used);
    face->unused = face->targets;
    return face->targets > 0;
}

/* Whether a bind has no effect because of its weight, which is reported elsewhere. */
static bool is_idle(const struct tree *bind)
{
    double weight;
    return tree_number(tree_get(bind, "weight"), &weight) && weight <= 0;
}

static void add_moved(struct moved_face *moved, size_t preset, const char *shape)
{
    size_t other = shape == NULL ? VRMA_PRESET_COUNT : preset_of(shape);
    if (other == VRMA_PRESET_COUNT) {
        return;
    }
    moved->unclear = moved->unclear || other == preset || (moved->shape != NULL && other != moved->preset);
    moved->preset = other;
    moved->shape = moved->shape == NULL ? shape : moved->shape;
}

static void use_target(struct face *face, size_t preset, size_t mesh, const struct tree *bind)
{
    const struct surfaces *surfaces = face->check->avatar->surfaces;
    size_t target;
    if (mesh >= surfaces->mesh_count) {
        return;
    }
    if (tree_index(tree_get(bind, "index"), surfaces->meshes[mesh].most, &target)) {
        bool *used = &face->used[face->first_target[mesh] + target];
        face->unused -= !*used;
        *used = true;
        if (preset < VRMA_PRESET_COUNT && !is_idle(bind)) {
            add_moved(&face->moved[preset], preset, surfaces_target_name(surfaces->meshes[mesh].json, target));
        }
    } else {
        face->is_off = true;
    }
}

static void add_expression(struct face *face, size_t preset, bool is_empty, struct place place)
{
    face->expressions++;
    if (preset < VRMA_PRESET_COUNT) {
        face->moved[preset].place = place;
    }
    if (!is_empty) {
        return;
    }
    face->empties[face->empty_count++] = place;
    if (preset < VRMA_PRESET_COUNT) {
        face->empty[preset] = true;
    }
}

static void read_vrm1(struct face *face)
{
    const struct avatar *avatar = face->check->avatar;
    for (size_t i = 0; i < avatar->vrm1->expression_count; i++) {
        const struct vrm1_expression *expression = &avatar->vrm1->expressions[i];
        const struct tree *binds = tree_get(expression->json, "morphTargetBinds");
        size_t idle = 0;
        for (size_t b = 0; b < tree_length(binds); b++) {
            const struct tree *bind = tree_at(binds, b);
            size_t node;
            idle += is_idle(bind);
            if (tree_index(tree_get(bind, "node"), avatar->scene->count, &node)) {
                use_target(face, expression->preset, avatar->scene->nodes[node].mesh, bind);
            }
        }
        face->still_count += idle > 0 && expression->binds == idle;
        add_expression(face, expression->preset, expression->binds == idle,
                       avatar_expression_place(face->check, i, NULL));
    }
}

/* Returns the preset of VRM 1.0 with the meaning of one of 0.x. */
static size_t newer_preset(enum vrm0_preset preset)
{
    if (preset == VRM0_PRESETS || preset == VRM0_UNKNOWN) {
        return VRMA_PRESET_COUNT;
    }
    const char *name = vrm0_preset_name(preset);
    const char *newer = preset_of_vrm0(name);
    size_t i = 0;
    while (i < VRMA_PRESET_COUNT && !extension_same_but_case(newer == NULL ? name : newer, vrma_presets[i])) {
        i++; /* lookup is lookUp */
    }
    return i;
}

size_t body_preset_of_expression(const struct avatar *avatar, enum dialect dialect, size_t expression)
{
    return dialect == DIALECT_VRM1 ? avatar->vrm1->expressions[expression].preset
                                   : newer_preset(avatar->vrm0_avatar->expressions[expression].preset);
}

size_t body_preset_of_target(const struct avatar *avatar, size_t mesh, size_t target)
{
    const char *name = surfaces_target_name(avatar->surfaces->meshes[mesh].json, target);
    return name == NULL ? VRMA_PRESET_COUNT : preset_of(name);
}

static void read_vrm0(struct face *face)
{
    const struct vrm0_avatar *vrm0 = face->check->avatar->vrm0_avatar;
    for (size_t i = 0; i < vrm0->expression_count; i++) {
        const struct vrm0_expression *expression = &vrm0->expressions[i];
        const struct tree *binds = tree_get(expression->json, "binds");
        size_t preset = newer_preset(expression->preset);
        size_t idle = 0;
        for (size_t b = 0; b < expression->bind_count; b++) {
            use_target(face, preset, expression->binds[b].mesh, tree_at(binds, b));
            idle += is_idle(tree_at(binds, b));
        }
        add_expression(face, preset, expression->bind_count + expression->value_count == idle,
                       vrm0_place_expression(expression, NULL));
    }
}

/* ---- reporting ---- */

/* Writes, as arguments, the first unused morph target named after each empty preset. Returns their number. */
static size_t find_namesakes(const struct face *face, struct argument shapes[VRMA_PRESET_COUNT])
{
    const struct surfaces *surfaces = face->check->avatar->surfaces;
    bool found[VRMA_PRESET_COUNT] = {false};
    size_t count = 0;
    for (size_t m = 0; m < surfaces->mesh_count; m++) {
        for (size_t t = 0; t < surfaces->meshes[m].most && count < VRMA_PRESET_COUNT; t++) {
            const char *name =
                face->used[face->first_target[m] + t] ? NULL : surfaces_target_name(surfaces->meshes[m].json, t);
            size_t preset = name == NULL ? VRMA_PRESET_COUNT : preset_of(name);
            if (preset < VRMA_PRESET_COUNT && face->empty[preset] && !found[preset]) {
                found[preset] = true;
                shapes[count++] = TEXT("", name);
            }
        }
    }
    return count;
}

/* Finds the first morph target named after each preset. */
static void find_named(const struct face *face, const char *named[VRMA_PRESET_COUNT])
{
    const struct surfaces *surfaces = face->check->avatar->surfaces;
    for (size_t m = 0; m < surfaces->mesh_count; m++) {
        for (size_t t = 0; t < surfaces->meshes[m].most; t++) {
            const char *name = surfaces_target_name(surfaces->meshes[m].json, t);
            size_t preset = name == NULL ? VRMA_PRESET_COUNT : preset_of(name);
            if (preset < VRMA_PRESET_COUNT && named[preset] == NULL) {
                named[preset] = name;
            }
        }
    }
}

/* Returns the name of a preset in the file's generation. */
static const char *name_of_preset(const struct face *face, size_t preset)
{
    enum vrm0_preset older = 0;
    while (face->dialect == DIALECT_VRM0 && older < VRM0_PRESETS && newer_preset(older) != preset) {
        older++;
    }
    return face->dialect == DIALECT_VRM0 ? vrm0_preset_name(older) : vrma_presets[preset];
}

/*
 * Reports expressions that move the morph target of another one although their own exists: shifted or swapped
 * indices. Emotions are skipped, because artists choose freely among them, and blinks of one eye, because the winks
 * report them.
 */
static void report_moved(const struct face *face)
{
    const char *named[VRMA_PRESET_COUNT] = {NULL};
    struct argument expressions[VRMA_PRESET_COUNT];
    struct argument shapes[VRMA_PRESET_COUNT];
    struct argument own[VRMA_PRESET_COUNT];
    const struct moved_face *first = NULL;
    size_t count = 0;
    find_named(face, named);
    for (size_t i = vrma_preset_by_name("aa"); i < VRMA_PRESET_COUNT; i++) {
        const struct moved_face *moved = &face->moved[i];
        if (moved->shape != NULL && !moved->unclear && named[i] != NULL && i != vrma_preset_by_name("blink")) {
            first = first == NULL ? moved : first;
            expressions[count] = TEXT("", name_of_preset(face, i));
            shapes[count] = TEXT("", moved->shape);
            own[count++] = TEXT("", named[i]);
        }
    }
    if (count == 0 || face->is_off) {
        return;
    }
    struct finding *finding = report_twin(
        face->check->findings, face->dialect, MESSAGE_VRM_EXPRESSION_OTHER_TARGET__DEFAULT, first->place,
        ARGUMENTS(COUNT("count", count), argument_list("expressions", expressions, FINDING_LIST_MAX, count, JOIN_AND),
                  argument_list("shapes", shapes, FINDING_LIST_MAX, count, JOIN_AND),
                  argument_list("own", own, FINDING_LIST_MAX, count, JOIN_AND)));
    finding_measure(finding, "count", (double)count);
}

/* Reports an avatar without expressions whose meshes have morph targets for them. A single name may be chance. */
static void report_none(struct face *face)
{
    static const char *const lists[][3] = {
        [DIALECT_VRM1] = {"/extensions/VRMC_vrm", "/extensions/VRMC_vrm/expressions",
                          "/extensions/VRMC_vrm/expressions/preset"},
        [DIALECT_VRM0] = {"/extensions/VRM", "/extensions/VRM/blendShapeMaster",
                          "/extensions/VRM/blendShapeMaster/blendShapeGroups"},
    };
    struct argument shapes[VRMA_PRESET_COUNT];
    for (size_t i = 0; i < VRMA_PRESET_COUNT; i++) {
        face->empty[i] = true;
    }
    size_t count = find_namesakes(face, shapes);
    if (count < 2) {
        return;
    }
    bool is_listed = document_tree(face->check->avatar->document, lists[face->dialect][1]) != NULL;
    struct finding *finding =
        report_twin(face->check->findings, face->dialect, MESSAGE_VRM_EXPRESSION_EMPTY__NO_EXPRESSIONS,
                    place_at(lists[face->dialect][is_listed]),
                    ARGUMENTS(COUNT("targets", face->targets), COUNT("count", count),
                              argument_list("shapes", shapes, FINDING_LIST_MAX, count, JOIN_COMMA)));
    finding_severity(finding, VRMLINT_WARNING);
    absent_note(face->check, finding, ABSENT_LACKS, lists[face->dialect][1 + is_listed]); /* or it is misspelt */
    finding_measure(finding, "count", 0);
    finding_measure(finding, "unused", (double)face->unused);
}

static void report_face(const struct face *face)
{
    struct argument shapes[VRMA_PRESET_COUNT];
    size_t count = find_namesakes(face, shapes);
    bool none_moves = face->empty_count == face->expressions;
    if (face->still_count == face->empty_count || (count == 0 && !none_moves)) {
        return;
    }
    struct finding *finding =
        report_twin(face->check->findings, face->dialect,
                    !none_moves ? MESSAGE_VRM_EXPRESSION_EMPTY__NAMED
                    : count > 0 ? MESSAGE_VRM_EXPRESSION_EMPTY__FACE_NAMED
                                : MESSAGE_VRM_EXPRESSION_EMPTY__FACE,
                    face->empties[0],
                    ARGUMENTS(COUNT("targets", face->targets), COUNT("count", count),
                              argument_list("shapes", shapes, FINDING_LIST_MAX, count, JOIN_COMMA)));
    if (none_moves && count > 0) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    for (size_t i = 1; finding != NULL && i < face->empty_count && i <= FINDING_RELATED_MAX; i++) {
        finding_relate(finding, WORDS_ALONE, face->empties[i],
                       ARGUMENTS(the_place("thing", face->check->avatar, &face->empties[i], false)));
    }
    finding_measure(finding, "count", (double)face->empty_count);
    finding_measure(finding, "unused", (double)face->unused);
}

void check_body_faces(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    bool present[] = {[DIALECT_VRM1] = avatar->vrm1->present, [DIALECT_VRM0] = avatar->vrm0_avatar->json != NULL};
    struct arena *room = arena_open(check->arena);
    for (enum dialect dialect = DIALECT_VRM1; dialect <= DIALECT_VRM0; dialect++) {
        struct face face = {.check = check, .dialect = dialect};
        if (!present[dialect] || !read_targets(&face, room)) {
            continue;
        }
        size_t expressions =
            dialect == DIALECT_VRM1 ? avatar->vrm1->expression_count : avatar->vrm0_avatar->expression_count;
        face.empties = arena_array(room, expressions, sizeof *face.empties);
        if (dialect == DIALECT_VRM1) {
            read_vrm1(&face);
        } else {
            read_vrm0(&face);
        }
        report_moved(&face);
        if (face.expressions == 0) {
            report_none(&face);
        } else if (face.empty_count > 0 && face.unused > 0) {
            report_face(&face);
        }
    }
    arena_close(room);
}

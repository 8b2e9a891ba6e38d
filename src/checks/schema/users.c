/* Checks extensions against the schemas provided by users. */
#include "checks/schema/users.h"

#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "checks/schema/fault.h"
#include "ids/messages_gltf.h"
#include "ids/messages_schema.h"
#include "ids/messages_shared.h"
#include "ids/messages_skipped.h"

enum { USERS_SHOWN_MAX = 80 /* maximum bytes of a schema value in messages */, TYPES_MAX = 7 };

struct judging {
    struct check *check;
    const struct user_schema *schema;
    const char *pointer; /* of the instance */
};

/* A failure, and the arguments that all messages about it have. */
struct user_fault {
    struct judging *judging;
    const struct schema_failure *failure;
    struct argument value;
    struct argument schema;
    struct argument room[3];
};

/* ---- places ---- */

/* Returns words such as "node 3 'Hat': EXAMPLE_hat.size": the element that carries the extension, and the path from
 * there. */
static struct argument the_value(struct user_fault *user_fault)
{
    struct check *check = user_fault->judging->check;
    const char *pointer = user_fault->failure->pointer;
    size_t tail = strlen("/extensions/");
    size_t name = strlen(strrchr(user_fault->judging->pointer, '/')) - 1;
    size_t length = strlen(user_fault->judging->pointer) - name - tail;
    struct place place = place_at(arena_copy(check->arena, pointer, length));
    struct buf path = BUF_INIT(check->arena);
    const char *token;
    for (const char *at = pointer + length + tail - 1; pointer_next(&at, &token, &name);) {
        buf_str(&path, path.length == 0 ? "" : ".");
        pointer_add_token(&path, token, name);
    }
    user_fault->room[0] = the_place("thing", check->avatar, &place, false);
    user_fault->room[1] = TERM("path", buf_text(&path));
    user_fault->room[2] = (struct argument){.name = NULL};
    return CLAUSE("value", WORDS_VALUE, user_fault->room);
}

/* ---- values of the schema ---- */

static void write_bound(struct buf *out, const struct flat *flat, const struct flat_value *value)
{
    switch ((json_type)value->type) {
    case JSON_STRING:
        buf_printf(out, "\"%s\"", flat_text(flat, value));
        break;
    case JSON_INTEGER:
        buf_printf(out, "%lld", (long long)value->number.integer);
        break;
    case JSON_REAL:
        buf_printf(out, "%.15g", value->number.real);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        buf_str(out, flat_is(value, JSON_TRUE) ? "true" : "false");
        break;
    case JSON_NULL:
        buf_str(out, "null");
        break;
    default:
        buf_str(out, flat_is(value, JSON_OBJECT) ? "{...}" : "[...]");
        break;
    }
}

/* Returns a value, or as many elements of a list as fit on a line. */
static struct argument the_limit(const struct user_fault *user_fault, const char *name)
{
    const struct flat_value *value = user_fault->failure->limit;
    struct buf out = BUF_INIT(user_fault->judging->check->arena);
    bool list = flat_is(value, JSON_ARRAY) && strcmp(user_fault->failure->keyword, "const") != 0;
    buf_add(&out, "", 0);
    for (const struct flat_value *at = list ? flat_begin(value) : value; at != flat_end(value); at += at->span) {
        buf_str(&out, out.length == 0 ? "" : ", ");
        if (out.length > USERS_SHOWN_MAX) {
            buf_str(&out, "...");
            break;
        }
        write_bound(&out, user_fault->failure->flat, at);
    }
    return TERM(name, buf_text(&out));
}

/* Returns a value of the file: its string, its number, or its kind. */
static struct argument as_written(const struct tree *value)
{
    double number;
    const char *text = tree_text(value, NULL);
    return text != NULL                  ? TEXT("is", text)
           : tree_number(value, &number) ? NUMBER("is", number, 9)
                                         : fault_kind_of(value);
}

static struct argument the_types(const struct user_fault *user_fault, struct argument *items)
{
    static const struct {
        const char *type;
        enum message name;
    } names[] = {
        {"object", WORDS_AN_OBJECT_IN_BRACES},
        {"array", WORDS_A_LIST_IN_BRACKETS},
        {"string", WORDS_A_TEXT_IN_QUOTES},
        {"number", WORDS_KIND_NUMBER},
        {"boolean", WORDS_TRUE_OR_FALSE},
        {"integer", WORDS_A_WHOLE_NUMBER},
        {"null", WORDS_KIND_NULL},
    };
    const struct flat_value *types = user_fault->failure->limit;
    bool list = flat_is(types, JSON_ARRAY);
    size_t count = 0;
    for (const struct flat_value *at = list ? flat_begin(types) : types; at != flat_end(types); at += at->span) {
        const char *type = flat_text(user_fault->failure->flat, at);
        for (size_t i = 0; type != NULL && i < TYPES_MAX && count < TYPES_MAX; i++) {
            if (strcmp(names[i].type, type) == 0) {
                items[count++] = WORD("", names[i].name);
            }
        }
    }
    return argument_list("must", items, count, count, JOIN_OR);
}

/* ---- messages ---- */

/* Copies a string of the schema to the arena of the report. */
static const char *copy_schema_text(const struct user_fault *user_fault, const char *text)
{
    return arena_copy(user_fault->judging->check->arena, text, strlen(text));
}

static struct finding *report_fault(const struct user_fault *user_fault, enum message message,
                                    const struct argument *own)
{
    struct argument arguments[8] = {user_fault->value, user_fault->schema};
    for (size_t i = 0; own != NULL && own[i].name != NULL; i++) {
        arguments[2 + i] = own[i];
    }
    return report(user_fault->judging->check->findings, message, place_at(user_fault->failure->pointer), arguments);
}

static void report_type(const struct user_fault *user_fault)
{
    struct argument types[TYPES_MAX];
    report_fault(user_fault, MESSAGE_SCHEMA_WRONG_TYPE__DEFAULT,
                 ARGUMENTS(fault_kind_of(user_fault->failure->value), the_types(user_fault, types)));
}

static void report_unknown(const struct user_fault *user_fault)
{
    if (user_fault->failure->hint != NULL && user_fault->failure->hint_is_name) {
        report_fault(user_fault, MESSAGE_SCHEMA_UNKNOWN_PROPERTY__MEANT,
                     ARGUMENTS(TEXT("meant", copy_schema_text(user_fault, user_fault->failure->hint))));
    } else {
        report_fault(user_fault, MESSAGE_SCHEMA_UNKNOWN_PROPERTY__DEFAULT, NO_ARGUMENTS);
    }
}

static void report_range(const struct user_fault *user_fault)
{
    const char *keyword = user_fault->failure->keyword;
    bool exclusive = text_begins(keyword, "exclusive");
    double value = 0;
    double limit = 0;
    tree_number(user_fault->failure->value, &value);
    flat_number(user_fault->failure->limit, &limit);
    bool multiple = user_fault->failure->problem == SCHEMA_MULTIPLE;
    bool low = value < limit || (value == limit && strstr(keyword, "inimum") != NULL);
    /* in draft-04 a separate flag excludes the limit itself */
    exclusive = exclusive || value == limit;
    enum message message =
        multiple    ? MESSAGE_SCHEMA_VALUE_OUT_OF_RANGE__MULTIPLE
        : low       ? (exclusive ? MESSAGE_SCHEMA_VALUE_OUT_OF_RANGE__MORE : MESSAGE_SCHEMA_VALUE_OUT_OF_RANGE__DEFAULT)
        : exclusive ? MESSAGE_SCHEMA_VALUE_OUT_OF_RANGE__LESS
                    : MESSAGE_SCHEMA_VALUE_OUT_OF_RANGE__HIGH;
    struct finding *finding =
        report_fault(user_fault, message,
                     ARGUMENTS(argument_number("is", value, limit, UNIT_NONE, 9), the_limit(user_fault, "limit")));
    finding_measure(finding, "value", value);
    finding_measure(finding, "limit", limit);
}

/* Reports a wrong number of elements, members or characters. */
static void report_key_count(const struct user_fault *user_fault, enum message few, enum message many)
{
    double limit = 0;
    bool known = flat_number(user_fault->failure->limit, &limit);
    bool low = known && (double)user_fault->failure->count < limit;
    struct argument most = known ? the_limit(user_fault, "limit") : TERM("limit", "0");
    if (!known &&
        flat_is(user_fault->failure->schema, JSON_OBJECT)) { /* elements after prefixItems that aren't allowed */
        const struct flat_value *prefix =
            flat_get(user_fault->failure->flat, user_fault->failure->schema, "prefixItems");
        prefix = prefix == NULL ? flat_get(user_fault->failure->flat, user_fault->failure->schema, "items") : prefix;
        most = COUNT("limit", flat_count(prefix));
    }
    struct finding *finding =
        report_fault(user_fault, low ? few : many, ARGUMENTS(COUNT("count", user_fault->failure->count), most));
    finding_measure(finding, "count", (double)user_fault->failure->count);
}

static void report_contains(const struct user_fault *user_fault)
{
    bool known = strcmp(user_fault->failure->keyword, "contains") != 0;
    bool many = strcmp(user_fault->failure->keyword, "maxContains") == 0;
    struct argument limit = known ? the_limit(user_fault, "limit") : TERM("limit", "1");
    report_fault(user_fault, many ? MESSAGE_SCHEMA_INVALID__MANY_OF_A_KIND : MESSAGE_SCHEMA_INVALID__FEW_OF_A_KIND,
                 ARGUMENTS(COUNT("count", user_fault->failure->matches), limit));
}

static void report_failure(const struct user_fault *user_fault)
{
    const struct schema_failure *failure = user_fault->failure;
    switch (failure->problem) {
    case SCHEMA_TYPE:
        report_type(user_fault);
        break;
    case SCHEMA_REQUIRED:
        report_fault(user_fault, MESSAGE_SCHEMA_MISSING_PROPERTY__DEFAULT,
                     ARGUMENTS(TEXT("property", copy_schema_text(user_fault, failure->name))));
        break;
    case SCHEMA_UNKNOWN_MEMBER:
    case SCHEMA_FALSE:
        report_unknown(user_fault);
        break;
    case SCHEMA_ENUM:
        report_fault(user_fault, MESSAGE_SCHEMA_UNKNOWN_VALUE__DEFAULT,
                     ARGUMENTS(as_written(failure->value), the_limit(user_fault, "allowed")));
        break;
    case SCHEMA_RANGE:
    case SCHEMA_MULTIPLE:
        report_range(user_fault);
        break;
    case SCHEMA_TOO_FEW_ITEMS:
    case SCHEMA_TOO_MANY_ITEMS:
        report_key_count(user_fault, MESSAGE_SCHEMA_ARRAY_LENGTH__DEFAULT, MESSAGE_SCHEMA_ARRAY_LENGTH__MANY);
        break;
    case SCHEMA_LENGTH:
        report_key_count(user_fault, MESSAGE_SCHEMA_INVALID__SHORT_TEXT, MESSAGE_SCHEMA_INVALID__LONG_TEXT);
        break;
    case SCHEMA_MEMBERS:
        report_key_count(user_fault, MESSAGE_SCHEMA_INVALID__FEW_MEMBERS, MESSAGE_SCHEMA_INVALID__MANY_MEMBERS);
        break;
    case SCHEMA_NOT_UNIQUE:
        report_fault(user_fault, MESSAGE_SCHEMA_DUPLICATE_ITEM__DEFAULT, ARGUMENTS(COUNT("first", failure->count)));
        break;
    case SCHEMA_PATTERN:
        report_fault(user_fault, MESSAGE_SCHEMA_PATTERN_MISMATCH__DEFAULT,
                     ARGUMENTS(as_written(failure->value), the_limit(user_fault, "pattern")));
        break;
    case SCHEMA_ONE_OF:
        if (failure->matches == 0) {
            report_fault(user_fault, MESSAGE_SCHEMA_ONE_OF__DEFAULT, NO_ARGUMENTS);
        } else {
            report_fault(user_fault, MESSAGE_SCHEMA_ONE_OF__SEVERAL, ARGUMENTS(COUNT("count", failure->matches)));
        }
        break;
    case SCHEMA_CONTAINS:
        report_contains(user_fault);
        break;
    default: /* "not"; the x- keywords of vrmlint aren't for users */
        report_fault(user_fault, MESSAGE_SCHEMA_INVALID__DEFAULT, NO_ARGUMENTS);
        break;
    }
}

static void report_user_failure(void *context, const struct schema_failure *failure)
{
    struct judging *judging = context;
    if (failure->problem == SCHEMA_GAVE_UP) {
        findings_skip(judging->check->findings, WORDS_SKIPPED_EXTENSION,
                      ARGUMENTS(TERM("extension", judging->schema->name)), WORDS_BECAUSE_TOO_MUCH_WORK);
        return;
    }
    struct user_fault user_fault = {.judging = judging, .failure = failure};
    user_fault.value = the_value(&user_fault);
    const char *title = judging->schema->title; /* the report may outlive the policy that contains the schema */
    user_fault.schema = TERM("schema", arena_copy(judging->check->arena, title, strlen(title)));
    report_failure(&user_fault);
}

static void judge_user_schema(struct check *check, const struct user_schema *schema)
{
    struct document *document = check->avatar->document;
    bool found = false;
    for (size_t i = 0; i < document->extension_count; i++) {
        const struct extension_place *place = &document->extensions[i];
        const struct tree *value =
            strcmp(place->name, schema->name) == 0 ? document_tree(document, place->pointer) : NULL;
        if (value == NULL) {
            continue;
        }
        struct judging judging = {check, schema, place->pointer};
        struct schema_evaluation how = {
            .arena = check->arena, .pointer = place->pointer, .fail = report_user_failure, .context = &judging};
        schema_evaluate(schema->schema, value, &how);
        found = true;
    }
    if (found) {
        *ARENA_ADD(check->arena, check->extensions, check->extension_count) =
            (struct vrmlint_extension){arena_copy(check->arena, schema->name, strlen(schema->name)), "", false};
    }
}

void check_user_schemas(struct check *check)
{
    for (size_t i = 0; check->users != NULL && i < check->users->count; i++) {
        judge_user_schema(check, &check->users->items[i]);
    }
}

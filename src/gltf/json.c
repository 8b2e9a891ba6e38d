#include "gltf/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gltf/json_parts.h"
#include "ids/messages_gltf.h"

/* ---- members ---- */

uint32_t tree_hash(uint64_t seed, const char *text, size_t length)
{
    uint64_t hash = seed + length;
    for (uint64_t word; length > 0;) {
        size_t step = length < sizeof word ? length : sizeof word;
        word = 0;
        memcpy(&word, text, step);
        hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
        hash ^= hash >> 35;
        hash *= UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 28;
        text += step;
        length -= step;
    }
    return (uint32_t)(hash >> 16);
}

static const struct tree_member *visit_each(const struct tree *object, const char *key, size_t length)
{
    const struct tree_member *end = object->as.members + object->size;
    for (const struct tree_member *member = object->as.members; member < end; member++) {
        if (tree_is_key(member->key, key, length)) {
            return member;
        }
    }
    return NULL;
}

const struct tree_member *tree_member_of(const struct tree *object, const char *key, size_t length)
{
    if (object->form != TREE_INDEXED) {
        return visit_each(object, key, length);
    }
    const struct tree_index *index = (const struct tree_index *)(const void *)object->as.members - 1;
    uint32_t hash = tree_hash(index->seed, key, length);
    for (size_t at = hash & index->mask; index->slots[at] != 0; at = (at + 1) & index->mask) {
        const struct tree_member *member = &object->as.members[index->slots[at] - 1];
        if (member->key->hash == hash && tree_is_key(member->key, key, length)) {
            return member;
        }
    }
    return NULL;
}

/* ---- values ---- */

const struct tree *tree_get(const struct tree *value, const char *key)
{
    if (!tree_is_object(value) || value->size == 0) {
        return NULL;
    }
    const struct tree_member *member = tree_member_of(value, key, strlen(key));
    return member == NULL ? NULL : &member->value;
}

const struct tree *tree_extension(const struct tree *value, const char *name)
{
    return tree_get(tree_get(value, "extensions"), name);
}

bool tree_is_general_key(const char *key)
{
    return strcmp(key, "extensions") == 0 || strcmp(key, "extras") == 0;
}

const struct tree *tree_at(const struct tree *value, size_t index)
{
    return tree_is_array(value) && index < value->size ? &value->as.elements[index] : NULL;
}

size_t tree_count(const struct tree *value)
{
    return tree_is_object(value) || tree_is_array(value) ? value->size : 0;
}

size_t tree_length(const struct tree *value)
{
    return tree_is_array(value) ? value->size : 0;
}

const struct tree *tree_object(const struct tree *value, const char *key)
{
    const struct tree *member = tree_get(value, key);
    return tree_is_object(member) ? member : NULL;
}

bool tree_is_object(const struct tree *value)
{
    return value != NULL && value->type == TREE_OBJECT;
}

bool tree_is_array(const struct tree *value)
{
    return value != NULL && value->type == TREE_ARRAY;
}

bool tree_is_string(const struct tree *value)
{
    return value != NULL && value->type == TREE_STRING;
}

bool tree_is_number(const struct tree *value)
{
    return value != NULL && (value->type == TREE_INTEGER || value->type == TREE_REAL);
}

bool tree_is_integer(const struct tree *value)
{
    return value != NULL && value->type == TREE_INTEGER;
}

bool tree_is_real(const struct tree *value)
{
    return value != NULL && value->type == TREE_REAL;
}

bool tree_is_null(const struct tree *value)
{
    return value != NULL && value->type == TREE_NULL;
}

enum message tree_kind(const struct tree *value)
{
    if (value == NULL) {
        return WORDS_KIND_ABSENT;
    }
    switch (tree_type(value)) {
    case TREE_OBJECT:
        return WORDS_KIND_OBJECT;
    case TREE_ARRAY:
        return WORDS_KIND_ARRAY;
    case TREE_STRING:
        return WORDS_KIND_STRING;
    case TREE_INTEGER:
    case TREE_REAL:
        return WORDS_KIND_NUMBER;
    case TREE_TRUE:
    case TREE_FALSE:
        return WORDS_KIND_BOOLEAN;
    case TREE_NULL:
    case TREE_TYPES:
        break;
    }
    return WORDS_KIND_NULL;
}

const char *tree_text(const struct tree *value, size_t *length)
{
    if (!tree_is_string(value)) {
        return NULL;
    }
    if (length != NULL) {
        *length = value->size;
    }
    return value->form == TREE_HERE ? value->as.here : value->as.text;
}

bool tree_reports(const struct tree *value, const char *key, const char *text)
{
    const char *said = tree_text(tree_get(value, key), NULL);
    return said != NULL && strcmp(said, text) == 0;
}

bool tree_number(const struct tree *value, double *out)
{
    double number = tree_real(value);
    if (!tree_is_number(value) || !isfinite(number)) {
        return false;
    }
    *out = number;
    return true;
}

int64_t tree_integer(const struct tree *value)
{
    return tree_is_integer(value) ? value->as.integer : 0;
}

double tree_real(const struct tree *value)
{
    return tree_is_integer(value) ? (double)value->as.integer : tree_is_real(value) ? value->as.real : 0.0;
}

bool tree_flag(const struct tree *value, bool *out)
{
    if (value == NULL || (value->type != TREE_TRUE && value->type != TREE_FALSE)) {
        return false;
    }
    *out = value->type == TREE_TRUE;
    return true;
}

bool tree_index(const struct tree *value, size_t count, size_t *out)
{
    /* Doubles hold whole numbers up to 2^53 exactly, more than the number of elements in any file. */
    double number;
    if (!tree_number(value, &number) || number < 0.0 || number >= (double)count) {
        return false;
    }
    size_t index = (size_t)number;
    if ((double)index != number) {
        return false;
    }
    *out = index;
    return true;
}

bool tree_index_of_javascript(const struct tree *value, size_t count, size_t *out)
{
    while (tree_length(value) == 1) {
        value = tree_at(value, 0);
    }
    const char *text = tree_text(value, NULL);
    if (text == NULL) {
        return tree_index(value, count, out);
    }
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 15 || text[digits] != '\0' || (*text == '0' && digits > 1)) {
        return false;
    }
    size_t index = (size_t)strtoull(text, NULL, 10);
    if (index >= count) {
        return false;
    }
    *out = index;
    return true;
}

bool tree_leads_nowhere(const struct tree *value, size_t count, double *out)
{
    size_t index;
    return tree_number(value, out) && *out == trunc(*out) && fabs(*out) != TREE_OVERFLOW &&
           !tree_index(value, count, &index);
}

bool tree_numbers(const struct tree *value, double *out, size_t count)
{
    if (!tree_is_array(value) || value->size != count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!tree_number(&value->as.elements[i], &out[i])) {
            return false;
        }
    }
    return true;
}

bool tree_vec3(const struct tree *value, struct vec3 *out)
{
    double n[3];
    if (!tree_numbers(value, n, 3)) {
        return false;
    }
    *out = (struct vec3){n[0], n[1], n[2]};
    return true;
}

bool tree_quat(const struct tree *value, struct quat *out)
{
    double n[4];
    if (!tree_numbers(value, n, 4)) {
        return false;
    }
    *out = (struct quat){n[0], n[1], n[2], n[3]};
    return true;
}

void *tree_first(const struct tree *value)
{
    return tree_is_object(value) && value->size > 0 ? value->as.members : NULL;
}

void *tree_next(const struct tree *value, void *at)
{
    struct tree_member *next = at == NULL ? NULL : (struct tree_member *)at + 1;
    return next != NULL && next < value->as.members + value->size ? next : NULL;
}

const char *tree_key(const void *at)
{
    return at == NULL ? "" : ((const struct tree_member *)at)->key->text;
}

size_t tree_key_length(const void *at)
{
    return at == NULL ? 0 : ((const struct tree_member *)at)->key->length;
}

const struct tree *tree_value(const void *at)
{
    return at == NULL ? NULL : &((const struct tree_member *)at)->value;
}

#include "base/nearest.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"

enum { LONGEST = 64, FARTHEST = 4 };

static char fold_letter(char c)
{
    return (char)(c == '_' ? '-' : ascii_lower(c));
}

static size_t smaller_count(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the set of letters of a string, as bits; some letters share a bit. */
static uint64_t letters_of(const char *text, size_t length)
{
    uint64_t letters = 0;
    for (size_t i = 0; i < length; i++) {
        letters |= (uint64_t)1 << ((unsigned char)fold_letter(text[i]) % 64);
    }
    return letters;
}

/* Whether more letters differ than so many edits can change. An edit replaces at most one letter by another. */
static bool is_farther(uint64_t a, uint64_t b, size_t edits)
{
    size_t count = 0;
    for (uint64_t differ = a ^ b; differ != 0 && count <= 2 * edits; differ &= differ - 1) {
        count++;
    }
    return count > 2 * edits;
}

struct nearest nearest_within(const char *name, size_t length, size_t reach)
{
    bool fits = length <= LONGEST;
    return (struct nearest){.name = {name, length},
                            .letters = fits ? letters_of(name, length) : 0,
                            .reach = smaller_count(smaller_count((length + 2) / 3, FARTHEST), reach)};
}

struct nearest nearest_to(const char *name, size_t length)
{
    return nearest_within(name, length, FARTHEST);
}

/*
 * Returns the number of edits between two strings: letters to insert, delete, replace or swap with their neighbour
 * (optimal string alignment: no part is edited twice). Three rows of the table are enough, because a swap looks back
 * two rows. Each row is computed only within reach of the diagonal, because each step away from it is one inserted or
 * deleted letter. If two successive rows contain nothing within reach, later ones won't either, and any number beyond
 * reach is returned.
 */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length, size_t reach)
{
    size_t nearest_above = 0;
    size_t rows[3][LONGEST + 1] = {{0}};
    for (size_t k = 0; k <= b_length; k++) {
        rows[0][k] = k;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        size_t begin = i > reach ? i - reach : 1;
        size_t end = smaller_count(i + reach, b_length);
        row[begin - 1] = begin == 1 ? i : reach + 1;
        size_t nearest = row[begin - 1];
        for (size_t k = begin; k <= end; k++) {
            size_t replaced = above[k - 1] + (fold_letter(a[i - 1]) != fold_letter(b[k - 1]));
            row[k] = smaller_count(replaced, smaller_count(above[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && fold_letter(a[i - 1]) == fold_letter(b[k - 2]) &&
                fold_letter(a[i - 2]) == fold_letter(b[k - 1])) {
                row[k] = smaller_count(row[k], rows[(i + 1) % 3][k - 2] + 1);
            }
            nearest = smaller_count(nearest, row[k]);
        }
        if (end < b_length) {
            row[end + 1] = reach + 1; /* for the next row, which goes one column further */
        }
        if (nearest > reach && nearest_above > reach) {
            return nearest;
        }
        nearest_above = nearest;
    }
    return rows[a_length % 3][b_length];
}

void nearest_offer_as(struct nearest *nearest, struct nearest_text candidate, struct nearest_text suggestion)
{
    struct nearest_text name = nearest->name;
    if (name.length == 0 || name.length > LONGEST || candidate.length > LONGEST) {
        return;
    }
    size_t reach = nearest->reach;
    if (candidate.length > name.length + reach || name.length > candidate.length + reach) {
        return;
    }
    if (is_farther(nearest->letters, letters_of(candidate.text, candidate.length), reach)) {
        return;
    }
    size_t off = edit_distance(name.text, name.length, candidate.text, candidate.length, reach);
    if (off > reach || off >= name.length) {
        return;
    }
    if (nearest->best.text == NULL || off < nearest->distance) {
        nearest->best = suggestion;
        nearest->distance = off;
        nearest->tied = false;
    } else if (off == nearest->distance) {
        nearest->tied = true;
    }
}

void nearest_offer(struct nearest *nearest, const char *candidate)
{
    struct nearest_text text = {candidate, strlen(candidate)};
    nearest_offer_as(nearest, text, text);
}

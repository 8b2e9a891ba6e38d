/*
 * vrmlint - checks whether a VRM avatar is right, above all the parts of it that move.
 *
 * The library behind the command: bytes or a path in, findings out. The command uses nothing else.
 * Thread-safe as long as each thread uses its own report; a policy may be shared once it is set up.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_H
#define VRMLINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_simulation.h" /* the spring bones of one file in motion */

#ifdef __cplusplus
extern "C" {
#endif

/* Ordered: a higher value is worse. VRMLINT_OFF never appears in a finding. */
enum vrmlint_severity { VRMLINT_OFF, VRMLINT_INFO, VRMLINT_WARNING, VRMLINT_ERROR };

/* Whether a finding could be mended by a tool, and at what risk. */
enum vrmlint_fix {
    VRMLINT_FIX_NONE,   /* needs the artist */
    VRMLINT_FIX_SAFE,   /* changes nothing in a runtime that follows the specification */
    VRMLINT_FIX_REPAIR, /* invalid becomes valid in a determined way */
    VRMLINT_FIX_UNSAFE, /* possible, but somebody must look */
};

/* The languages that reports come in. */
enum vrmlint_language { VRMLINT_ENGLISH, VRMLINT_JAPANESE, VRMLINT_LANGUAGE_COUNT };

/* A text in each language that the policy asks for, NULL in the others. UTF-8. */
struct vrmlint_text {
    const char *in[VRMLINT_LANGUAGE_COUNT];
};

/* The text in a language, or in whichever there is; "" where there is none. */
const char *vrmlint_text_in(const struct vrmlint_text *text, enum vrmlint_language language);

/* "en", "ja". */
const char *vrmlint_language_name(enum vrmlint_language language);

/* One line of the rule table. All strings are static, UTF-8, never NULL. */
struct vrmlint_rule {
    const char *id; /* "family/name" */
    enum vrmlint_severity severity;
    bool opt_in; /* off until selected by id or family */
    enum vrmlint_fix fix;
    const char *summary; /* what is wrong, in a short clause without a full stop */
    const char *why;     /* what the specification says and what apps do, in sentences */
    const char *how;     /* what to do about it, as an imperative sentence */
    const char *spec;    /* specification and section, "" where there is none */
};

/* All rules in the order of the table. The array is static; *count receives its length. */
const struct vrmlint_rule *vrmlint_rules(size_t *count);

/* The rule with that id, or NULL. */
const struct vrmlint_rule *vrmlint_rule_by_id(const char *id);

/* A part of a rule's line in a language; in English where that language has none. Static. */
enum vrmlint_rule_part { VRMLINT_SUMMARY, VRMLINT_WHY, VRMLINT_HOW };
const char *vrmlint_rule_text(const struct vrmlint_rule *rule, enum vrmlint_rule_part part,
                              enum vrmlint_language language);

/* Program version, "major.minor.patch". */
const char *vrmlint_version(void);

/* "error", "warning", "info" or "off"; and "safe", "repair", "unsafe" or "none". */
const char *vrmlint_severity_name(enum vrmlint_severity severity);
const char *vrmlint_fix_name(enum vrmlint_fix fix);

/* Another place that a message names. */
struct vrmlint_related {
    const char *pointer; /* RFC 6901 */
    struct vrmlint_text message;
};

/* A number that the rule measured: metres, radians, seconds, or a plain count. May be infinite or NaN. */
struct vrmlint_measure {
    const char *name;
    double value;
};

/* One change to the JSON of a file. Pointers are of the file as it is, before any of a finding's changes are made. */
enum vrmlint_edit_kind {
    VRMLINT_EDIT_SET,    /* the value at pointer becomes value; a member that isn't there is added */
    VRMLINT_EDIT_REMOVE, /* the member or element at pointer goes; indices that lead behind it are counted down, and
                            those that lead to it become value, where that is the index of an equal one */
    VRMLINT_EDIT_RENAME, /* the member at pointer gets another name: value, as plain text */
    VRMLINT_EDIT_INSERT, /* value becomes an element of a list; the pointer's last token is its index, "-": the last */
    VRMLINT_EDIT_MOVE,   /* the member or element goes to the pointer in value, as it is written; "-" as above */
    VRMLINT_EDIT_WRAP,   /* the value at pointer goes, as it is written, into an object of its own, by the name in value
                          */
    VRMLINT_EDIT_REBUILD, /* the container is written anew around the same JSON and the same chunks; with "glb" for a
                             value JSON text is packed as one */
};
struct vrmlint_edit {
    enum vrmlint_edit_kind kind;
    const char *pointer; /* RFC 6901 */
    const char *value;   /* JSON without white space, or as above; NULL where there is none */
};

/* A range of a file's text that becomes another. */
struct vrmlint_replacement {
    uint64_t offset; /* bytes from the file's start */
    uint64_t length; /* 0: the text comes in there */
    size_t line;     /* where that begins and ends: lines from 1, columns from 1 in code points */
    size_t column;
    size_t end_line;
    size_t end_column; /* behind its last character */
    const char *text;  /* "": it goes */
};

struct vrmlint_finding {
    const struct vrmlint_rule *rule;
    enum vrmlint_severity severity; /* after the policy; never VRMLINT_OFF */
    enum vrmlint_fix fix;
    struct vrmlint_text message; /* one sentence, names as they stand in the file: escape before printing */
    const char *pointer;         /* RFC 6901, "" for the whole document */
    struct vrmlint_text subject; /* what to group it under: "Spring 0 'Hair'", "Node 3 'Hips'", "The file" */
    const char *excerpt;         /* the JSON at fault, on one line and shortened; "" where there is none */
    /* What it is known by from run to run: 16 hexadecimal digits, a colon, and a number from 1 among the equals of the
     * file. Made of the rule and of names, so that it stays when springs, nodes, joints or colliders are put in another
     * order; neither path nor message counts. No two findings of a file have the same. */
    const char *fingerprint;
    bool has_place;  /* false: line, column and offset mean nothing */
    bool mendable;   /* some change of the JSON mends it: vrmlint_mend_path() knows which */
    size_t line;     /* from 1, in the JSON text */
    size_t column;   /* from 1, in code points */
    uint64_t offset; /* bytes from the file's start */
    uint64_t length; /* bytes of the value there; 0 where only a point is known */
    const struct vrmlint_related *related;
    size_t related_count;
    size_t named_count;  /* of these, from the first on: places that the message is about; the rest follow from it */
    size_t repeat_count; /* of the named ones, the last: places of which the same holds */
    const struct vrmlint_measure *data;
    size_t data_count;
    const struct vrmlint_edit *edits; /* what mends it; none unless the policy asks for them */
    size_t edit_count;
    /* What its edits come to in the text when they are made alone, in the order of the text; see
     * vrmlint_policy_fixes(). */
    const struct vrmlint_replacement *replacements;
    size_t replacement_count;
    const char *variant; /* which of its rule's sentences the message is, as the table of messages calls it */
    /* What fills the places of that sentence, each in the order in which the sentence of that language has them; none
     * unless the policy asks for them. */
    const struct vrmlint_text *arguments;
    size_t argument_count;
    size_t number; /* from 0, of all findings of the file, those included that a baseline has left out since */
};

/* An extension of the file that was checked, and its version as the file writes it. */
struct vrmlint_extension {
    const char *name;
    const char *version; /* several, joined by ", "; "" where the file gives none */
};

/* Something that could not be checked. */
struct vrmlint_skipped {
    struct vrmlint_text what;
    struct vrmlint_text why;
};

/*
 * How far the end of a chain swings in one motion of the simulation, for a graph: its angle from where the modelled
 * pose has it.
 */
struct vrmlint_curve {
    size_t spring;               /* index of the spring, or of the bone group of VRM 0.x */
    struct vrmlint_text subject; /* the chain, as findings group it: "Spring 0 'Hair'" */
    const char *motion;          /* what the avatar does: "walk", "turn"; static */
    double seconds_per_sample;   /* the first sample is at 0 */
    const float *degrees;        /* 0 to 180; may be NaN or infinite where the simulation ran away */
    size_t count;
    double threshold; /* degrees that a rule compares with; NaN: none does in this motion */
};

/*
 * A chain in a motion of the simulation that a rule speaks of, as a film: what somebody sees who moves with the avatar.
 * Metres, all finite.
 */
struct vrmlint_film_bone {
    float from[3];
    float to[3];
};

struct vrmlint_film {
    const struct vrmlint_rule *rule;
    struct vrmlint_text subject; /* of its finding */
    const char *motion;          /* as of curves */
    double seconds_per_frame;
    const struct vrmlint_film_bone *modelled; /* the chain, as far as it is shown */
    size_t bone_count;
    const struct vrmlint_film_bone *frames; /* by frame, then by bone */
    size_t frame_bone_count;                /* of all frames */
    const struct vrmlint_film_bone *mended; /* the same with a number that the finding suggests */
    size_t mended_bone_count;               /* 0: there is none */
    const char *parameter;                  /* which number: "dragForce"; NULL: of a collider, its radius */
    double value;
};

/* What an ignore at a place (vrmlint_policy_ignore_at) took out of a report. */
struct vrmlint_ignored {
    const char *rule; /* or family, as the ignore names it */
    const char *reason;
    const char *config; /* the file of settings that holds it, "" where there is none */
    size_t line;        /* there, from 1 */
    size_t column;      /* in code points, from 1 */
    size_t count;       /* findings that it fits */
};

/*
 * What a picture of an avatar is drawn from: lines and shapes in the world of the file, in the rest pose, in metres,
 * every number finite. "worst" is the worst severity of the findings that are about a thing; VRMLINT_OFF where there
 * are none.
 */

/* A bone of the body, or of a chain that swings. */
struct vrmlint_drawn_bone {
    float from[3];
    float to[3];
    size_t chain; /* place in chains; SIZE_MAX for the body */
};

/* A bone of the humanoid, by its name. */
struct vrmlint_drawn_joint {
    float at[3];
    const char *name; /* "leftHand"; static */
    bool small;       /* of a finger, a toe, the jaw */
};

struct vrmlint_drawn_chain {
    struct vrmlint_text subject; /* as findings group it: "Spring 0 'Hair'" */
    enum vrmlint_severity worst;
};

enum vrmlint_shape { VRMLINT_SPHERE, VRMLINT_CAPSULE, VRMLINT_PLANE };

struct vrmlint_drawn_collider {
    enum vrmlint_shape shape;
    bool inside;  /* keeps joints inside of it */
    float at[3];  /* center; one end of the axis; a point of the plane */
    float to[3];  /* of a capsule: the other end; of a plane: its unit normal */
    float radius; /* 0 for planes */
    enum vrmlint_severity worst;
};

/* Points on the border of what a limit allows, a bone's length from the joint. */
enum { VRMLINT_LIMIT_POINTS = 12 };

struct vrmlint_drawn_limit {
    float at[3]; /* the joint */
    float border[VRMLINT_LIMIT_POINTS][3];
    bool flat;    /* a hinge: the border is an arc, not a closed line */
    size_t chain; /* place in chains */
    enum vrmlint_severity worst;
};

/* A place that a finding is about. */
struct vrmlint_drawn_mark {
    float at[3];
    size_t finding; /* the number of the finding */
};

/* Constraints that wait for each other. Each member is a node that follows its source, which is, or moves with, the
 * next member's node; that of the last, the first's. */
struct vrmlint_ring_member {
    struct vrmlint_text node;
    struct vrmlint_text source;
    const char *how; /* "rotation", "roll", "aim", "position"; "below" where the node just hangs below its source */
};

struct vrmlint_drawn_ring {
    const struct vrmlint_ring_member *members;
    size_t member_count;
    size_t left_out; /* members of long rings that aren't listed, between the last and the first */
    size_t finding;  /* the number of the finding */
};

struct vrmlint_drawing {
    size_t finding_count;                   /* all that it was made of: every number of a finding is below this */
    bool faces_back;                        /* the avatar looks along -Z, as VRM 0.x has it; otherwise along +Z */
    const struct vrmlint_drawn_bone *bones; /* those of one chain follow each other */
    size_t bone_count;
    const struct vrmlint_drawn_joint *joints;
    size_t joint_count;
    const struct vrmlint_drawn_chain *chains;
    size_t chain_count;
    const struct vrmlint_drawn_collider *colliders;
    size_t collider_count;
    const struct vrmlint_drawn_limit *limits;
    size_t limit_count;
    const struct vrmlint_drawn_mark *marks; /* by finding */
    size_t mark_count;
    const struct vrmlint_drawn_ring *rings;
    size_t ring_count;
};

/* ---- what a report shows of materials ---- */

/* A colour as screens show it. */
struct vrmlint_swatch {
    bool there;
    unsigned char rgb[3];
};

struct vrmlint_shown_texture {
    const char *slot;   /* "baseColorTexture"; of VRM 0.x "_MainTex" */
    const char *name;   /* of the image; NULL: it has none */
    size_t image;       /* index */
    const char *format; /* "PNG"; NULL where it isn't known */
    uint32_t width;     /* pixels; 0: not known */
    uint32_t height;
    uint64_t bytes; /* in the file; 0: not known */
};

struct vrmlint_painted {
    size_t index;
    const char *name; /* NULL: it has none */
    const char *kind; /* "MToon", "unlit" or "PBR" */
    const char *alpha_mode;
    struct vrmlint_swatch base;
    struct vrmlint_swatch shade;
    struct vrmlint_swatch rim;
    struct vrmlint_swatch outline;                /* where one is drawn */
    const struct vrmlint_shown_texture *textures; /* the largest first */
    size_t texture_count;
    uint64_t bytes;     /* of all its images */
    uint64_t own_bytes; /* without those that a material before it, in the file, has too */
};

enum vrmlint_spent {
    VRMLINT_SPENT_OTHER_IMAGES, /* that no material shows */
    VRMLINT_SPENT_MESHES,
    VRMLINT_SPENT_MORPHS,
    VRMLINT_SPENT_ANIMATIONS,
    VRMLINT_SPENT_JSON,
    VRMLINT_SPENT_KINDS
};

struct vrmlint_palette {
    const struct vrmlint_painted *materials; /* those with the most bytes first */
    size_t material_count;
    uint64_t spent[VRMLINT_SPENT_KINDS]; /* bytes, beside those of the materials' images */
};

/* ---- what a report shows of the avatar itself ---- */

/* What the licence in the file speaks of. */
enum vrmlint_term {
    VRMLINT_TERM_ACTING, /* who may use it as an avatar */
    VRMLINT_TERM_VIOLENCE,
    VRMLINT_TERM_SEX,
    VRMLINT_TERM_COMMERCE,
    VRMLINT_TERM_POLITICS, /* not in VRM 0.x; so are the next three */
    VRMLINT_TERM_HATE,
    VRMLINT_TERM_CREDIT,
    VRMLINT_TERM_PASSING_ON,
    VRMLINT_TERM_CHANGING, /* not in VRM 0.x */
    VRMLINT_TERM_LICENCE,  /* of VRM 1.0 an address, of VRM 0.x a name */
    VRMLINT_TERM_OTHER,    /* address of another licence */
    VRMLINT_TERM_MORE,     /* address of further permissions; of VRM 0.x alone */
    VRMLINT_TERMS
};

/* Something that an expression changes. */
struct vrmlint_bound {
    enum { VRMLINT_BOUND_MORPH, VRMLINT_BOUND_COLOUR, VRMLINT_BOUND_TEXTURE } kind;
    const char *what; /* of a morph its name, of a colour its property; NULL: it has none */
    size_t index;     /* of the morph */
    const char *of;   /* name of the mesh or its node, or of the material; NULL: it has none */
};

struct vrmlint_card_expression {
    const char *name;
    bool custom;
    const struct vrmlint_bound *bound; /* the first few */
    size_t bound_count;
    size_t more; /* that aren't listed */
};

struct vrmlint_card {
    bool is_0x;
    const char *title; /* NULL where the file says nothing, as below */
    const char *version;
    const char *const *authors;
    size_t author_count;
    const char *contact;
    const char *terms[VRMLINT_TERMS]; /* as the file writes them; flags as "true" and "false" */
    size_t bone_count;                /* bones of the humanoid that are mapped */
    const char *const *missing;       /* names of those that aren't: those that every avatar needs first */
    size_t missing_count;
    size_t missing_needed;                             /* of these, how many every avatar needs */
    const struct vrmlint_card_expression *expressions; /* the first ones */
    size_t expression_count;
    size_t more_expressions;
    const char *picture_type;     /* of the thumbnail: "image/png" or "image/jpeg"; NULL: none that can be shown */
    const unsigned char *picture; /* the whole image, as the file has it */
    size_t picture_size;
    unsigned picture_width; /* pixels */
    unsigned picture_height;
};

/* All about one file. Owned by the caller; everything in it lives until vrmlint_report_free(). */
struct vrmlint_report {
    const char *path;
    const char *trouble;   /* NULL, or why the file could not be read at all: then nothing below is filled */
    const char *generator; /* asset.generator, as the file has it: what exported it; NULL where it doesn't say */
    bool glb;              /* the JSON text lies in a GLB container: its lines mean little to editors */
    /* Whether the same bytes under the same policy give the same report again: no limit of time or size has cut it
     * short, and no file beside this one was read or looked for. False for one that was read back. */
    bool repeatable;
    /* The least severity that whoever checks fails for; VRMLINT_OFF: none does, or nobody has said it: the library
     * doesn't. */
    enum vrmlint_severity fails_from;
    const struct vrmlint_extension *extensions;
    size_t extension_count;
    const char *const *unchecked; /* names of extensions that are present and were not checked */
    size_t unchecked_count;
    const struct vrmlint_skipped *skipped;
    size_t skipped_count;
    const struct vrmlint_measure *figures; /* how much of everything the file brings: "triangles" */
    size_t figure_count;
    const struct vrmlint_finding *findings; /* by position in the JSON, then by rule id */
    size_t finding_count;
    size_t
        known_findings; /* left out because a baseline knows them, by whoever applies one: the library leaves this 0 */
    /* left out because nobody wants to see findings of their severity, by whoever leaves them out: as above */
    size_t hidden_findings;
    size_t counts[VRMLINT_ERROR + 1];   /* findings by severity */
    const struct vrmlint_curve *curves; /* by chain, then by motion; none unless the policy asks for them */
    size_t curve_count;
    const struct vrmlint_film *films; /* of findings about motion, the first ones; asked for with the curves */
    size_t film_count;
    const struct vrmlint_ignored *ignored; /* the ignores that fitted any, in the order of the policy */
    size_t ignored_count;
    size_t ignored_findings;               /* findings that were left out; several ignores may fit one */
    const struct vrmlint_drawing *drawing; /* NULL unless the policy asks for it and there is something to draw */
    const struct vrmlint_palette *palette; /* the same of materials, asked for with the drawing */
    const struct vrmlint_card *card;       /* the same of what VRM says of the avatar */
};

/* Why something isn't taken: a line or a clause in the language that the caller sets, shortened where it is too long.
 */
struct vrmlint_refusal {
    enum vrmlint_language language;
    char text[2048];
    bool no_memory; /* nothing is wrong with what was said: memory is short */
};

/* Which rules run and how severe they are. */
struct vrmlint_policy;

/* The default policy: every rule that isn't opt-in, with its own severity. NULL when memory is short. */
struct vrmlint_policy *vrmlint_policy_new(void);
void vrmlint_policy_free(struct vrmlint_policy *policy);

/* A copy that can be changed by itself; it shares much with the original, which must be freed after it. */
struct vrmlint_policy *vrmlint_policy_copy(const struct vrmlint_policy *policy);

/*
 * LIST is comma-separated; an entry is a rule id, a family ("springbone": all its rules, opt-in ones included) or
 * "default". The first call of select replaces the default set, later calls add; ignore takes away, whatever the order
 * of the calls. severity sets one rule or one family. A rule that is on may hold back a part, which its explanation
 * says; that part runs once select names the rule or its family. They return false for an unknown entry, and write one
 * line that says which and what was likely meant into refusal.
 */
bool vrmlint_policy_select(struct vrmlint_policy *policy, const char *list, struct vrmlint_refusal *refusal);
bool vrmlint_policy_ignore(struct vrmlint_policy *policy, const char *list, struct vrmlint_refusal *refusal);
bool vrmlint_policy_severity(struct vrmlint_policy *policy, const char *rule, enum vrmlint_severity severity,
                             struct vrmlint_refusal *refusal);

/* Findings of a rule that somebody has looked at and accepted. All strings are borrowed: they must live as long as
 * the policy, and as the reports made under it. */
struct vrmlint_ignore {
    const char *rule; /* or a family */
    /* Where; those that aren't NULL must all fit, and one of them is needed. */
    const char *pointer; /* RFC 6901: the value there, and all in it */
    const char *node;    /* the name of the node that the value belongs to, also as its joint, collider or channel */
    const char *spring;  /* the name of the spring that it belongs to; in VRM 0.x the comment of the bone group */
    const char *reason;  /* not empty */
    const char *config;  /* the file that this stands in, for reports; "" where there is none */
    size_t line;         /* there, from 1 */
    size_t column;       /* in code points, from 1 */
};

/* Leaves out what an ignore names, and counts it in the report. False and one line in refusal for an unknown rule, a
 * missing place or reason, or when memory is short. */
bool vrmlint_policy_ignore_at(struct vrmlint_policy *policy, const struct vrmlint_ignore *ignore,
                              struct vrmlint_refusal *refusal);

/* The least severity that makes a file fail; VRMLINT_OFF: none does. The default is VRMLINT_ERROR. */
void vrmlint_policy_fail_on(struct vrmlint_policy *policy, enum vrmlint_severity least);
bool vrmlint_policy_fails(const struct vrmlint_policy *policy, const struct vrmlint_report *report);

/* That severity; *origin receives the file of settings that says it, with line and column, or NULL. */
enum vrmlint_severity vrmlint_policy_fails_from(const struct vrmlint_policy *policy, const char **origin);

/* All ignores of the policy, in the order of their adding; *count receives their number. */
const struct vrmlint_ignore *vrmlint_policy_ignores(const struct vrmlint_policy *policy, size_t *count);

/* Limits of one file; 0 means none. Beyond them the file gets file/too-large or file/timed-out, and nothing else of it
 * is reported. The time is wall-clock time, fractions of seconds included; a file can take a little longer. */
void vrmlint_policy_max_file_size(struct vrmlint_policy *policy, uint64_t bytes);
void vrmlint_policy_timeout(struct vrmlint_policy *policy, double seconds);

/* The most memory that the check of one file may hold at a time, in bytes. 0, the default, is VRMLINT_MEMORY_LEAST and
 * VRMLINT_MEMORY_PER_BYTE for each byte that the file has beyond VRMLINT_MEMORY_FREE. Beyond it the file gets file/too-complex, and
 * nothing else of it is reported. */
#define VRMLINT_MEMORY_LEAST (UINT64_C(264) << 20)
#define VRMLINT_MEMORY_FREE (UINT64_C(10) << 20)
#define VRMLINT_MEMORY_PER_BYTE 80
void vrmlint_policy_max_memory(struct vrmlint_policy *policy, uint64_t bytes);

/*
 * How many findings of one rule and file come in full; the rest is counted alone, in the report's counts, and in the
 * data of the rule's last finding, as "more". Those beyond are counted before what follows from another finding has
 * been left out. 0, the default, is any number: a baseline wants them all.
 */
void vrmlint_policy_most_findings(struct vrmlint_policy *policy, size_t most);

/*
 * Has a function asked now and then while files are checked, in the thread that checks: true ends that at once, and
 * the report has the trouble "interrupted". NULL: nobody is asked.
 */
void vrmlint_policy_stop(struct vrmlint_policy *policy, bool (*stop)(void *context), void *context);

/* Whether a file of that size is within the limit. */
bool vrmlint_policy_takes(const struct vrmlint_policy *policy, uint64_t bytes);

/* Whether one file may take that many seconds. */
bool vrmlint_policy_waits(const struct vrmlint_policy *policy, double seconds);

/*
 * Names all of a policy, and of this build of vrmlint, that a report depends on: policies with the same key give the
 * same report for the same bytes. Terminated. False, and no key, when reports bring what vrmlint_record_read() doesn't.
 */
enum { VRMLINT_KEY_SIZE = 65 };
bool vrmlint_policy_key(const struct vrmlint_policy *policy, char key[VRMLINT_KEY_SIZE]);

/* The languages that reports have texts in: a set of bits 1 << language. English alone unless set. */
void vrmlint_policy_languages(struct vrmlint_policy *policy, unsigned languages);

/* The language that files of settings ask for, and the file that says it, with line and column. False, and nothing is
 * written, where none asks for one. */
bool vrmlint_policy_language(const struct vrmlint_policy *policy, enum vrmlint_language *language, const char **origin);

/* The baseline that files of settings name, as a path from where the program runs, and the place that says it; NULL:
 * none does. To apply it is up to the caller. */
const char *vrmlint_policy_baseline(const struct vrmlint_policy *policy, const char **origin);

/* Whether findings bring what fills the places of their sentences. Off unless switched on. */
void vrmlint_policy_arguments(struct vrmlint_policy *policy, bool wanted);

/* Whether findings bring the edits that mend them. Off unless switched on. */
void vrmlint_policy_edits(struct vrmlint_policy *policy, bool wanted);

/*
 * Whether safe findings of files that are JSON text bring the replacements that mend them, within bounds of time and
 * size. Those of a GLB don't: its chunks' lengths would have to change, too. Off unless switched on.
 */
void vrmlint_policy_fixes(struct vrmlint_policy *policy, bool wanted);

/* Whether reports bring the curves of the simulation: much data, for graphs alone. Off unless switched on. */
void vrmlint_policy_curves(struct vrmlint_policy *policy, bool wanted);

/* Whether reports bring what a picture is drawn from. Off unless switched on. */
void vrmlint_policy_drawing(struct vrmlint_policy *policy, bool wanted);

/*
 * A number that a measure of the simulation is compared with. All strings are static, UTF-8, never NULL. The name is
 * that of a rule of family sim, and where the rule has several numbers, which of them: "slow-settle-warning".
 */
struct vrmlint_threshold {
    const char *name;
    double value; /* the default */
    double least; /* what it may be set to */
    double most;
    const char *unit;    /* "m", "m/s", "s", "degrees", "degrees/s", "frames", or "share" of one */
    const char *meaning; /* what is compared, in a clause */
    const char *reason;  /* why this number, in a clause */
};

/* All thresholds in the order of the table. The array is static; *count receives its length. */
const struct vrmlint_threshold *vrmlint_thresholds(size_t *count);

/* Sets a threshold. False for an unknown name or a value out of its range, with one line about it in refusal. */
bool vrmlint_policy_threshold(struct vrmlint_policy *policy, const char *name, double value,
                              struct vrmlint_refusal *refusal);

/* The names of all figures, in the order of the table. The array is static; *count receives its length. */
const char *const *vrmlint_figures(size_t *count);

/* The most of a figure ("triangles") that a file may have, a whole number of 0 or more: beyond it budget/exceeded.
 * False for an unknown name or a value out of its range, with one line about it in refusal. */
bool vrmlint_policy_budget(struct vrmlint_policy *policy, const char *name, double limit,
                           struct vrmlint_refusal *refusal);

/* A budget that a platform publishes: its name, who says so, and when ("2021-01"; NULL: nobody says). */
struct vrmlint_budget_preset {
    const char *name;
    const char *source;
    const char *date;
};

/* All that there are, by name. The array is static; *count receives its length. */
const struct vrmlint_budget_preset *vrmlint_budget_presets(size_t *count);

/* Limits what a platform limits; what it doesn't stays as it is. False for an unknown name, with one line about it in
 * refusal. */
bool vrmlint_policy_budget_preset(struct vrmlint_policy *policy, const char *name, struct vrmlint_refusal *refusal);

/* The most of a figure that a file may have; NAN where nobody limits it, or there is no such figure. */
double vrmlint_policy_budget_value(const struct vrmlint_policy *policy, const char *name);

/*
 * Binds the JSON Schema (2020-12 or draft-04) in a file to an extension that vrmlint doesn't know: every object of that
 * name in an "extensions" object is held to it, by the rules of family schema. Files in the schema's folder that it
 * refers to are read too, nothing else is. Copies of the policy share what was read. False, with one line about it in
 * refusal, for a file that can't be read or is no such schema, or a name that is known or bound already.
 */
bool vrmlint_policy_schema(struct vrmlint_policy *policy, const char *extension, const char *file,
                           struct vrmlint_refusal *refusal);

/* What a threshold (an element of the table) is under the policy. */
double vrmlint_policy_threshold_value(const struct vrmlint_policy *policy, const struct vrmlint_threshold *threshold);

/* The file of settings that sets it, with line and column, or NULL. */
const char *vrmlint_policy_threshold_origin(const struct vrmlint_policy *policy,
                                            const struct vrmlint_threshold *threshold);

/* Whether spring bones are simulated, for the rules of family sim; they are, unless this says no. */
void vrmlint_policy_simulation(struct vrmlint_policy *policy, bool on);

/* Whether anything is looked at that needs the bytes of buffers and images; it is, unless this or a file of settings
 * says no. Reports then say so among what was skipped. */
void vrmlint_policy_data(struct vrmlint_policy *policy, bool on);

/* Whether it is; *origin receives the file of settings that says no, with line and column, or NULL. */
bool vrmlint_policy_reads_data(const struct vrmlint_policy *policy, const char **origin);

/* Whether a rule can be reported under the policy, and with which severity if nothing else decides. */
enum vrmlint_severity vrmlint_policy_effective(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule);

/* Where a file of settings decides that ("avatars/.vrmlint.json:4:13"); NULL where none says anything of the rule. */
const char *vrmlint_policy_origin(const struct vrmlint_policy *policy, const struct vrmlint_rule *rule);

/*
 * Checks one file, "-" for standard input. policy may be NULL for the default. Never returns NULL but when memory is
 * short from the first allocation; trouble with the world (opening, reading, memory) is in report->trouble.
 */
struct vrmlint_report *vrmlint_check_path(const struct vrmlint_policy *policy, const char *path);

/* The same for bytes in memory, which must stay until this returns; name stands in the report as the path. */
struct vrmlint_report *vrmlint_check_bytes(const struct vrmlint_policy *policy, const char *name, const void *bytes,
                                           size_t size);

/* Frees a report and everything in it; NULL is fine. */
void vrmlint_report_free(struct vrmlint_report *report);

/*
 * Gives back what checking took beyond the report itself (the file's text above all): for reports that are kept. Takes
 * report over and returns it elsewhere, or, when memory is short, as it was.
 */
struct vrmlint_report *vrmlint_report_compact(struct vrmlint_report *report);

/* ---- mending ---- */

/* Lines of the JSON text before and after. */
struct vrmlint_hunk {
    const char *pointer; /* of the value that changes */
    size_t line;         /* of the first one, from 1, in the text that the fix was made in */
    const char *before;  /* whole lines, or in a text without lines the member; "" where there was nothing */
    const char *after;
};

/* A step of a JSON patch, RFC 6902. Each sees the text as those before it left it. */
struct vrmlint_operation {
    const char *op;    /* "add", "replace", "remove", "move"; static */
    const char *path;  /* RFC 6901 */
    const char *from;  /* of a move; else NULL */
    const char *value; /* JSON without white space; NULL where there is none */
};

/* A finding that was mended. */
struct vrmlint_fixed {
    const struct vrmlint_finding *finding; /* as it was when it was mended */
    size_t round;                          /* from 0: pointers are of the text after all rounds before it */
    const struct vrmlint_edit *edits;      /* with all that had to be renumbered, by pointer */
    size_t edit_count;
    const struct vrmlint_hunk *hunks; /* in the order of the text */
    size_t hunk_count;
};

/* Why a finding that was to be mended is left. */
enum vrmlint_left_reason {
    VRMLINT_LEFT_NO_EDIT,  /* nothing in the JSON can mend it by itself */
    VRMLINT_LEFT_NO_CURE,  /* its change was made, and the finding stayed */
    VRMLINT_LEFT_BRINGS,   /* its change brings another finding */
    VRMLINT_LEFT_COLLIDES, /* its change can't be made, or not beside others */
    VRMLINT_LEFT_UNTRIED,  /* too much was to be tried */
    VRMLINT_LEFT_UNSURE,   /* it is too much only where no error is left that it may have to do with */
};
struct vrmlint_left {
    const struct vrmlint_finding *finding; /* of the report after */
    enum vrmlint_left_reason reason;
    const struct vrmlint_rule *brings; /* what it would bring, or NULL */
};

/* All about the mending of one file. */
struct vrmlint_mended {
    const struct vrmlint_report *before; /* with its trouble, if there was any: then nothing else is here */
    const struct vrmlint_report *after;  /* the same report where nothing was mended */
    const struct vrmlint_fixed *fixed;   /* in the order in which they were made */
    size_t fixed_count;
    const struct vrmlint_left *left; /* by position */
    size_t left_count;
    const struct vrmlint_operation *patch; /* all changes of the JSON as one */
    size_t patch_count;
    const unsigned char *original; /* the file as it was */
    size_t original_size;
    const unsigned char *bytes; /* the mended file; NULL where nothing was mended */
    size_t size;
};

/*
 * Mends in memory what can be mended of one file: findings under the policy whose fix class is in classes, a set of
 * bits 1 << enum vrmlint_fix. Fixes are made in rounds, at most ten, each of those that don't touch the same values;
 * one that brings a finding which the file hadn't is taken back. NULL only when memory is short.
 */
struct vrmlint_mended *vrmlint_mend_path(const struct vrmlint_policy *policy, const char *path, unsigned classes);

/* The same but for findings that are accepted as they are: those for which accepts, if it isn't NULL, is true. It is
 * called again and again, also of findings of files that are mended in part. */
struct vrmlint_mended *vrmlint_mend_rest(const struct vrmlint_policy *policy, const char *path, unsigned classes,
                                         bool (*accepts)(void *context, const struct vrmlint_finding *finding),
                                         void *context);
void vrmlint_mended_free(struct vrmlint_mended *mended);

/* ---- settings in files: .vrmlint.json, as schema/config.schema.json describes it ---- */

/* One file of settings, checked: its names are those of rules and thresholds. */
struct vrmlint_config;

/*
 * Reads a file of settings; name is what messages call it. NULL, and one line in refusal, when something is wrong with
 * it: "NAME:LINE:COLUMN: what; did you mean ...?". The caller frees it, after the policies and reports that were made
 * with it.
 */
struct vrmlint_config *vrmlint_config_read(const char *path, const char *name, struct vrmlint_refusal *refusal);

/* The same for bytes in memory, which may go once this returns. */
struct vrmlint_config *vrmlint_config_from_bytes(const char *name, const void *bytes, size_t size,
                                                 struct vrmlint_refusal *refusal);
void vrmlint_config_free(struct vrmlint_config *config);

/* What it was read as: the name that was given. Lives as long as the config. */
const char *vrmlint_config_name(const struct vrmlint_config *config);

/* Whether files in the folders above say nothing any more. */
bool vrmlint_config_is_root(const struct vrmlint_config *config);

/* Its blocks for some paths, and whether one of them is for a path: relative to the file's folder, with / between
 * folders, without "." and "..". */
size_t vrmlint_config_block_count(const struct vrmlint_config *config);
bool vrmlint_config_block_holds(const struct vrmlint_config *config, size_t block, const char *path);

/* The patterns of a block, each with the place where it stands ("avatars/.vrmlint.json:4:13"), and whether it fits a
 * path. */
size_t vrmlint_config_pattern_count(const struct vrmlint_config *config, size_t block);
const char *vrmlint_config_pattern(const struct vrmlint_config *config, size_t block, size_t index,
                                   const char **origin);
bool vrmlint_config_pattern_fits(const struct vrmlint_config *config, size_t block, size_t index, const char *path);

/* Whether it leaves anything out while folders are walked, and whether a file or folder below root. Both are relative
 * to the file's folder as above; root may be NULL, for that folder or one above it. A pattern that takes root itself
 * doesn't count: whoever named that wants it. */
bool vrmlint_config_excludes_some(const struct vrmlint_config *config);
bool vrmlint_config_excludes(const struct vrmlint_config *config, const char *root, const char *path, bool folder);

/* The path of the file of settings that holds as well, before this one, and the place that says it; NULL: there is
 * none. To read it is up to the caller, and so are files that extend each other. */
const char *vrmlint_config_extends(const struct vrmlint_config *config, const char **origin);

/* The ignores of the file and of all its blocks, in their order; *count receives their number. */
const struct vrmlint_ignore *const *vrmlint_config_ignores(const struct vrmlint_config *config, size_t *count);

/*
 * Makes a policy do as a file of settings says, with those blocks whose flag in blocks is set. Called for several
 * files, a later one wins over an earlier one: the farthest comes first. What the functions above say of the same
 * policy wins over all files, whatever the order of the calls. False, with a line in refusal, only when memory is
 * short.
 */
bool vrmlint_policy_configure(struct vrmlint_policy *policy, const struct vrmlint_config *config, const bool *blocks,
                              struct vrmlint_refusal *refusal);

/* ---- reports that were written, read back ---- */

/* A line of --format ndjson. */
struct vrmlint_record {
    struct vrmlint_report *report; /* of a file, to be freed; NULL for the last line, the summary of the run */
    size_t files;                  /* of the run */
    size_t shard;                  /* which part of the files it was over, from 1 to shards; 0: all of them */
    size_t shards;
};

/*
 * Reads a line of size bytes, without its line feed. What ndjson doesn't hold (curves, the drawing) isn't in the
 * report. False, with a clause in refusal that says why, when it is no such line, names a rule that this version
 * doesn't know, or memory is short.
 */
bool vrmlint_record_read(const char *line, size_t size, struct vrmlint_record *record, struct vrmlint_refusal *refusal);

#ifdef __cplusplus
}
#endif

#endif

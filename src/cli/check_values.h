/* Values of options, of vrmlint check and similar commands, that need more than a member of the settings: each
 * function accepts or refuses one. The context is struct settings. */
#ifndef VRMLINT_CLI_CHECK_VALUES_H
#define VRMLINT_CLI_CHECK_VALUES_H

#include <stdbool.h>

struct vrmlint_refusal;

bool value_add_format(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_add_select(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_add_ignore(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_rules_of(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_budget(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_add_severity(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_files_from(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_jobs(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_shard(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_max_file_size(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_max_memory(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_timeout(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_add_schema(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_add_exclude(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_diff_format(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_max_warnings(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool value_set_cache_size(void *context, const char *argument, struct vrmlint_refusal *refusal);

#endif

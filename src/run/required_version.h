/* The versions of vrmlint that settings require. */
#ifndef VRMLINT_RUN_REQUIRED_VERSION_H
#define VRMLINT_RUN_REQUIRED_VERSION_H

enum required_version { REQUIRED_MET, REQUIRED_UNMET, REQUIRED_UNREADABLE };

/*
 * Compares a version with requirements such as "1.2", ">=1.0" or ">=1.0, <2": numbers with up to three parts, after an
 * operator (==, >=, >, <=, <) or none, separated by commas or spaces. All must be met. Without an operator, and with
 * ==, parts that the requirement leaves out may have any value. What follows the numbers of the version, such as -dev,
 * has no effect.
 */
enum required_version required_version_compare(const char *required, const char *version);

#endif

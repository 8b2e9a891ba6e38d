/* Differences between compilers. */
#ifndef VRMLINT_BASE_COMPILER_H
#define VRMLINT_BASE_COMPILER_H

/* Declares a function like printf: format_at is the number of its format argument, first the number of the first
 * argument to print (0: a va_list). On Windows we print with mingw's own printf, which knows %zu. */
#ifdef __MINGW32__
#define PRINTF_LIKE(format_at, first) __attribute__((format(gnu_printf, format_at, first)))
#else
#define PRINTF_LIKE(format_at, first) __attribute__((format(printf, format_at, first)))
#endif

/* Marks a string for translation: po/texts.py looks for these. */
#define N_(text) text

#endif

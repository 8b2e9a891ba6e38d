/* What compilers spell differently. */
#ifndef VRMLINT_BASE_COMPILER_H
#define VRMLINT_BASE_COMPILER_H

/* A function like printf: its format is argument number format, what it prints begins at argument number first (0: a
 * va_list). On Windows we print with mingw's own printf, which knows %zu. */
#ifdef __MINGW32__
#define PRINTF_LIKE(format_at, first) __attribute__((format(gnu_printf, format_at, first)))
#else
#define PRINTF_LIKE(format_at, first) __attribute__((format(printf, format_at, first)))
#endif

/* Marks a text of the program that is translated where it is shown: po/texts.py looks for these. */
#define N_(text) text

#endif

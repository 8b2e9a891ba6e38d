/* A last line on standard error when the program crashes: the file that it was working on. */
#ifndef VRMLINT_BASE_OS_CRASH_H
#define VRMLINT_BASE_OS_CRASH_H

/*
 * From now on, a crash (an invalid memory access, also of a full stack, an impossible instruction or division, a failed
 * assertion) prints "vrmlint: PATH: on_file", with the path of os_work_on() in the thread that crashed, or "vrmlint:
 * otherwise" if that thread has none. The program then ends as it would have without this. Borrows both texts. To be
 * called in the main thread, before threads start. Does nothing in sanitised builds, whose own report is better.
 */
void os_catch_crashes(const char *on_file, const char *otherwise);

/* Names the file that this thread works on from now on; NULL: none. Borrows the path until the next call in the thread.
 * Returns the path of the previous call, so that the caller can restore it. A new thread has the file of the thread
 * that started it. */
const char *os_work_on(const char *path);

#endif

/*
 * Preloaded into a command, sends it a signal two thousand times a second. The handler is set without SA_RESTART, so
 * waiting system calls end with EINTR. See tests/cli/test_disks.py.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

static void on_alarm(int number)
{
    (void)number;
}

__attribute__((constructor)) static void begin(void)
{
    struct sigaction action = {.sa_handler = on_alarm};
    struct itimerval often = {{0, 500}, {0, 500}};
    if (sigaction(SIGALRM, &action, NULL) != 0 || setitimer(ITIMER_REAL, &often, NULL) != 0) {
        abort();
    }
}

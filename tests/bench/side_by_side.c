/*
 * Runs several commands in turn, again and again, and prints their times: side_by_side ROUNDS COMMAND [ARG]... [--
 * COMMAND [ARG]...]... One line a command: its exit status, its peak memory in kB, then for each round the
 * milliseconds of the clock and of the processors. The commands take turns, so that a machine that is slower for a
 * while affects all of them. Their output is discarded.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

/* _DEFAULT_SOURCE would declare this. */
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);

extern char **environ;

enum { COMMANDS_MAX = 32 };

struct command {
    char **argv;
    double *wall; /* one a round, seconds */
    double *busy;
    long peak; /* kB */
    int status;
};

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void run(struct command *command, size_t round, const posix_spawn_file_actions_t *actions)
{
    struct rusage usage;
    assert(command->argv[0] != NULL);
    pid_t pid;
    int status;
    double begin = now();
    int error = posix_spawnp(&pid, command->argv[0], actions, NULL, command->argv, environ);
    if (error != 0) {
        errno = error;
        fail(command->argv[0]);
    }
    if (wait4(pid, &status, 0, &usage) < 0) {
        fail("wait4");
    }
    command->wall[round] = now() - begin;
    command->busy[round] = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    command->peak = usage.ru_maxrss > command->peak ? usage.ru_maxrss : command->peak;
    command->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void print(const struct command *command, size_t rounds)
{
    printf("%d %ld", command->status, command->peak);
    for (size_t i = 0; i < rounds; i++) {
        printf(" %.4f %.4f", command->wall[i] * 1e3, command->busy[i] * 1e3);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    struct command commands[COMMANDS_MAX] = {{0}};
    size_t count = 0;
    size_t rounds = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    posix_spawn_file_actions_t actions;
    if (rounds == 0 || posix_spawn_file_actions_init(&actions) != 0) {
        fputs("usage: side_by_side ROUNDS COMMAND [ARG]... [-- COMMAND [ARG]...]...\n", stderr);
        return 2;
    }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    for (int i = 2; i < argc && count < COMMANDS_MAX; i++) {
        if (strcmp(argv[i], "--") == 0) {
            fail("an empty command");
        }
        struct command *command = &commands[count++];
        command->argv = &argv[i];
        command->wall = calloc(rounds, sizeof *command->wall);
        command->busy = calloc(rounds, sizeof *command->busy);
        if (command->wall == NULL || command->busy == NULL) {
            fail("calloc");
        }
        while (i < argc && strcmp(argv[i], "--") != 0) {
            i++;
        }
        argv[i] = NULL;
    }
    for (size_t round = 0; round < rounds; round++) {
        for (size_t i = 0; i < count; i++) {
            run(&commands[i], round, &actions);
        }
    }
    for (size_t i = 0; i < count; i++) {
        print(&commands[i], rounds);
        free(commands[i].wall);
        free(commands[i].busy);
    }
    posix_spawn_file_actions_destroy(&actions);
    return 0;
}

/* Replaces system calls that emscripten's C library makes up by calls of Node: the command shares its machine with
 * other programs. */
#include <emscripten.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* JavaScript, which clang-format would format as C. */
/* clang-format off */
EM_JS(int, node_process, (void), { return process.pid; });
EM_JS(int, node_is_running, (int number), {
    try {
        process.kill(number, 0);
        return 1;
    } catch (error) {
        return error.code === 'ESRCH' ? 0 : 1;
    }
});
EM_JS(void, node_exit, (int status), { process.exit(status); });
EM_JS(int, node_columns, (int descriptor), {
    if (!require('tty').isatty(descriptor)) return 0;
    return (descriptor === 2 ? process.stderr : process.stdout).columns || 0;
});
/* clang-format on */

pid_t getpid(void)
{
    return node_process();
}

int raise(int signal)
{
    node_exit(128 + signal); /* as shells report programs that a signal ended */
    return 0;
}

int kill(pid_t process, int signal)
{
    if (signal != 0) {
        return raise(signal);
    }
    if (!node_is_running(process)) {
        errno = ESRCH;
        return -1;
    }
    return 0;
}

int ioctl(int descriptor, int request, ...)
{
    int columns = request == TIOCGWINSZ ? node_columns(descriptor) : 0;
    if (columns <= 0) {
        errno = ENOTTY;
        return -1;
    }
    va_list arguments;
    va_start(arguments, request);
    *va_arg(arguments, struct winsize *) = (struct winsize){.ws_col = (unsigned short)columns};
    va_end(arguments);
    return 0;
}

/* Reports all files as ready: reading waits by itself. */
int poll(struct pollfd *files, nfds_t count, int milliseconds)
{
    (void)milliseconds;
    for (nfds_t i = 0; i < count; i++) {
        files[i].revents = files[i].events;
    }
    return (int)count;
}

/* vrmlint: argv -> command -> exit status. */
#include "base/os.h"
#include "cli/commands.h"

int main(int argc, char **argv)
{
    struct os_console console;
    os_start(&argc, &argv, &console);
    int status = (int)desktop_run(argc, argv);
    os_finish(&console);
    os_end_interrupted();
    return status;
}

/* vrmlint: argv -> command -> exit status. */
#include "base/os.h"
#include "cli/commands.h"

int main(int argc, char **argv)
{
    os_start(&argc, &argv);
    return (int)commands_run(argc, argv);
}

/* The minimum cost of a program linked with jansson. */
#include <jansson.h>

int main(int argc, char **argv)
{
    (void)argv;
    return argc > 1 && json_null() == NULL;
}

/* The least that a program linked with jansson costs. */
#include <jansson.h>

int main(int argc, char **argv)
{
    (void)argv;
    return argc > 1 && json_null() == NULL;
}

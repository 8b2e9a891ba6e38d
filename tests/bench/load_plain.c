/* The cost of a program that reads the JSON chunk of a GLB and passes it to json_loadb(): load_plain FILE.glb */
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    unsigned char head[20];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL || fread(head, 1, sizeof head, file) != sizeof head) {
        return 2;
    }
    size_t size = (size_t)head[12] | (size_t)head[13] << 8 | (size_t)head[14] << 16 | (size_t)head[15] << 24;
    char *text = malloc(size);
    if (text == NULL || fread(text, 1, size, file) != size) {
        return 2;
    }
    fclose(file);
    json_t *json = json_loadb(text, size, 0, NULL);
    free(text);
    int status = json == NULL;
    json_decref(json);
    return status;
}

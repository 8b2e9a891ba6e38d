/* The minimum cost of reading a whole file: reads it in windows and adds up its words. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 131072 };

int main(int argc, char **argv)
{
    static unsigned char window[WINDOW];
    int file = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    uint32_t sum = 0;
    ssize_t got;
    if (file < 0) {
        perror("sum_words");
        return 1;
    }
    while ((got = read(file, window, sizeof window)) > 0) {
        for (size_t i = 0; i + sizeof sum <= (size_t)got; i += sizeof sum) {
            uint32_t word;
            memcpy(&word, window + i, sizeof word);
            sum += word;
        }
    }
    close(file);
    printf("%u\n", (unsigned)sum);
    return 0;
}

/* SPDX-License-Identifier: MIT
 *
 * A request is read character by character; after each one the whole buffer
 * is searched from its start for the end of the header: n characters cost n^2.
 * After Apache bug 34464.
 *
 *     main LENGTH [SEED]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_END "\r\n\r\n"
#define HEADER_END_LENGTH 4

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* Without the plugin the attribute is unknown. */
#pragma GCC diagnostic ignored "-Wattributes"
__attribute__((algoprof("loops")))
static long find_header_end(const char *buffer, long length)
{
    long i;

    for (i = 0; i + HEADER_END_LENGTH <= length; i++)
        if (memcmp(buffer + i, HEADER_END, HEADER_END_LENGTH) == 0)
            return i;
    return -1;
}

/* The next character of a header of lines that ends after length characters. */
static char next_character(long at, long length)
{
    static long line_end;

    if (at >= length - HEADER_END_LENGTH)
        return HEADER_END[HEADER_END_LENGTH - (length - at)];
    if (at == 0 || at > line_end + 1)
        line_end = at + 20 + draw(50);
    if (at >= line_end)
        return "\r\n"[at - line_end];
    return (char)('a' + draw(26));
}

int main(int argc, char **argv)
{
    long length = argc > 1 ? atol(argv[1]) : 1000;
    unsigned long checksum = 0;
    long used = 0;
    char *buffer;

    if (length < HEADER_END_LENGTH)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    buffer = malloc((size_t)length);
    if (!buffer)
        return 1;
    do {
        buffer[used] = next_character(used, length);
        checksum = checksum * 31 + (unsigned char)buffer[used];
        used++;
    } while (find_header_end(buffer, used) < 0);
    printf("header %ld checksum %lx\n", used, checksum);
    free(buffer);
    return 0;
}

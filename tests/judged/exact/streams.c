/* By formula: blocks and lines of streams.  What a stream gives comes from
   outside the process, and is written, not read.
       wrote    10 items of 6 bytes; short: the result tells
       blocks   16 of 20 bytes arrive, the rest is old: 4
       lines    "line one\n" (and NUL)
       getline  pointer and size: 16 old bytes at first; "line two!\n" (and NUL)
       text     "hello" and NUL, twice */
/* exact wrote: instances 8, size 60, union 60 */
/* exact blocks: instances 8, size 4, union 4, external 16 */
/* exact lines: instances 8, size 0, union 0, external 9 */
/* exact getline: instances 8, size 16, union 16, external 10 */
/* exact text: instances 8, size 12, union 12 */
/* exact characters: instances 8, size 5, union 5 */
/* exact places: instances 8, size 0, union 0 */
#define _GNU_SOURCE
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char c[6];
};

static struct item items[20];
static char into[24], word[] = "hello", other[] = "there", line[64], *got;
static size_t room;
static fpos_t position;

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    long sum = 0;
    FILE *out = fopen("/dev/null", "w"), *file = tmpfile();
    fputs("0123456789abcdefline one\nline two!\n", file);
    for (int k = 0; k < 8; k++) {
        char block[16];
        rewind(file);
#pragma algoprof loop name(wrote)
        ONCE
        sum += fwrite(items, sizeof *items, opaque(10), out);
#pragma algoprof loop name(blocks)
        ONCE
        {
            fread(into, 4, opaque(4), file);
            for (int j = 0; j < 20; j++)
                sum += into[opaque(j)];
        }
#pragma algoprof loop name(lines)
        ONCE
        {
            sum += fgets(line, sizeof line, file) != NULL;
            sum += line[opaque(3)];
        }
#pragma algoprof loop name(getline)
        ONCE
        {
            sum += getline(&got, &room, file);
            sum += got[opaque(5)];
        }
#pragma algoprof loop name(text)
        ONCE
        {
            fputs(word, out);
            fputs_unlocked(other, out);
        }
#pragma algoprof loop name(characters)
        ONCE
        for (int j = 0; j < 5; j++)
            sum += putc(word[j], out);
#pragma algoprof loop name(places)
        ONCE
        {
            sum += fgetpos(file, &position) + ftell(file) + feof(file) + fseek(file, 0, SEEK_CUR) + fflush(out);
            sum += *(char *)&position;
        }
        fread(block, 1, sizeof block, file);
    }
    printf("%ld\n", sum);
    return 0;
}

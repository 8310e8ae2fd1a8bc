/* By formula: calls that are jumps, where what a library function did is told when it has
   returned, and where the function that is called is read from memory. */
/* exact copied: instances 8, size 6, union 6 */
/* exact searched: instances 8, size 8, union 8 */
/* exact jumped: instances 8, size 56, union 56 */
#define _GNU_SOURCE
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[16];
static int numbers[10];
static int (*table[2])(const int *);

__attribute__((noinline)) static char *copy(const char *s)
{
    return strdup(s);
}

__attribute__((noinline)) static const char *search(const char *s)
{
    return strstr(s, text + 12);
}

__attribute__((noinline)) static int plain(const int *p)
{
    return *p;
}

__attribute__((noinline)) static int turned(const int *p)
{
    return -*p;
}

__attribute__((noinline)) static int jump(int i, const int *p)
{
    return table[i](p);
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
        strcpy(text, "hello");
        strcpy(text + 12, "lo");
        table[0] = opaque(1) ? plain : turned;
        table[1] = opaque(1) ? turned : plain;
        for (int i = 0; i < n; i++)
            numbers[i] = opaque(i);
#pragma algoprof loop name(copied)
        for (int i = 0; i < n; i++) {
            char *s = copy(text);
            sum += s[opaque(2)];
            free(s);
        }
#pragma algoprof loop name(searched)
        for (int i = 0; i < n; i++)
            sum += search(text) - text;         /* up to the end of what is found: 5, and 3 */
#pragma algoprof loop name(jumped)
        for (int i = 0; i < n; i++)
            sum += jump(opaque(i & 1), &numbers[i]);
    }
    printf("%ld\n", sum);
    return 0;
}

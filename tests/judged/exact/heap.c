/* By formula: the heap.  calloc writes; realloc moves what the instance has
   seen, and reads nothing: neither what was written before the move nor what
   was read is input once more; what was not seen is input when it is read. */
/* exact allocated: instances 8, size 40, union 40 */
/* exact cleared: instances 8, size 0, union 0 */
/* exact grown: instances 8, size 0, union 0 */
/* exact moved: instances 8, size 200, union 1600 */
/* exact outer: instances 8, size 200, union 1600 */
/* exact inner: instances 8, size 300, union 2400 */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int source[10];

/* 100 bytes are read, the next 100 are written. */
static long touch(char *p)
{
    long sum = 0;
    for (int j = 0; j < 100; j++)
        sum += p[opaque(j)];
    for (int j = 100; j < 200; j++)
        p[opaque(j)] = (char)sum;
    return sum;
}

/* 300 bytes are read. */
static long look(const char *p)
{
    long sum = 0;
    for (int j = 0; j < 300; j++)
        sum += p[opaque(j)];
    return sum;
}

/* A block with another behind it, so that it has to move; never freed, so that
   none lies where another lay. */
static char *block(void)
{
    char *p = malloc(300), *behind = malloc(300);
    memset(p, 1, 300);
    __asm__ volatile("" : : "r"(behind) : "memory");
    return p;
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(allocated)
        for (int i = 0; i < n; i++) {
            int *p = malloc(opaque(4));
            *p = source[i];
            sum += *(volatile int *)p;
            free(p);
        }
#pragma algoprof loop name(cleared)
        for (int i = 0; i < n; i++) {
            int *p = calloc(opaque(10), 4);
            sum += p[opaque(i)];
            free(p);
        }
        int room = 1, *grown = malloc(room * sizeof *grown);
#pragma algoprof loop name(grown)
        for (int i = 0; i < 4000; i++) {
            if (i == room) {
                room *= 2;
                grown = realloc(grown, room * sizeof *grown);
            }
            grown[i] = i;
            sum += grown[opaque(i / 2)];
        }
        free(grown);
        char *p = block(), *q = block();
#pragma algoprof loop name(moved)
        for (int i = 0; i < opaque(1); i++) {
            sum += touch(p);
            p = realloc(p, 3000);
            sum += look(p);
        }
#pragma algoprof loop name(outer)
        for (int i = 0; i < opaque(1); i++) {
            sum += touch(q);
#pragma algoprof loop name(inner)
            for (int j = 0; j < opaque(1); j++) {
                q = realloc(q, 3000);
                sum += look(q);
            }
        }
    }
    printf("%ld\n", sum);
    return 0;
}

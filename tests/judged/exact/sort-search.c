/* By formula: sorting and searching, with callbacks in this unit.
       sorted    40 elements of 8 bytes; one element is not touched
       looked    the key's 4 bytes; 31 elements, five are compared: 4 bytes each
       linear    the key, the number of elements (8), four compared */
/* exact sorted: instances 8, size 320, union 320 */
/* exact single: instances 8, size 0, union 0 */
/* exact looked: instances 8, size 24, union 24 */
/* exact linear: instances 8, size 28, union 28 */
/* exact context: instances 8, size 328, union 328 */
#define _GNU_SOURCE
#include "judge.h"
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

struct element {
    int key, value;
};

static struct element unsorted[40], sorted[31];
static int sought;
static size_t count = 31;
static long weight = 3;

static int by_key(const void *a, const void *b)
{
    return ((const struct element *)a)->key - ((const struct element *)b)->key;
}

static int key_first(const void *key, const void *element)
{
    return *(const int *)key - ((const struct element *)element)->key;
}

static int weighted(const void *a, const void *b, void *context)
{
    return by_key(a, b) * (*(long *)context > 0 ? 1 : -1);
}

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < 40; i++)
            unsorted[i] = (struct element){ i * 17 % 40, k };
        for (int i = 0; i < 31; i++)
            sorted[i].key = 2 * i;
#pragma algoprof loop name(sorted)
        ONCE
        qsort(unsorted, opaque(40), sizeof *unsorted, by_key);
        sum += unsorted[7].key;
#pragma algoprof loop name(single)
        ONCE
        qsort(unsorted, opaque(1), sizeof *unsorted, by_key);
        sought = opaque(0);
        __asm__ volatile("" : "+m"(sought));
#pragma algoprof loop name(looked)
        ONCE
        sum += (struct element *)bsearch(&sought, sorted, opaque(31), sizeof *sorted, key_first) - sorted;
        sought = opaque(6);
        __asm__ volatile("" : "+m"(sought));
#pragma algoprof loop name(linear)
        ONCE
        sum += (struct element *)lfind(&sought, sorted, &count, sizeof *sorted, key_first) - sorted;
        for (int i = 0; i < 40; i++)
            unsorted[i].key = i * 7 % 40;
#pragma algoprof loop name(context)
        ONCE
        qsort_r(unsorted, opaque(40), sizeof *unsorted, weighted, &weight);
        sum += unsorted[9].key;
    }
    printf("%ld\n", sum);
    return 0;
}

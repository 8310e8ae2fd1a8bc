/* By formula: an array that existed before the outermost call is input, those
   in the frames of the calls are not, whichever level reads them. */
/* exact down: instances 6, size 80, union 80 */
/* exact up: instances 6, size 0, union 0 */
/* exact passed: instances 6, size 68, union 68 */
#include "judge.h"
#include <stdio.h>

/* 20 ints of the caller, of each level's copy all. */
__attribute__((algoprof)) static int down(const int *above, int n)
{
    int mine[20], sum = 0;
    for (int i = 0; i < 20; i++)
        mine[i] = above[i] + n;
    for (int i = 0; i < 20; i++)
        sum ^= mine[opaque(i)];
    return n == 0 ? sum : down(mine, n - 1) + sum;
}

/* The deepest level reads what the first one wrote. */
__attribute__((algoprof)) static int up(const int *first, int n)
{
    int mine[8];
    for (int i = 0; i < 8; i++)
        mine[i] = n * i;
    __asm__ volatile("" : : "r"(mine) : "memory");
    if (n == 0)
        return first ? first[opaque(3)] + first[7] : 0;
    return up(first ? first : mine, n - 1) + mine[opaque(2)];
}

struct big {
    int cells[17];
};

/* 17 ints, read through a pointer at the deepest level only. */
__attribute__((algoprof)) static int passed(const struct big *b, int n)
{
    int sum = 0;
    if (n > 0)
        return passed(b, n - 1) * 3 + n;
    for (int i = 0; i < 17; i++)
        sum += b->cells[i];
    return sum;
}

int main(void)
{
    int base[20], sum = 0;
    struct big b;
    for (int i = 0; i < 20; i++)
        base[i] = i;
    for (int i = 0; i < 17; i++)
        b.cells[i] = i * 3;
    __asm__ volatile("" : : "r"(base), "r"(&b) : "memory");
    for (int i = 0; i < 6; i++) {
        sum += down(base, opaque(i));
        sum += up(NULL, opaque(i + 1));
        sum += passed(&b, opaque(i));
    }
    printf("%d\n", sum);
    return 0;
}

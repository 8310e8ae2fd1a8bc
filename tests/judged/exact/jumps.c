/* By formula: jumps by tables, whose addresses are found before the loop (800 bytes of operations, 4
   each of 8 cells), and by the program's own in a callee (besides, 8 each of 4 addresses). */
/* exact table: instances 8, size 832, union 832 */
/* exact computed: instances 8, size 848, union 848 */
/* exact called: instances 8, size 832, union 832 */
#include "judge.h"
#include <stdio.h>

static unsigned char operations[800];
static int cells[16], out[8];

__attribute__((noinline)) static int computed(int s, unsigned k)
{
    static const void *const to[] = { &&add, &&change, &&twice, &&less };
    goto *to[k];
add:
    return s + cells[8];
change:
    return s ^ cells[9];
twice:
    return s + 2 * cells[10];
less:
    return s - cells[11];
}

static inline __attribute__((always_inline)) int one(int s, int operation)
{
    switch (operation) {
    case 0: s += cells[0]; break;
    case 1: s ^= cells[1] * 3; break;
    case 2: s -= cells[2]; break;
    case 3: s *= cells[3] | 1; break;
    case 4: s += cells[4] << 2; break;
    case 5: s = cells[5] - s; break;
    case 6: s |= cells[6]; break;
    case 7: out[s & 7] = cells[7]; break;
    }
    return s;
}

__attribute__((noinline)) static int all(int s, int n)
{
    for (int i = 0; i < n; i++)
        s = one(s, operations[i]);
    return s;
}

int main(void)
{
    for (int i = 0; i < 800; i++)
        operations[i] = i * 7 % 8;
    for (int i = 0; i < 16; i++)
        cells[i] = opaque(i + 100);
    int s = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(800);
#pragma algoprof loop name(table)
        for (int i = 0; i < n; i++)
            s = one(s, operations[i]);
#pragma algoprof loop name(computed)
        for (int i = 0; i < n; i++)
            s = computed(s, operations[i] & 3);
#pragma algoprof loop name(called)
        for (int i = 0; i < 1; i++)
            s = all(s, n);
    }
    printf("%d %d\n", s, out[0]);
    return 0;
}

/* A hash probe: both exits lie in the loop's first block.  The body is entered
   as often as the header runs.  Keys 0..15 at home: 1 each.  Key 16 + k starts
   at cell k and goes on to the empty cell 16: 17 - k each, for k = 0..15.  */
/* target probe: instances 32, iterations 168 */
#include "opaque.h"
#include <stdio.h>

static int table[64];

__attribute__((noinline)) static int probe(int key)
{
    int h = key % 16;
#pragma algoprof loop
    for (;;) {
        if (table[h] == key + 1)
            return h;
        if (!table[h])
            return -1;
        h = (h + 1) % 64;
    }
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 16; i++)
        table[i] = i + 1;
    for (int key = 0; key < opaque(32); key++)
        sum += probe(key);
    printf("%d\n", sum);
    return 0;
}

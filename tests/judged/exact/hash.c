/* Probes of an open hash table and of a chained one.  What follows the decision
   to leave is not in the loop as GCC has it, so it stands behind it. */
#include "judge.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
    uint64_t key;
    int value;
};

static struct entry table[256];

struct link {
    struct link *next;
    unsigned key;
    unsigned value;
};

static struct link *buckets[16];

int main(void)
{
    unsigned sum = 0;
    for (unsigned k = 1; k < 180; k++) {
        uint64_t key = opaque(k) % 120 + 1;
        unsigned h = key * 40503u & 255;
        JUDGE_BEGIN("probe");
#pragma algoprof loop name(probe)
        for (;;) {
            JUDGE_STEP();
            if (table[h].key == key)
                break;
            if (!table[h].key)
                break;
            h = (h + 1) & 255;
        }
        JUDGE_END();
        table[h].key = key;
        table[h].value++;
        struct link *l = buckets[k % 16];
        JUDGE_BEGIN("chain");
#pragma algoprof loop name(chain)
        while (l && l->key != k / 2) {
            JUDGE_STEP();
            l = l->next;
        }
        JUDGE_END();
        if (l) {
            sum += l->value;
        } else {
            l = malloc(sizeof *l);
            l->next = buckets[k % 16];
            l->key = k;
            l->value = k * 3;
            buckets[k % 16] = l;
        }
    }
    printf("%u %d\n", sum, table[40503u & 255].value);
    return 0;
}

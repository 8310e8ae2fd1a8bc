/* Structures: some fields of each, nested ones, a union, a written field. */
#include "judge.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct inner {
    int16_t a, b;
    char c;
};

struct record {
    uint8_t kind;
    uint32_t id;
    struct inner in[3];
    union {
        uint64_t whole;
        uint16_t part[4];
    } u;
    double weight;
};

int main(void)
{
    enum { N = 150 };
    struct record *r = calloc(N, sizeof *r);
    uint64_t sum = 0;
    for (int i = 0; i < N; i++) {
        r[i].kind = i % 3;
        r[i].id = i;
        r[i].in[i % 3].b = i;
        r[i].u.whole = i * 0x1234567u;
    }
    for (int k = 0; k < 12; k++) {
        int i = 0, n = opaque(k * 12);
        JUDGE_BEGIN("records");
#pragma algoprof loop name(records)
        for (; i < n; i++) {
            JUDGE_STEP();
            if (r[i].kind == 0)
                sum += r[i].id;
            else if (r[i].kind == 1)
                sum += r[i].in[i % 3].b + r[i].u.part[2];
            else
                r[i].weight += r[i].in[0].c;
            r[i].u.part[0] = k;
        }
        JUDGE_END();
    }
    printf("%llu %g\n", (unsigned long long)sum, r[2].weight);
    return 0;
}

/* A memo table: what an instance has filled in is not its input, what others
   did before is. */
#include "judge.h"
#include <stdio.h>

struct entry {
    unsigned char known;
    unsigned short value;
};

static struct entry table[600];

__attribute__((algoprof)) static unsigned count(unsigned n)
{
    struct entry *e = &table[n];
    unsigned value;
    JUDGE_STEP();
    if (e->known)
        return e->value;
    value = n < 3 ? n : count(n / 2) + count(n / 3) * 3 + count(n - 1);
    e->known = 1;
    e->value = (unsigned short)value;
    return e->value;
}

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 20; i++) {
        unsigned n = (unsigned)opaque((i * 37 + 5) % 600), result;
        JUDGE_BEGIN("count");
        result = count(n);
        JUDGE_END();
        sum = sum * 31 + result;
    }
    printf("%u\n", sum);
    return 0;
}

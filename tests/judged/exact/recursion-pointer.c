/* A recursion through pointers in memory, which GCC does not see; some lead to
   it by another function. */
#include "judge.h"
#include <stdio.h>

struct shape {
    int (*weigh)(const struct shape *, int depth);
    const struct shape *parts[3];
    int weight;
    char n;
};

static struct shape shapes[40];

__attribute__((algoprof("recursion"))) static int weigh_all(const struct shape *s, int depth)
{
    int sum = s->weight;
    JUDGE_STEP();
    for (int i = 0; i < s->n; i++)
        sum += s->parts[i]->weigh(s->parts[i], depth + 1) * (i + 1);
    return sum;
}

static int weigh_first(const struct shape *s, int depth)
{
    return s->n ? s->parts[0]->weigh(s->parts[0], depth + 1) ^ s->weight : depth;
}

int main(void)
{
    for (int i = 0; i < 40; i++) {
        struct shape *s = &shapes[i];
        s->weigh = i % 3 == 1 ? weigh_first : weigh_all;
        s->weight = i * i;
        for (s->n = 0; s->n < 3 && i * 3 + s->n + 1 < 40; s->n++)
            s->parts[(int)s->n] = &shapes[i * 3 + s->n + 1];
    }
    for (int i = 0; i < 12; i += 3) {
        const struct shape *s = &shapes[opaque(i)];
        int weight;
        JUDGE_BEGIN("weigh_all");
        weight = weigh_all(s, 0);
        JUDGE_END();
        printf("%d\n", weight);
    }
    return 0;
}

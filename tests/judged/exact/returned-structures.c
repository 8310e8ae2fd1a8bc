/* By formula: a result that is returned in memory is written when the callee
   is done, which may have read the old value through a pointer. */
/* exact fresh: instances 8, size 40, union 40 */
/* exact updated: instances 8, size 960, union 960 */
/* exact thrown_away: instances 8, size 40, union 40 */
/* exact pieces: instances 8, size 80, union 80 */
/* exact through_pointer: instances 8, size 40, union 40 */
#include "judge.h"
#include <stdio.h>

struct large {
    long v[12];
};
struct halves {
    long a;
    double b;
};

struct large all[10];
struct halves halves[10];
int seeds[10];

__attribute__((noinline)) static struct large make(int seed)
{
    struct large l;
    for (int i = 0; i < 12; i++)
        l.v[i] = seed + i;
    l.v[3] += l.v[opaque(2)];
    return l;
}

__attribute__((noinline)) static struct large twice(const struct large *old)
{
    struct large l;
    for (int i = 0; i < 12; i++)
        l.v[i] = 2 * old->v[i];
    return l;
}

__attribute__((noinline)) static struct halves half(int seed)
{
    return (struct halves){ seed, seed / 2.0 };
}

__attribute__((noinline)) static void fill(struct large *l, int seed)
{
    *l = make(seed);
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(fresh)
        for (int i = 0; i < n; i++) {
            all[i] = make(seeds[i]);
            sum += all[i].v[opaque(7)];
        }
#pragma algoprof loop name(updated)
        for (int i = 0; i < n; i++)
            all[i] = twice(&all[i]);
#pragma algoprof loop name(thrown_away)
        for (int i = 0; i < n; i++)
            sum += make(seeds[i]).v[opaque(4)];
#pragma algoprof loop name(pieces)
        for (int i = 0; i < n; i++) {
            sum += (long)halves[i].b;
            halves[i] = half(k);
            sum += halves[i].a;
        }
#pragma algoprof loop name(through_pointer)
        for (int i = 0; i < n; i++) {
            fill(&all[i], seeds[i]);
            sum += all[i].v[opaque(1)];
        }
    }
    printf("%ld\n", sum);
    return 0;
}

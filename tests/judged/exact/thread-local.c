/* By formula: thread-local variables, static and external. */
/* exact read: instances 8, size 44, union 44 */
/* exact counted: instances 8, size 8, union 8 */
/* exact callee: instances 8, size 20, union 20 */
#include "judge.h"
#include <stdio.h>

static __thread int own[10], *where;
__thread long counter;

__attribute__((noinline)) static int next(int i)
{
    static __thread struct {
        int used, seen[4];
    } state;
    if (i == 0)
        where = own;
    state.used++;
    return where[4 + (i & 3)] + state.seen[i & 3] + state.used;
}

int main(void)
{
    long sum = 0;
    int last = 10;
    __asm__ volatile("" : "+m"(last));
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(read)
        for (int i = 0; i < last; i++)
            sum += own[i] + k;
#pragma algoprof loop name(counted)
        for (int i = 0; i < n; i++) {
            counter += i;
            __asm__ volatile("" ::: "memory");
        }
#pragma algoprof loop name(callee)
        for (int i = 0; i < 2; i++)
            sum += next(i);
    }
    printf("%ld %ld\n", sum, counter);
    return 0;
}

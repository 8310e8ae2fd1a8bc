/* An inline function and a static one that nothing else calls. */
#include "judge.h"
#include <cstdio>

static int data[256];

__attribute__((noinline)) static int helper(const int *a, int i)
{
    return a[i * 3] + a[i * 2];
}

inline __attribute__((noinline)) int look(const int *a, int i)
{
    return helper(a, i) - a[i];
}

int main()
{
    int sum = 0;
    for (int i = 0; i < 256; i++)
        data[i] = i;
    for (int k = 0; k < 20; k++) {
        int n = opaque(k);
        JUDGE_BEGIN("looks");
#pragma algoprof loop name(looks)
        for (int i = 0; i < n; i++) {
            JUDGE_STEP();
            sum += look(data, i);
        }
        JUDGE_END();
    }
    std::printf("%d\n", sum);
    return 0;
}

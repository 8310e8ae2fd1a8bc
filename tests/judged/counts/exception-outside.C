// Left by an exception from a callee, caught by the caller: in body k + 1 for
// k = 0..7, whole (10) for k = 8 and 9.
// target loop: instances 10, iterations 56
#include "opaque.h"
#include <cstdio>

__attribute__((noinline)) static void maybe(int i, int k)
{
    if (i == k && k < 8)
        throw i;
}

__attribute__((noinline)) static int run(int k)
{
    int sum = 0;
#pragma algoprof loop name(loop)
    for (int i = 0; i < opaque(10); i++) {
        sum += i;
        maybe(i, k);
    }
    return sum;
}

int main()
{
    int sum = 0;
    for (int k = 0; k < 10; k++)
        try {
            sum += run(k);
        } catch (int thrown) {
            sum += thrown * 100;
        }
    std::printf("%d\n", sum);
}

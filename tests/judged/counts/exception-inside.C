// Caught in the same function: outside the loop, and inside of it.
// target left: instances 6, iterations 21
// target kept: instances 6, iterations 60
#include "opaque.h"
#include <cstdio>

__attribute__((noinline)) static int maybe(int i, int k)
{
    if (i == k)
        throw i;
    return i;
}

int main()
{
    int sum = 0;
    for (int k = 0; k < opaque(6); k++) {
        try {
#pragma algoprof loop name(left)
            for (int i = 0; i < opaque(10); i++)
                sum += maybe(i, k);
        } catch (int thrown) {
            sum += thrown * 100;
        }
#pragma algoprof loop name(kept)
        for (int i = 0; i < opaque(10); i++) {
            try {
                sum += maybe(i, k);
            } catch (int thrown) {
                sum ^= thrown;
            }
        }
    }
    std::printf("%d\n", sum);
}

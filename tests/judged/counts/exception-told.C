// Frames are found behind a loop that is told at its end, where no register was free to remember its begin.
// options: -fzero-call-used-regs=all
// target outer: instances 40, iterations 820
#include <cstdio>
#include <stdexcept>

static int data[64];

__attribute__((noinline)) static int thrower(int n, int k)
{
    if (k > n)
        throw std::runtime_error("too far");
    return data[k & 63];
}

__attribute__((noinline)) static int work(int n, int *out)
{
    int sum = 0;
#pragma algoprof loop name(outer)
    for (int k = 1; k < 100; k++) {
        for (int i = 0; i < 64; i++)
            sum += data[i];
        for (int i = 0; i < 64; i++)
            out[i] += data[i];
        sum += thrower(n, k);
    }
    return sum;
}

int main()
{
    int caught = 0, out[64] = {};
    for (int i = 0; i < 64; i++)
        data[i] = i;
    for (int n = 0; n < 40; n++) {
        try {
            caught += work(n, out);
        } catch (const std::runtime_error &) {
            caught++;
        }
    }
    printf("%d %d\n", caught, out[5]);
    return 0;
}

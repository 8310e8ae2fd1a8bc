/* Small functions that GCC would inline: each is called once, and its size is the array's, or what it says. */
#include "small.h"
#include <cstdio>

static int first(const int *p)
{
    return p[0] + p[1];
}

static int once(const int *p, int n)
{
    int most = p[0];
    for (int i = 1; i < n; i++)
        most = p[i] > most ? p[i] : most;
    return most;
}

static int down(const int *p, int n)
{
    return n == 0 ? 0 : *p + down(p + 1, n - 1);
}

static int odd(const int *p, int n);

static int even(const int *p, int n)
{
    return n == 0 ? 0 : *p + odd(p + 1, n - 1);
}

static int odd(const int *p, int n)
{
    return n == 0 ? 0 : *p - even(p + 1, n - 1);
}

__attribute__((always_inline)) static inline int forced(const int *p, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum ^= p[i];
    return sum;
}

/* The same code under other names, which -O2 makes one function of. */
static int largest(const int *p, int n)
{
    int most = p[0];
    for (int i = 1; i < n; i++)
        most = p[i] > most ? p[i] : most;
    return most;
}

struct by_rows {
    template <typename T> static long sum_of(const T *p, int n)
    {
        long sum = 0;
        for (int i = 0; i < n; i++)
            sum += reinterpret_cast<const int *>(p)[i];
        return sum;
    }
};

static struct holder {
    int values[64];
    int find(int value) const
    {
        for (int i = 0; i < 64; i++)
            if (values[i] == value)
                return i;
        return -1;
    }
} h;

__attribute__((noinline)) static int work(const int *p, int n)
{
    auto squares = [](const int *q, int m) {
        int sum = 0;
        for (int i = 0; i < m; i++)
            sum += q[i] * q[i];
        return sum;
    };
    return first(p) + once(p, n) + down(p, n) + even(p, n) + forced(p, n) + total(p, n) + squares(p, n) + h.find(63)
        + largest(p, n) + (int)by_rows::sum_of(p, n) + (int)by_rows::sum_of((const unsigned *)p, n);
}

int main()
{
    for (int i = 0; i < 64; i++)
        h.values[i] = i;
    std::printf("%d\n", work(h.values, 64));
    return 0;
}

/* A marked loop that several units hold. */
#ifndef TESTS_COUNTS_SHARED_H
#define TESTS_COUNTS_SHARED_H

static inline int shared_total(const int *a, int n)
{
    int sum = 0;
#pragma algoprof loop name(shared)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int other_unit(int n);

#endif

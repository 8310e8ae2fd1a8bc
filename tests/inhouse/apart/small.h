#ifndef SMALL_H
#define SMALL_H
template <typename T> static T total(const T *p, int n)
{
    T sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum;
}
#endif

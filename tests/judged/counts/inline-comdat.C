// An inline function of several callers, and std's algorithms in the loop.
// target sorted: instances 6, iterations 60
// target steps: instances 6, iterations 24
#include "opaque.h"
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

inline int sorted(const int *a, int n)
{
    int sum = 0;
#pragma algoprof loop name(sorted)
    for (int i = 0; i < n; i++)
        sum += a[i] * i;
    return sum;
}

int main()
{
    int data[10] = {5, 2, 8, 1, 9, 3, 7, 4, 6, 0}, sum = 0;
    std::map<std::string, int> seen;
    for (int k = 0; k < opaque(6); k++) {
        data[k] += k * 3;
#pragma algoprof loop name(steps)
        for (int i = 0; i < opaque(4); i++) {
            std::sort(data, data + 10 - i);
            seen[std::to_string(data[i])]++;
        }
        sum += sorted(data, opaque(10));
    }
    std::printf("%d %zu\n", sum, seen.size());
}

// target vector: instances 4, iterations 40
// target array: instances 4, iterations 28
// target list: instances 4, iterations 20
// target empty: instances 4, iterations 0
#include "opaque.h"
#include <cstdio>
#include <list>
#include <vector>

int main()
{
    std::vector<int> v(opaque(10), 1), none;
    std::list<int> l(opaque(5), 2);
    int a[7] = {1, 2, 3, 4, 5, 6, 7}, sum = 0;
    for (int k = 0; k < opaque(4); k++) {
#pragma algoprof loop name(vector)
        for (int &x : v)
            x += k;
#pragma algoprof loop name(array)
        for (int x : a)
            sum += x * k;
#pragma algoprof loop name(list)
        for (int x : l)
            sum ^= x;
#pragma algoprof loop name(empty)
        for (int x : none)
            sum += x;
    }
    std::printf("%d %d\n", sum, v[3]);
}

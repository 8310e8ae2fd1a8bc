// target inner: instances 30, iterations 150
// target outer: instances 3, iterations 30
// target later: instances 2, iterations 9
#include "opaque.h"
#include <cstdio>
#include <functional>

int main()
{
    int sum = 0;
    auto add = [&](int n) {
#pragma algoprof loop name(inner)
        for (int i = 0; i < n; i++)
            sum += i;
    };
    for (int k = 0; k < 3; k++)
#pragma algoprof loop name(outer)
        for (int i = 0; i < opaque(10); i++)
            add(opaque(5));
    std::function<int(int)> later = [](int n) {
        int s = 0;
#pragma algoprof loop name(later)
        while (n > 0)
            s += opaque(n--);
        return s;
    };
    sum += later(4) + later(5);
    std::printf("%d\n", sum);
}

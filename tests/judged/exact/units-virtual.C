// Another unit's virtual functions, by way of thunks (to a second base, to a
// virtual one, with a result by reference), and COMDAT functions that both
// units have.
/* shared: more/shapes.C */
#include "judge.h"
#include "more/shapes.h"
#include <algorithm>
#include <cstdio>
#include <functional>

static int data[300], values[64];

int main()
{
    Derived d;
    Base *base = as_base(&d);
    Second *second = as_second(&d);
    std::function<int(int)> function = [](int i) { return data[i + 200]; };
    int sum = 0;
    for (int i = 0; i < 300; i++)
        data[i] = i * 3 % 101;
    for (int k = 0; k < 6; k++) {
        int i = 0, n = opaque(k * 4);
        JUDGE_BEGIN("virtual");
#pragma algoprof loop name(virtual)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += base->read(data, i);
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("by_reference");
#pragma algoprof loop name(by_reference)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += second->make(data, i).x[3];
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("comdat");
#pragma algoprof loop name(comdat)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += both(data, i) + once(data + 100, i) + over_there(data + 60, i);
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("function");
#pragma algoprof loop name(function)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += function(i);
        }
        JUDGE_END();
        for (int j = 0; j < 64; j++)
            values[j] = j * 37 % 64 + k;
        i = 0;
        JUDGE_BEGIN("sorted");
#pragma algoprof loop name(sorted)
        for (; i < k; i++) {
            JUDGE_STEP();
            std::sort(values + i, values + 50, [](int a, int b) { return a < b; });
        }
        JUDGE_END();
        sum += values[5];
    }
    std::printf("%d\n", sum);
    return 0;
}

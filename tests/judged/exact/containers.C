// C++: a vector, a lambda, a template, references.
#include "judge.h"
#include <cstdio>
#include <utility>
#include <vector>

struct item
{
    int key;
    short count;
    char name[10];
};

template <class T> static bool less(const T &a, const T &b)
{
    return a.key < b.key;
}

int main()
{
    std::vector<item> items(opaque(60));
    int n = 0, sum = 0;
    for (auto &i : items)
        i.key = n++ * 37 % 60;
    auto bump = [&sum](item &i) {
        i.count++;
        sum += i.name[3];
    };
    for (int k = 0; k < 12; k++) {
        std::size_t i = 1, end = opaque(k * 5);
        item *a = items.data();
        JUDGE_BEGIN("bubble");
#pragma algoprof loop name(bubble)
        for (; i < end; i++) {
            JUDGE_STEP();
            if (less(a[i], a[i - 1]))
                std::swap(a[i].key, a[i - 1].key);
            if (i % 4 == 0)
                bump(a[i]);
        }
        JUDGE_END();
    }
    std::printf("%d %d\n", sum, items[10].key);
}

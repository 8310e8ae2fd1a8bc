/* Recursive lambdas: a generic one that is given itself, one behind
   std::function, and one that captures by reference. */
/* target :12: instances 2, calls 108, longest 8 */
#include "twin.h"
#include <cstdio>
#include <functional>
#include <vector>

int main()
{
    int calls = 0;
    auto fib = [](auto &self, int n) __attribute__((algoprof("recursion"))) -> int {
        RECURSION(":12");
        return n < 2 ? n : self(self, n - 1) + self(self, n - 2);
    };
    std::printf("%d\n", fib(fib, opaque(8)));

    std::function<int(int)> down = [&](int n) __attribute__((algoprof("recursion"))) {
        RECURSION(":18");
        calls++;
        return n == 0 ? calls : down(n - 1) * 2 + n;
    };
    std::printf("%d\n", down(opaque(20)));

    std::vector<int> heights = { 3, 1, 4, 1, 5 };
    auto walk = [&](auto self, std::size_t i, int left) __attribute__((algoprof("recursion"))) -> long {
        RECURSION(":26");
        if (i == heights.size())
            return left >= 0;
        return self(self, i + 1, left) + self(self, i + 1, left - heights[i]);
    };
    std::printf("%ld\n", walk(walk, 0, opaque(7)));
    std::printf("%d %d\n", fib(fib, opaque(7)), calls);
    return 0;
}

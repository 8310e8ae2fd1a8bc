/* Exceptions: thrown through several calls and caught inside, caught outside,
   thrown again on the way, with objects to destroy in between. */
#include "twin.h"
#include <cstdio>
#include <stdexcept>
#include <string>

static int destroyed;

struct Guard {
    int n;

    explicit Guard(int i) : n(i) {}
    ~Guard() { destroyed += n; }
};

struct Thrown {
    int from;
};

__attribute__((algoprof)) static int dive(int n, int bottom, int catcher)
{
    RECURSION("dive");
    Guard guard(n);
    if (n == bottom)
        throw Thrown{ n };
    if (n == 0)
        return 1;
    if (n % 5 == catcher) {
        try {
            return dive(n - 1, bottom, catcher) + 1;
        } catch (const Thrown &t) {
            if (t.from % 2)
                throw Thrown{ t.from - 1 };
            return dive(n - 1, -1, catcher) * 2 + t.from;
        }
    }
    return dive(n - 1, bottom, catcher) + n;
}

__attribute__((algoprof)) static std::string text(int n)
{
    RECURSION("text");
    if (n > 30)
        throw std::runtime_error("too much");
    return n < 2 ? std::string(1, static_cast<char>('a' + n)) : text(n - 1) + text(n / 2);
}

int main()
{
    for (int i = 0; i < 12; i++)
        try {
            std::printf("%d\n", dive(opaque(14), i - 1, i % 6));
        } catch (const Thrown &t) {
            std::printf("thrown from %d\n", t.from);
        }
    for (int n = 10; n < 40; n += 7)
        try {
            std::printf("%s\n", text(opaque(n)).c_str());
        } catch (const std::exception &e) {
            std::printf("%s\n", e.what());
        }
    std::printf("%d\n", destroyed);
    return 0;
}

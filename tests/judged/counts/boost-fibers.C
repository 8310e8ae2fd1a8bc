// Fibers of Boost.Context, each with a stack of its own: loops that are left for another fiber in each iteration,
// around such, and one that is given up in its middle with its fiber.
// target given: instances 41, iterations 415
// target asked: instances 1, iterations 40
// target summed: instances 40, iterations 400
// target nested: instances 8, iterations 36
/* options: -std=c++17 -Wl,--no-as-needed -lboost_context */
/* cut: an instance is left and taken up again, or is given up */
/* untraced: while a loop is left for another fiber no other instance of it is traced */
#include "opaque.h"
#include <boost/context/fiber.hpp>
#include <cstdio>
#include <utility>

namespace context = boost::context;

static int numbers[100];

// Gives n numbers, one each time it is resumed.
static context::fiber generator(int n, int &number)
{
    return context::fiber([n, &number](context::fiber &&caller) {
#pragma algoprof loop name(given)
        for (int i = 0; i < n; i++) {
            number = numbers[i % 100];
            caller = std::move(caller).resume();
        }
        return std::move(caller);
    });
}

static long sum_of(int n)
{
    int number = 0;
    long sum = 0;
    context::fiber f = generator(opaque(n), number);
    f = std::move(f).resume();
#pragma algoprof loop name(summed)
    while (f) {
        sum += number;
        f = std::move(f).resume();
    }
    return sum;
}

static long nested(int depth)
{
    long result = 0;
    if (depth == 0)
        return 1;
    context::fiber f([&](context::fiber &&caller) {
#pragma algoprof loop name(nested)
        for (int i = 0; i < depth; i++) {
            result += numbers[i];
            caller = std::move(caller).resume();
        }
        return std::move(caller);
    });
    f = std::move(f).resume();
    result += nested(depth - 1);
    while (f)
        f = std::move(f).resume();
    return result;
}

int main()
{
    long sum = 0;
    int number = 0;
    for (int i = 0; i < 100; i++)
        numbers[i] = i;
#pragma algoprof loop name(asked)
    for (int i = 0; i < 40; i++)
        sum += sum_of(10);
    sum += nested(8);
    {
        context::fiber given_up = generator(100, number);
        for (int i = 0; i < 15; i++)
            given_up = std::move(given_up).resume();
    }
    std::printf("%ld %d\n", sum, number);
    return 0;
}

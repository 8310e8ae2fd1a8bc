// SPDX-License-Identifier: GPL-3.0-or-later
// Coroutines that are resumed 1,000 times each, one in another, and one that is destroyed half way.
#include <coroutine>
#include <cstdio>

struct numbers {
    struct promise_type {
        int value = 0;
        numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int v) noexcept { value = v; return {}; }
        void return_void() {}
        void unhandled_exception() { throw; }
    };
    std::coroutine_handle<promise_type> handle;
};

static int table[1000];

static numbers count(int n)
{
    for (int i = 0; i < n; i++)
        co_yield table[i];
}

static numbers doubled(int n)
{
    numbers inner = count(n);
    while (inner.handle.resume(), !inner.handle.done())
        co_yield 2 * inner.handle.promise().value;
    inner.handle.destroy();
}

static numbers failing()
{
    co_yield 1;
    throw 5;
}

__attribute__((noipa)) static long sum_of(numbers n, int most)
{
    long sum = 0;
    for (int i = 0; i < most && (n.handle.resume(), !n.handle.done()); i++)
        sum += n.handle.promise().value;
    n.handle.destroy();
    return sum;
}

int main()
{
    for (int i = 0; i < 1000; i++)
        table[i] = i;
    long caught = 0;
    try {
        sum_of(failing(), 10);
    } catch (int e) {
        caught = e;
    }
    std::printf("%ld %ld %ld %ld\n", sum_of(count(1000), 2000), sum_of(doubled(1000), 2000),
                sum_of(doubled(1000), 500), caught);
}

// A marked loop that resumes a coroutine.
// options: -std=c++20 -fcoroutines
// target main: instances 2, iterations 14
#include "opaque.h"
#include <coroutine>
#include <cstdio>
#include <exception>

struct numbers
{
    struct promise_type
    {
        int value;
        numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int v)
        {
            value = v;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
};

static numbers produce(int n)
{
    for (int i = 0; i < n; i++)
        co_yield i;
}

int main()
{
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        numbers p = produce(opaque(6));
#pragma algoprof loop
        while (!p.handle.done()) {
            p.handle.resume();
            sum += p.handle.promise().value;
        }
        p.handle.destroy();
    }
    std::printf("%d\n", sum);
}

// What a coroutine's name stands for has none of its loops.
// { dg-options "-std=c++20 -fcoroutines" }
#include <coroutine>

struct numbers
{
    struct promise_type
    {
        numbers get_return_object() { return {}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int) { return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
};

__attribute__((algoprof("loops"))) numbers produce(int n) // { dg-warning "this is a coroutine, whose loops GCC moves where they cannot be profiled" }
{
    for (int i = 0; i < n; i++)
        co_yield i;
}

__attribute__((algoprof("loops"))) int none(int n) // { dg-warning "this function has no loop" }
{
    return n + 1;
}

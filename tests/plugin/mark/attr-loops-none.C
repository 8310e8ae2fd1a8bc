/* A function whose loops are wanted, and that has none.  Of a destructor GCC makes
   several functions: one has the loop.  So it is with instances of a template. */
/* { dg-do run } */
/* { dg-options "-std=c++17 -fplugin-arg-algoprof-target=straight:loops" } */
#include <cstdio>

__attribute__((algoprof("loops"))) static int twice(int n) /* { dg-warning "this function has no loop; it is not profiled" } */
{
    return 2 * n;
}

static int straight(int n) /* { dg-warning "this function has no loop; it is not profiled" } */
{
    return n ? straight(n - 1) + 1 : 0;
}

template <class T> __attribute__((algoprof("loops"))) static int either(T n)
{
    if constexpr (sizeof(T) > 1) {
        return n;
    } else {
        int s = 0;
        for (T i = 0; i < n; i++)
            s ^= i * i;
        return s;
    }
}

struct base {
    int n, sum;
    __attribute__((algoprof("loops"))) base(int n) : n(n), sum(0)
    {
        for (int i = 0; i < n; i++)
            sum += i;
    }
    __attribute__((algoprof("loops"))) virtual ~base()
    {
        for (int i = 0; i < n; i++)
            sum -= i;
        std::printf("%d\n", sum);
    }
};

struct derived : virtual base {
    __attribute__((algoprof("loops"))) derived(int n) : base(n)
    {
        while (n-- > 0)
            sum++;
    }
    __attribute__((algoprof("loops"))) ~derived()
    {
        while (sum > 45)
            sum--;
    }
};

int main()
{
    volatile char one = 1;      // or newer GCCs compute the loop
    std::printf("%d\n", twice(3) + straight(4) + either(1) + either((char)one)); /* { dg-output "11" } */
    base *b = new derived(10);
    delete b; /* { dg-output "0" } */
    return 0;
}

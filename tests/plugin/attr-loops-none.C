/* A function whose loops are wanted, and that has none.  Of a destructor GCC makes
   several functions: one has the loop. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-target=straight:loops" } */
#include <cstdio>

__attribute__((algoprof("loops"))) static int twice(int n) /* { dg-warning "this function has no loop; it is not profiled" } */
{
    return 2 * n;
}

static int straight(int n) /* { dg-warning "this function has no loop; it is not profiled" } */
{
    return n ? straight(n - 1) + 1 : 0;
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
    std::printf("%d\n", twice(3) + straight(4)); /* { dg-output "10" } */
    base *b = new derived(10);
    delete b; /* { dg-output "0" } */
    return 0;
}

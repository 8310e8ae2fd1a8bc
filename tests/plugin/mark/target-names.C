// FUNCTION is an unqualified, a qualified or a mangled name, and means all
// overloads, instances and members of that name.
// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=plain -fplugin-arg-algoprof-target=outer::inner::member -fplugin-arg-algoprof-target=box::fill -fplugin-arg-algoprof-target=_ZN5outer5exactEPVi" }
#include <cstdio>

static int plain(volatile int n)
{
    int s = 0;
    while (n-- > 0) // { dg-note "profiled" }
        s++;
    return s;
}

static int plain(volatile int n, int by)
{
    int s = 0;
    while (n-- > 0) // { dg-note "profiled" }
        s += by;
    return s;
}

namespace outer {
struct inner
{
    static int member(volatile int n)
    {
        int s = 0;
        while (n-- > 0) // { dg-note "profiled" }
            s++;
        return s;
    }
};
int member(volatile int n)
{
    int s = 0;
    while (n-- > 0)
        s++;
    return s;
}
int exact(volatile int *n)
{
    int s = 0;
    while ((*n)-- > 0) // { dg-note "profiled" }
        s++;
    return s;
}
int exact(volatile long *n)
{
    int s = 0;
    while ((*n)-- > 0)
        s++;
    return s;
}
int plain(volatile int n)
{
    int s = 0;
    while (n-- > 0) // { dg-note "profiled" }
        s += 2;
    return s;
}
} // namespace outer

template <class T> struct box
{
    T value;
    T fill(volatile int n)
    {
        value = 0;
        while (n-- > 0) // { dg-note "profiled" }
            value += 1;
        return value;
    }
};

int main()
{
    volatile int a = 3;
    volatile long b = 4;
    int x = outer::exact(&a), y = outer::exact(&b);
    std::printf("%d %d %d %d %d %d %d %d\n", plain(1), plain(2, 3), outer::plain(2),
                outer::inner::member(5), outer::member(6), x, y,
                box<int>().fill(7)); // { dg-output "1 6 4 5 6 3 4 7" }
}

// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose" }
#include <cstdio>

struct list
{
    int data[8];
    int used;
    static int gone;
    explicit list(int n) : used(n)
    {
#pragma algoprof loop
        for (int i = 0; i < n; i++) // { dg-note "profiled" }
            data[i] = i;
    }
    ~list()
    {
#pragma algoprof loop
        while (used > 0) { // { dg-note "profiled" }
            gone += data[--used];
        }
    }
};
int list::gone;

int main()
{
    volatile int n = 5;
    {
        list l(n);
    }
    std::printf("%d\n", list::gone); // { dg-output "10" }
}

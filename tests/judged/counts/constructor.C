// target up: instances 7, iterations 35
// target down: instances 10, iterations 45
// target copy: instances 3, iterations 15
#include "opaque.h"
#include <cstdio>

struct list
{
    int data[8];
    int used = 0;
    static int gone;
    explicit list(int n)
    {
#pragma algoprof loop name(up)
        while (used < n) {
            data[used] = used;
            used++;
        }
    }
    list(const list &other) : used(other.used)
    {
#pragma algoprof loop name(copy)
        for (int i = 0; i < used; i++)
            data[i] = other.data[i] + 1;
    }
    virtual ~list()
    {
#pragma algoprof loop name(down)
        while (used > 0)
            gone += data[--used];
    }
};
int list::gone;

struct derived : list
{
    derived() : list(opaque(5)) {}
};

int main()
{
    for (int k = 0; k < opaque(3); k++) {
        list a(opaque(5));
        list *b = new derived;
        delete b;
        const list &c = a;
        int n = c.used;
        list::gone += n;
    }
    derived d;
    for (int k = 0; k < opaque(3); k++) {
        list c(d);
        list::gone += c.data[2];
    }
    d.used = 0;
    std::printf("%d\n", list::gone);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Classes whose virtual functions are called through thunks, and a template
// and an inline function that two units have.
struct Base {
    int a = 1;
    virtual int read(const int *p, int n) = 0;
};

struct Other {
    int o = 0;
    virtual int other() { return o; }
};

struct Big {
    int x[10];
};

struct Second {
    virtual Big make(const int *p, int n) = 0;
    int w = 2;
};

struct Derived : Other, virtual Base, Second {
    int read(const int *p, int n) override;
    Big make(const int *p, int n) override;
};

template <class T> __attribute__((noinline)) T both(const T *p, int n)
{
    return p[n] + p[n + 20];
}

__attribute__((noinline)) inline int once(const int *p, int n)
{
    return p[n * 2];
}

Base *as_base(Derived *d);
Second *as_second(Derived *d);
int over_there(const int *p, int n);

// SPDX-License-Identifier: GPL-3.0-or-later
// No target: with the plugin the same object.  A static function that only one
// inline function uses, which GCC moves into that one's section group; thunks;
// functions whose address is taken, and whose order GCC makes of the bodies.
struct First {
    virtual int get(const int *, int) const;
    virtual ~First();
    int one = 1;
};
struct Second {
    virtual int other(const int *, int) const;
    int two = 2;
};
struct Both : First, virtual Second {
    int get(const int *, int) const override;
    int other(const int *, int) const override;
};

__attribute__((noinline, noclone)) static int only_used_once(const int *a, int i)
{
    int sum = 0;
    for (int k = 0; k < i; k++)
        sum += a[k] * k;
    return sum;
}

inline __attribute__((noinline)) int everywhere(const int *a, int i)
{
    return only_used_once(a, i) + only_used_once(a + 1, i - 1);
}

First::~First()
{
}

int First::get(const int *a, int i) const
{
    return a[i] + one;
}

int Second::other(const int *a, int i) const
{
    return everywhere(a, i) + two;
}

int Both::get(const int *a, int i) const
{
    return First::get(a, i) * 2;
}

int Both::other(const int *a, int i) const
{
    return get(a, i) + everywhere(a, i);
}

static int smaller(const int *a, int i)
{
    return a[i] < 0 ? -a[i] : a[i];
}

static int larger(const int *a, int i)
{
    return smaller(a, i) * 3;
}

int (*const table[])(const int *, int) = { larger, smaller, everywhere };

First *make()
{
    return new Both;
}

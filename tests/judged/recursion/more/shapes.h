// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual functions behind thunks, and a template that two units have.
#include "../twin.h"

struct Node {
    virtual long value(long x) const = 0;
    virtual ~Node() = default;
};

struct Named {
    long name = 3;
    virtual long tag() const { return name; }
    virtual ~Named() = default;
};

struct Pair : Named, virtual Node {
    const Node *a, *b;

    Pair(const Node *l, const Node *r) : a(l), b(r) {}
    long value(long x) const override;
};

template <class T> __attribute__((algoprof)) T halves(T n)
{
    RECURSION("halves");
    return n < 2 ? n : halves<T>(n / 2) + halves<T>((n + 1) / 2);
}

long over_there(long n);

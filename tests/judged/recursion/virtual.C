/* Virtual calls: an expression tree's evaluation, each class's marked; those of
   one class are below those of another.  By line: both have one name. */
#include "twin.h"
#include <cstdio>

struct Node {
    virtual ~Node() = default;
    virtual long value(long x) const = 0;
};

struct Constant : Node {
    long c;

    explicit Constant(long v) : c(v) {}
    long value(long x) const override { return c + (x & 1); }
};

struct Sum : Node {
    const Node *a, *b;

    Sum(const Node *l, const Node *r) : a(l), b(r) {}
    __attribute__((algoprof("recursion"))) long value(long x) const override
    {
        RECURSION(":22");
        return a->value(x) + b->value(x + 1);
    }
};

struct Product : Node {
    const Node *a, *b;

    Product(const Node *l, const Node *r) : a(l), b(r) {}
    __attribute__((algoprof("recursion"))) long value(long x) const override;
};

long Product::value(long x) const
{
    RECURSION(":36");
    return a->value(x) * b->value(x ^ 3) % 1000003;
}

static const Node *make(unsigned *state, int depth)
{
    *state = *state * 1103515245 + 12345;
    unsigned kind = *state >> 16 & 7;
    if (depth == 0 || kind == 0)
        return new Constant(static_cast<long>(*state >> 20));
    const Node *a = make(state, depth - 1), *b = make(state, depth - 1);
    return kind < 4 ? static_cast<const Node *>(new Sum(a, b)) : new Product(a, b);
}

int main()
{
    unsigned state = static_cast<unsigned>(opaque(3));
    for (int i = 0; i < 8; i++) {
        const Node *n = make(&state, i + 1);
        std::printf("%ld\n", n->value(opaque(i)));
    }
    return 0;
}

/* Member functions: const, static of a class template. */
/* target depth: instances 2, calls 40, longest 6 */
/* target gcd: instances 3, calls 17, longest 9 */
#include "twin.h"
#include <cstdio>

struct Tree {
    Tree *left = nullptr, *right = nullptr;
    int key;

    explicit Tree(int k) : key(k) {}

    [[gnu::algoprof]] int depth() const
    {
        RECURSION("depth");
        int l = left ? left->depth() : 0, r = right ? right->depth() : key & 1;
        return (l > r ? l : r) + 1;
    }
};

template <class number> struct Numbers {
    [[gnu::algoprof]] static number gcd(number a, number b)
    {
        RECURSION("gcd");
        return b == 0 ? a : gcd(b, a % b);
    }
};

static Tree *plant(int depth, int key)
{
    Tree *t = new Tree(key);
    if (depth > 1) {
        t->left = plant(depth - 1, key * 2);
        t->right = plant(depth - 2, key * 2 + 1);
    }
    return t;
}

int main()
{
    Tree *tree = plant(opaque(6), 1);
    std::printf("%d\n", tree->depth());
    std::printf("%d\n", tree->left->depth());
    std::printf("%d\n", Numbers<int>::gcd(opaque(48), opaque(18)));
    std::printf("%ld\n", Numbers<long>::gcd(opaque(55), opaque(34)));
    std::printf("%d\n", Numbers<int>::gcd(opaque(17), opaque(5)));
    return 0;
}

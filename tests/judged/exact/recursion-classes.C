// C++: member functions, a template, references to containers, virtual calls.
#include "judge.h"
#include <cstdio>
#include <vector>

struct node {
    virtual ~node() = default;
    virtual int depth() const = 0;
};

struct leaf : node {
    short level = 1;

    int depth() const override { return level; }
};

struct inner : node {
    std::vector<node *> below;

    __attribute__((algoprof("recursion"))) int depth() const override
    {
        int deepest = 0;
        JUDGE_STEP();
        for (const node *n : below) {
            int d = n->depth();
            if (d > deepest)
                deepest = d;
        }
        return deepest + 1;
    }
};

template <class number>
__attribute__((algoprof("recursion"))) static number best(const std::vector<number> &v, std::size_t from, std::size_t to)
{
    JUDGE_STEP();
    if (to - from == 1)
        return v[from];
    std::size_t middle = (from + to) / 2;
    number a = best(v, from, middle), b = best(v, middle, to);
    return a < b ? b : a;
}

static inner *make(int level)
{
    inner *n = new inner;
    for (int i = 0; i < level; i++)
        n->below.push_back(i % 2 ? static_cast<node *>(new leaf) : make(level - 1));
    return n;
}

int main()
{
    std::vector<short> shorts(100);
    for (std::size_t i = 0; i < 100; i++)
        shorts[i] = static_cast<short>(i * 37 % 101);
    for (int i = 1; i < 7; i++) {
        const inner *n = make(i);
        std::size_t from = static_cast<std::size_t>(opaque(i)), to = static_cast<std::size_t>(opaque(i * 16));
        int depth, most;
        JUDGE_BEGIN("depth");
        depth = n->inner::depth();
        JUDGE_END();
        JUDGE_BEGIN("best");
        most = best(shorts, from, to);
        JUDGE_END();
        std::printf("%d %d\n", depth, most);
    }
    return 0;
}

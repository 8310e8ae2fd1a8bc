/* Recursive constructors and destructors, of lists and trees, in all variants
   that GCC makes of them. */
#include "twin.h"
#include <cstdio>
#include <memory>

static int born, dead;

struct Base {
    int tag;

    explicit Base(int t) : tag(t) {}
    virtual ~Base() { dead++; }
};

struct Tree : Base {
    std::unique_ptr<Tree> left, right;

    [[gnu::algoprof]] explicit Tree(int depth);
    [[gnu::algoprof]] ~Tree() override;
};

Tree::Tree(int depth) : Base(depth)
{
    RECURSION("Tree");
    born++;
    if (depth > 0) {
        left = std::make_unique<Tree>(depth - 1);
        right = std::make_unique<Tree>(depth / 2);
    }
}

Tree::~Tree()
{
    RECURSION("~Tree");
    left.reset();
    right.reset();
}

struct Leafy : Tree {
    int leaves;

    explicit Leafy(int n) : Tree(n), leaves(n * 2) {}
};

int main()
{
    {
        Tree tree(opaque(8));
        Base *other = new Leafy(opaque(5));
        std::printf("%d %d\n", born, tree.left->tag + other->tag);
        delete other;
        std::printf("%d\n", dead);
    }
    std::printf("%d %d\n", born, dead);
    return 0;
}

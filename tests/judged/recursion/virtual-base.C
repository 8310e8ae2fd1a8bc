/* Constructors and destructors of a class with a virtual base: two bodies, or one
   that both call (-Os). */
#include "twin.h"
#include <cstdio>
#include <memory>
struct Base { int tag; explicit Base(int t) : tag(t) {} virtual ~Base() {} };
struct Tree : virtual Base {
    std::unique_ptr<Tree> left, right;
    [[gnu::algoprof]] explicit Tree(int depth);
    [[gnu::algoprof]] ~Tree() override;
};
Tree::Tree(int depth) : Base(depth)
{
    RECURSION("Tree");
    if (depth > 0) { left = std::make_unique<Tree>(depth - 1); right = std::make_unique<Tree>(depth / 2); }
}
Tree::~Tree()
{
    RECURSION("~Tree");
    left.reset(); right.reset();
}
struct Leafy : Tree { int leaves; explicit Leafy(int n) : Base(n), Tree(n), leaves(n * 2) {} };
int main()
{
    { Tree tree(opaque(8)); Base *other = new Leafy(opaque(5)); std::printf("%d\n", tree.left->tag + other->tag); delete other; }
    return 0;
}

/* Overloads that call each other, in a namespace and inline in a class; and a
   recursion whose arguments are references to what it changes. */
/* options: -std=c++20 */
#include "twin.h"
#include <cstdio>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace shapes {

struct Group;
using Shape = std::variant<int, Group>;

struct Group {
    std::vector<Shape> parts;
};

[[gnu::algoprof("recursion")]] long area(const Shape &s);

long area(int side)
{
    return static_cast<long>(side) * side;
}

long area(const Group &g)
{
    long sum = 0;
    for (const Shape &s : g.parts)
        sum += area(s);
    return sum;
}

long area(const Shape &s)
{
    RECURSION("area");
    return std::visit([](const auto &x) { return area(x); }, s);
}

} // namespace shapes

[[gnu::algoprof]] static void permute(std::span<int> all, std::size_t from, long &sum)
{
    RECURSION("permute");
    if (from == all.size()) {
        sum = sum * 3 % 1000003 + all[0] * 7 + all[from - 1];
        return;
    }
    for (std::size_t i = from; i < all.size(); i++) {
        std::swap(all[from], all[i]);
        permute(all, from + 1, sum);
        std::swap(all[from], all[i]);
    }
}

int main()
{
    shapes::Group inner{ { 1, 2, opaque(3) } };
    shapes::Group middle{ { inner, 4, inner } };
    shapes::Group outer{ { middle, inner, middle, opaque(5) } };
    std::printf("%ld\n", shapes::area(shapes::Shape(outer)));
    std::printf("%ld\n", shapes::area(shapes::Shape(opaque(6))));
    std::vector<int> numbers = { 1, 2, 3, 4, 5 };
    long sum = 0;
    permute(numbers, 0, sum);
    std::printf("%ld\n", sum);
    permute(std::span(numbers).subspan(1), 0, sum);
    std::printf("%ld\n", sum);
    return 0;
}

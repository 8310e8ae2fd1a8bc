// Another unit's virtual function, which comes back to itself through a thunk,
// and a template's recursions, of which both units have a copy.
/* target halves: instances 3, calls 177, longest 6 */
/* also: more/shapes.C */
#include "more/shapes.h"
#include <cstdio>

struct Leaf : Node {
    long value(long x) const override { return x; }
};

int main()
{
    Leaf leaf;
    Pair low(&leaf, &leaf), left(&low, &leaf), right(&low, &left), top(&left, &right);
    std::printf("%ld\n", top.value(opaque(5)));
    std::printf("%ld\n", static_cast<const Node *>(&right)->value(opaque(2)));
    std::printf("%ld %ld\n", halves<long>(opaque(30)), over_there(opaque(30)));
    return 0;
}

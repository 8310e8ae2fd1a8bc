// See exception-library.C.
#include "../opaque.h"

extern "C" __attribute__((visibility("default"))) int throw_at(int n, int (*callback)(int))
{
    int sum = 0;
#pragma algoprof loop name(library)
    for (int i = 0; i < opaque(n); i++)
        sum += callback(i);
    return sum;
}

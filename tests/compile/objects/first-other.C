// SPDX-License-Identifier: GPL-3.0-or-later
// No target, and linked first: the program has this unit's inline functions.
#include "first.h"

Both *make()
{
    return new Both;
}

Reader *as_reader(Both *b)
{
    return b;
}

Adder *as_adder(Both *b)
{
    return b;
}

int called_there()
{
    static const int one = 1;
    return checked(&one, 0);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Calls inline functions by their addresses, of a class and by way of a thunk, and by name.
#include "first.h"

static int data[100];

int main()
{
    Both mine, *both = make();
    Reader *reader = as_reader(both);
    Adder *adder = as_adder(both);
    int sum = 0;
    for (int k = 0; k < 2; k++) {
#pragma algoprof loop name(virtual)
        for (int i = 0; i < 40; i++)
            sum += reader->read(data, i);
#pragma algoprof loop name(thunk)
        for (int i = 0; i < 40; i++)
            sum += adder->add(data, i);
#pragma algoprof loop name(direct)
        for (int i = 0; i < 40; i++)
            sum += checked(data, i);
#pragma algoprof loop name(nothing)
        for (int i = 0; i < 40; i++)
            sum += adder->twice(data[i]) + halved(data[i]);
    }
    sum += called_there() - 1;
    sum += as_reader(&mine)->read(data, 0);
    delete both;
    return sum != 2 * (40 + 80) + 1;
}

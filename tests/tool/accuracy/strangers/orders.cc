// SPDX-License-Identifier: GPL-3.0-or-later
// An order book: offers in a list by price; a bid walks the cheapest offers until it is filled or they are too dear. Cancelled offers stay.
#include <cstdio>
#include <list>
#include <map>
#include "rnd.h"
struct offer {
    unsigned id, quantity;
    bool cancelled;
};
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::map<int, std::list<offer>> book;
    unsigned long traded = 0;
    double mid = 10000;
    for (unsigned i = 0; i < n; i++) {
        mid += rnd_d() * 4 - 2;
        if (rnd_n(10) < 6) {
            auto &l = book[int(mid) + 1 + int(rnd_z(300))];
            l.push_back({i, 1 + rnd_n(100), rnd_n(3) == 0});
        } else {
            int limit = int(mid) + (rnd_n(5) ? 3 : 40);
            unsigned want = 20 + rnd_n(100);
#pragma algoprof loop name(orders)
            for (auto l = book.begin(); l != book.end() && l->first <= limit && want; ++l)
                for (auto &o : l->second) {
                    if (o.cancelled || !o.quantity)
                        continue;
                    unsigned q = std::min(want, o.quantity);
                    o.quantity -= q;
                    want -= q;
                    traded += q;
                    if (!want)
                        break;
                }
        }
    }
    std::printf("%zu %lu\n", book.size(), traded);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A search engine: lists of documents by word; a query of two words merges their lists; documents are added all the time.
#include <cstdio>
#include <vector>
#include "rnd.h"
struct posting {
    uint32_t doc, count;
};
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::vector<std::vector<posting>> words(4000);
    unsigned long hits = 0;
    for (unsigned d = 0; d < n; d++) {
        for (unsigned k = 0; k < 30; k++) {
            auto &l = words[rnd_z(4000)];
            if (!l.empty() && l.back().doc == d)
                l.back().count++;
            else
                l.push_back({d, 1});
        }
        if (rnd_n(2))
            continue;
        const auto &a = words[rnd_n(3) ? rnd_z(4000) : rnd_n(4000)], &b = words[rnd_z(4000)];
        unsigned got = 0;
        auto x = a.begin(), y = b.begin();
#pragma algoprof loop name(index)
        while (x != a.end() && y != b.end()) {
            if (x->doc < y->doc)
                ++x;
            else if (y->doc < x->doc)
                ++y;
            else {
                hits += x->count + y->count;
                if (++got == 200)
                    break;
                ++x;
                ++y;
            }
        }
    }
    std::printf("%lu\n", hits);
}

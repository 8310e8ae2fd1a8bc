// SPDX-License-Identifier: GPL-3.0-or-later
// Routes sorted by length of prefix, the longest first; the first one that matches is taken.
#include <algorithm>
#include <cstdio>
#include <vector>
#include "rnd.h"
struct route {
    uint32_t net, mask;
    uint16_t length, iface;
    uint32_t gateway;
    uint64_t packets = 0;
};
static std::vector<route> table;
static route *lookup(uint32_t a)
{
#pragma algoprof loop name(route)
    for (auto &r : table)
        if ((a & r.mask) == r.net)
            return &r;
    return nullptr;
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    for (unsigned i = 0; i < n; i++) {
        uint16_t l = 12 + std::max(rnd_n(13), rnd_n(13));
        uint32_t m = ~0u << (32 - l);
        table.push_back({uint32_t(rnd()) & m, m, l, uint16_t(rnd_n(8)), uint32_t(rnd())});
    }
    table.push_back({0, 0, 0, 0, 1});
    std::stable_sort(table.begin(), table.end(), [](auto &a, auto &b) { return a.length > b.length; });
    std::vector<uint32_t> flows(n);
    for (auto &f : flows)
        f = rnd_n(3) ? table[rnd_n(n)].net + 5 : uint32_t(rnd());
    unsigned long sum = 0;
    for (unsigned i = 0; i < 3 * n; i++) {
        route *r = lookup(flows[rnd_z(n)]);
        if (r) {
            r->packets++;
            sum += r->iface;
        }
    }
    std::printf("%lu\n", sum);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses are loaded, then each one is compared with the ones before it for a duplicate (same postcode, similar name).
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>
#include "rnd.h"
struct person {
    std::string name, street;
    unsigned postcode;
    bool dup = false;
};
static bool similar(std::string_view a, std::string_view b)
{
    if (a.size() > b.size() + 1 || b.size() > a.size() + 1)
        return false;
    unsigned d = 0;
    for (size_t i = 0; i < std::min(a.size(), b.size()); i++)
        if (a[i] != b[i] && ++d > 1)
            return false;
    return true;
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::vector<person> all;
    all.reserve(n);
    for (unsigned i = 0; i < n; i++) {
        unsigned id = rnd_n(n * 2);
        all.push_back({"Name" + std::to_string(id * 31 % 5003) + " Family" + std::to_string(id), "Long Street " + std::to_string(id % 300),
                       10000 + id * 7 % 200});
    }
    unsigned dups = 0;
    for (size_t i = 0; i < all.size(); i++) {
        person &p = all[i];
#pragma algoprof loop name(dedup)
        for (size_t k = 0; k < i; k++) {
            if (all[k].dup || all[k].postcode != p.postcode)
                continue;
            if (similar(all[k].name, p.name) && all[k].street == p.street) {
                p.dup = true;
                break;
            }
        }
        dups += p.dup;
    }
    std::printf("%u\n", dups);
}

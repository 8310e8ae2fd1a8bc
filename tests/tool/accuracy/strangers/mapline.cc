// SPDX-License-Identifier: GPL-3.0-or-later
// A cross reference: each line is split into identifiers, and each of these is looked up in a std::map of what was defined before.
#include <cstdio>
#include <map>
#include <string>
#include <vector>
#include "rnd.h"
struct def {
    unsigned line, uses;
};
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]), undefined = 0;
    rnd_seed(atoi(argv[2]));
    std::map<std::string, def> defs;
    for (unsigned line = 0; line < n; line++) {
        std::vector<std::string> ids;
        for (unsigned i = 0, k = rnd_n(9); i < k; i++) {
            unsigned id = rnd_n(3) ? line - std::min(line, rnd_z(400)) : rnd_n(n);
            ids.push_back("ident_" + std::to_string(id * 7919 % 1000003));
        }
#pragma algoprof loop name(mapline)
        for (auto &s : ids) {
            auto d = defs.find(s);
            if (d != defs.end())
                d->second.uses++;
            else
                undefined++;
        }
        if (rnd_n(2))
            defs.emplace("ident_" + std::to_string(line * 7919 % 1000003), def{line, 0});
    }
    std::printf("%zu %u\n", defs.size(), undefined);
}

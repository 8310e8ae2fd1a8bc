// SPDX-License-Identifier: GPL-3.0-or-later
// Words are counted in a vector of pairs, found by std::find_if; the text is "Zipf".
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>
#include "rnd.h"
static std::vector<std::pair<std::string, int>> counts;
static int count(const std::string &w)
{
#pragma algoprof loop name(wordcount)
    for (auto i = counts.begin(); i != counts.end(); ++i)
        if (i->first == w)
            return ++i->second;
    counts.emplace_back(w, 1);
    return 1;
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    long s = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned id = rnd_z(n * 2);
        std::string w;
        for (unsigned k = id + 1; k; k /= 26)
            w += char('a' + k % 26);
        if (id > 3000)
            w += "ations-and-more";
        s += count(w);
    }
    std::cout << counts.size() << ' ' << s << '\n';
}

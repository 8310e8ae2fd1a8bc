// SPDX-License-Identifier: GPL-3.0-or-later
// Auto-completion: a trie whose nodes have vectors of children; queries are typed letter by letter while words are learned.
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include "rnd.h"
struct node {
    char c;
    unsigned weight = 0;
    std::vector<std::unique_ptr<node>> kids;
    explicit node(char x) : c(x)
    {
    }
    node *kid(char x) const
    {
        for (auto &k : kids)
            if (k->c == x)
                return k.get();
        return nullptr;
    }
};
static node root(0);
static const node *descend(std::string_view s)
{
    const node *n = &root;
#pragma algoprof loop name(trie)
    for (char c : s) {
        n = n->kid(c);
        if (!n)
            break;
    }
    return n;
}
static std::string word(unsigned id)
{
    std::string s;
    uint64_t h = (id + 1) * 0x9E3779B97F4A7C15ull;
    for (unsigned k = 4 + h % 6; k; k--, h = h * 6364136223846793005ull + 1)
        s += char('a' + (h >> 33) % 26 * ((h >> 50) % 26 + 1) / 26);
    return s;
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]), found = 0;
    rnd_seed(atoi(argv[2]));
    for (unsigned i = 0; i < n; i++) {
        std::string w = word(rnd_n(3) ? rnd_z(n) : rnd_n(n));
        if (rnd_n(3) == 0) {
            node *x = &root;
            for (char c : w) {
                node *k = x->kid(c);
                if (!k) {
                    x->kids.push_back(std::make_unique<node>(c));
                    k = x->kids.back().get();
                }
                x = k;
            }
            x->weight++;
        } else
            for (size_t l = 1; l <= w.size(); l++) {
                auto x = descend(std::string_view(w).substr(0, l));
                if (!x)
                    break;
                found += x->weight;
            }
    }
    std::printf("%u\n", found);
}

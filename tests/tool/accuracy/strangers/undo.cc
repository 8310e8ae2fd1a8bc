// SPDX-License-Identifier: GPL-3.0-or-later
// A document is rebuilt from its list of edits, from the last snapshot or from the start when that is too far.
#include <cstdio>
#include <deque>
#include <string>
#include <vector>
#include "rnd.h"
struct edit {
    enum kind { set, add, clear } what;
    unsigned field;
    int value;
    std::string comment;
};
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::deque<edit> edits;
    std::vector<int> doc(64);
    long sum = 0;
    for (unsigned i = 0; i < n; i++) {
        edits.push_back({edit::kind(rnd_n(20) ? rnd_n(2) : 2), rnd_n(64), int(rnd_n(1000)), "edit no. " + std::to_string(i)});
        if (rnd_n(4))
            continue;
        size_t to = edits.size() - std::min<size_t>(edits.size(), rnd_z(200)); // undo some
        size_t from = rnd_n(5) ? to - std::min<size_t>(to, 1000 + rnd_n(1000)) : 0;
        doc.assign(64, 0);
#pragma algoprof loop name(undo)
        for (size_t k = from; k < to; k++) {
            const edit &e = edits[k];
            switch (e.what) {
            case edit::set:
                doc[e.field] = e.value;
                break;
            case edit::add:
                doc[e.field] += e.value;
                break;
            default:
                doc[e.field] = 0;
            }
        }
        for (int d : doc)
            sum += d;
    }
    std::printf("%ld\n", sum);
}

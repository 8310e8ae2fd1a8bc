// SPDX-License-Identifier: GPL-3.0-or-later
// A table that is shown while rows come in: the width of a column is computed over all rows before a row is printed.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
#include "rnd.h"
struct row {
    std::vector<std::string> cell;
};
static std::vector<row> rows;
static size_t width(size_t col)
{
    size_t w = 0;
#pragma algoprof loop name(tableprint)
    for (const row &r : rows)
        if (col < r.cell.size())
            w = std::max(w, r.cell[col].length());
    return w;
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    unsigned long printed = 0;
    std::string out;
    for (unsigned i = 0; i < n; i++) {
        row r;
        unsigned k = 2 + rnd_n(4);
        for (unsigned c = 0; c < k; c++)
            r.cell.push_back(c ? std::string(rnd_z(30), 'x') : std::to_string(i));
        rows.push_back(std::move(r));
        if (rnd_n(4) == 0)
            continue; // nobody looks
        out.clear();
        for (size_t c = 0; c < rows.back().cell.size(); c++) {
            auto &s = rows.back().cell[c];
            out += s;
            out.append(width(c) - s.size() + 1, ' ');
        }
        printed += out.size();
    }
    std::printf("%lu\n", printed);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A build tool: targets with dependencies by index; after each change of a file, what must be rebuilt is found by walking the users of it.
#include <cstdio>
#include <string>
#include <vector>
#include "rnd.h"
struct target {
    std::string name;
    std::vector<unsigned> users;
    unsigned mark = 0;
    bool dirty = false;
};
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::vector<target> t(n);
    for (unsigned i = 0; i < n; i++) {
        t[i].name = "dir/target" + std::to_string(i);
        if (i)
            for (unsigned k = 1 + rnd_n(3); k; k--)
                t[rnd_n(10) ? i - 1 - rnd_z(i) : rnd_n(i)].users.push_back(i);
    }
    unsigned long rebuilt = 0;
    std::vector<unsigned> todo;
    for (unsigned c = 1; c <= n / 4 + 100; c++) {
        unsigned f = rnd_n(4) ? n - 1 - rnd_z(n) : rnd_n(n);
        todo.assign(1, f);
        t[f].mark = c;
#pragma algoprof loop name(depends)
        while (!todo.empty()) {
            target &x = t[todo.back()];
            todo.pop_back();
            rebuilt++;
            x.dirty = true;
            for (unsigned u : x.users)
                if (t[u].mark != c) {
                    t[u].mark = c;
                    todo.push_back(u);
                }
        }
    }
    std::printf("%lu\n", rebuilt);
}

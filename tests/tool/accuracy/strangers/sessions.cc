// SPDX-License-Identifier: GPL-3.0-or-later
// A server's sessions in an unordered_map; every so often all are looked at to end those that are too old; load grows.
#include <cstdio>
#include <string>
#include <unordered_map>
#include "rnd.h"
struct session {
    std::string user;
    uint64_t last;
    unsigned requests = 0;
};
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::unordered_map<uint64_t, session> all;
    uint64_t now = 0, id = 0;
    unsigned ended = 0;
    for (unsigned tick = 0; tick < n; tick++) {
        for (unsigned k = 0, m = 1 + tick * 8 / n + rnd_n(3); k < m; k++) {
            all[id * 2654435761u] = {"user" + std::to_string(rnd_n(5000)), now};
            id++;
        }
        for (int k = 0; k < 10; k++) {
            auto s = all.find((id - std::min<uint64_t>(id, rnd_z(3000))) * 2654435761u);
            if (s != all.end()) {
                s->second.last = now;
                s->second.requests++;
            }
        }
        now += 10;
#pragma algoprof loop name(sessions)
        for (auto s = all.begin(); s != all.end();)
            if (s->second.last + 3000 < now) {
                s = all.erase(s);
                ended++;
            } else
                ++s;
    }
    std::printf("%zu %u\n", all.size(), ended);
}

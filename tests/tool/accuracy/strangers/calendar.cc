// SPDX-License-Identifier: GPL-3.0-or-later
// A calendar: before an appointment is added, all of the day's and room's ones are checked for overlap; kept in a vector of all.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>
#include "rnd.h"
struct appointment {
    unsigned day, room, from, to;
    std::string title;
    std::vector<unsigned> people;
};
static std::vector<appointment> all;
static std::optional<size_t> conflict(const appointment &a)
{
#pragma algoprof loop name(calendar)
    for (size_t i = all.size(); i-- > 0;) {
        const auto &b = all[i];
        if (b.day != a.day)
            continue;
        if (a.from >= b.to || b.from >= a.to)
            continue;
        if (b.room == a.room)
            return i;
        for (unsigned p : b.people)
            for (unsigned q : a.people)
                if (p == q)
                    return i;
    }
    return {};
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]), refused = 0;
    rnd_seed(atoi(argv[2]));
    all.reserve(n);
    for (unsigned i = 0; i < n; i++) {
        appointment a{i / 10 + rnd_z(365), rnd_n(20), 8 + rnd_n(9), 0, "meeting " + std::to_string(i), {}};
        a.to = a.from + 1 + rnd_n(2);
        for (unsigned k = rnd_n(5); k; k--)
            a.people.push_back(rnd_n(200));
        if (conflict(a))
            refused++;
        else
            all.push_back(std::move(a));
    }
    std::printf("%zu %u\n", all.size(), refused);
}

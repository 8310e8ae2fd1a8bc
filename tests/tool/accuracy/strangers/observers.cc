// SPDX-License-Identifier: GPL-3.0-or-later
// Observers of properties: all in one list, each change goes through it; dead ones are only removed when many; more and more views open.
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>
#include "rnd.h"
struct view {
    unsigned property;
    long seen = 0;
    char state[80];
};
static std::vector<std::weak_ptr<view>> observers;
static void changed(unsigned property, int value)
{
#pragma algoprof loop name(observers)
    for (auto &w : observers)
        if (auto v = w.lock())
            if (v->property == property)
                v->seen += value;
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::vector<std::shared_ptr<view>> open;
    long sum = 0;
    for (unsigned i = 0; i < n; i++) {
        if (rnd_n(2)) {
            auto v = std::make_shared<view>();
            v->property = rnd_z(50);
            open.push_back(v);
            observers.push_back(v);
        }
        if (open.size() > 20 && rnd_n(4) == 0) {
            size_t k = rnd_n(open.size());
            sum += open[k]->seen;
            open[k] = open.back();
            open.pop_back();
        }
        changed(rnd_z(50), i & 15);
    }
    for (auto &v : open)
        sum += v->seen;
    std::printf("%zu %ld\n", observers.size(), sum);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Points of interest in a quad tree; for many places those inside a small window are counted, with a stack of nodes.
#include <array>
#include <cstdio>
#include <memory>
#include <vector>
#include "rnd.h"
struct poi {
    float x, y;
    unsigned kind;
};
struct node {
    float x, y, h;
    std::vector<poi> p;
    std::array<std::unique_ptr<node>, 4> kid;
    node(float a, float b, float c) : x(a), y(b), h(c)
    {
    }
    void add(const poi &q)
    {
        if (!kid[0]) {
            p.push_back(q);
            if (p.size() <= 12 || h < 0.01f)
                return;
            for (int i = 0; i < 4; i++)
                kid[i] = std::make_unique<node>(x + (i & 1 ? h : -h) / 2, y + (i & 2 ? h : -h) / 2, h / 2);
            for (auto &r : p)
                kid[(r.x > x) + 2 * (r.y > y)]->add(r);
            p.clear();
            p.shrink_to_fit();
            return;
        }
        kid[(q.x > x) + 2 * (q.y > y)]->add(q);
    }
};
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    node root(500, 500, 500);
    std::vector<poi> town;
    for (int i = 0; i < 40; i++)
        town.push_back({float(rnd_d() * 1000), float(rnd_d() * 1000), 0});
    auto place = [&] {
        auto &t = town[rnd_z(40)];
        float r = 30 * rnd_d() * rnd_d(), a = 6.28f * rnd_d();
        return poi{std::min(999.f, std::max(0.f, t.x + r * std::cos(a))), std::min(999.f, std::max(0.f, t.y + r * std::sin(a))), rnd_n(9)};
    };
    for (unsigned i = 0; i < n; i++)
        root.add(place());
    unsigned long sum = 0;
    std::vector<const node *> stack;
    for (unsigned i = 0; i < n / 2; i++) {
        poi q = place();
        float w = 0.5f + rnd_z(4);
        stack.assign(1, &root);
#pragma algoprof loop name(quadtree)
        while (!stack.empty()) {
            const node *t = stack.back();
            stack.pop_back();
            if (q.x + w < t->x - t->h || q.x - w > t->x + t->h || q.y + w < t->y - t->h || q.y - w > t->y + t->h)
                continue;
            for (auto &p : t->p)
                if (p.kind == q.kind && std::abs(p.x - q.x) < w && std::abs(p.y - q.y) < w)
                    sum++;
            if (t->kid[0])
                for (auto &k : t->kid)
                    stack.push_back(k.get());
        }
    }
    std::printf("%lu\n", sum);
}

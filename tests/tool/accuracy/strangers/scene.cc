// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing program: shapes in a vector of shared_ptr, the topmost one under the mouse is looked for.
#include <cstdio>
#include <memory>
#include <vector>
#include "rnd.h"
struct shape {
    float x0, y0, x1, y1;
    bool visible = true;
    shape(float a, float b, float c, float d) : x0(a), y0(b), x1(c), y1(d)
    {
    }
    virtual ~shape() = default;
    virtual bool hit(float, float) const
    {
        return true;
    }
};
struct ellipse : shape {
    using shape::shape;
    bool hit(float x, float y) const override
    {
        float u = (2 * x - x0 - x1) / (x1 - x0), v = (2 * y - y0 - y1) / (y1 - y0);
        return u * u + v * v <= 1;
    }
};
struct path : shape {
    std::vector<float> px;
    path(float a, float b, float c, float d) : shape(a, b, c, d)
    {
        for (unsigned i = 0, k = 4 + rnd_n(60); i < k; i++)
            px.push_back(a + (c - a) * rnd_d());
    }
    bool hit(float x, float) const override
    {
        for (float p : px)
            if (std::abs(p - x) < 0.3f)
                return true;
        return false;
    }
};
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::vector<std::shared_ptr<shape>> shapes;
    for (unsigned i = 0; i < n; i++) {
        float x = rnd_d() * 2000, y = rnd_d() * 2000, w = 2 + rnd_z(60), h = 2 + rnd_z(60);
        switch (rnd_n(3)) {
        case 0:
            shapes.push_back(std::make_shared<shape>(x, y, x + w, y + h));
            break;
        case 1:
            shapes.push_back(std::make_shared<ellipse>(x, y, x + w, y + h));
            break;
        default:
            shapes.push_back(std::make_shared<path>(x, y, x + w, y + h));
        }
        if (rnd_n(30) == 0)
            shapes.back()->visible = false;
    }
    unsigned hits = 0;
    float x = 1000, y = 1000;
    for (unsigned i = 0; i < n; i++) {
        if (rnd_n(50) == 0) {
            x = rnd_d() * 2000;
            y = rnd_d() * 2000;
        } else {
            x += rnd_d() * 10 - 5;
            y += rnd_d() * 10 - 5;
        }
#pragma algoprof loop name(scene)
        for (auto s = shapes.rbegin(); s != shapes.rend(); ++s) {
            const shape &h = **s;
            if (h.visible && x >= h.x0 && x <= h.x1 && y >= h.y0 && y <= h.y1 && h.hit(x, y)) {
                hits++;
                break;
            }
        }
    }
    std::printf("%u\n", hits);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 * Particles; each is compared with all others. */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

struct particle {
    double x, y, vx, vy, mass;
    int cell;
};

static unsigned long state = 19;

static double uniform()
{
    state = state * 6364136223846793005ul + 1;
    return (double)(state >> 33) / 2147483648.0;
}

static std::vector<particle> make(int n)
{
    std::vector<particle> p;
    for (int i = 0; i < n; i++)
        p.push_back({ uniform(), uniform(), uniform() - 0.5, uniform() - 0.5, 1 + uniform(), 0 });
    return p;
}

static void step(std::vector<particle> &all, double dt)
{
    for (auto &p : all) {
        p.x = std::fmod(p.x + p.vx * dt + 1, 1);
        p.y = std::fmod(p.y + p.vy * dt + 1, 1);
    }
}

static double energy(const std::vector<particle> &all)
{
    double e = 0;
    for (auto &p : all)
        e += p.mass * (p.vx * p.vx + p.vy * p.vy) / 2;
    return e;
}

static void assign_cells(std::vector<particle> &all, int side)
{
    for (auto &p : all)
        p.cell = (int)(p.x * side) + side * (int)(p.y * side);
}

static std::map<int, int> occupancy(const std::vector<particle> &all)
{
    std::map<int, int> m;
    for (auto &p : all)
        m[p.cell]++;
    return m;
}

static int near(const std::vector<particle> &all, const particle &p, double r)
{
    int n = 0;
    for (auto &q : all) {
        double dx = q.x - p.x, dy = q.y - p.y;
        n += dx * dx + dy * dy < r * r;
    }
    return n;
}

static long pairs(const std::vector<particle> &all, double r)
{
    long n = 0;
    for (auto &p : all)
        n += near(all, p, r) - 1;
    return n / 2;
}

static double median_speed(const std::vector<particle> &all)
{
    std::vector<double> v;
    for (auto &p : all)
        v.push_back(p.vx * p.vx + p.vy * p.vy);
    std::sort(v.begin(), v.end());
    return std::sqrt(v[v.size() / 2]);
}

static void centre(const std::vector<particle> &all, double &x, double &y)
{
    double m = 0;
    x = y = 0;
    for (auto &p : all) {
        x += p.x * p.mass;
        y += p.y * p.mass;
        m += p.mass;
    }
    x /= m;
    y /= m;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    auto all = make(n);
    double x, y;
    for (int k = 0; k < 10; k++)
        step(all, 0.01);
    assign_cells(all, 16);
    auto m = occupancy(all);
    int most = 0;
    for (auto &c : m)
        most = std::max(most, c.second);
    centre(all, x, y);
    std::printf("%ld %.4f %d %.4f %.3f %.3f\n", pairs(all, 0.02), energy(all), most, median_speed(all), x, y);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 * library [SHAPES]: what C++ programs are made of: containers, strings, algorithms, functions as objects, virtual functions, a
 * stream. */
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct shape {
    std::string name;
    explicit shape(std::string n) : name(std::move(n)) {}
    virtual ~shape() = default;
    virtual double area() const = 0;
};

struct square : shape {
    double side;
    explicit square(double s) : shape("square " + std::to_string((int)s)), side(s) {}
    double area() const override { return side * side; }
};

struct circle : shape {
    double radius;
    explicit circle(double r) : shape("circle " + std::to_string((int)r)), radius(r) {}
    double area() const override { return 3 * radius * radius; }
};

static bool is_smaller(const std::unique_ptr<shape> &a, const std::unique_ptr<shape> &b)
{
    return a->area() < b->area();
}

static std::map<std::string, std::vector<int>> positions(const std::vector<std::unique_ptr<shape>> &shapes)
{
    std::map<std::string, std::vector<int>> found;
    for (size_t i = 0; i < shapes.size(); i++)
        found[shapes[i]->name.substr(0, 6)].push_back((int)i);
    return found;
}

int main(int argc, char **argv)
{
    std::vector<std::unique_ptr<shape>> shapes;
    for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 200; i < n; i++)
        if (i * 7 % 3)
            shapes.push_back(std::make_unique<square>(i * 13 % 101));
        else
            shapes.push_back(std::make_unique<circle>(i * 11 % 97));
    std::sort(shapes.begin(), shapes.end(), is_smaller);
    double sum = 0;
    std::function<void(const shape &)> add = [&](const shape &s) { sum += s.area(); };
    for (const auto &s : shapes)
        add(*s);
    for (const auto &p : positions(shapes))
        std::cout << p.first << ' ' << p.second.size() << '\n';
    std::cout << sum << '\n';
    return 0;
}

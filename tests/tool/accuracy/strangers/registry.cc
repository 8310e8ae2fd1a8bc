// SPDX-License-Identifier: GPL-3.0-or-later
// A registry of commands: plug-ins register handlers; the dispatcher asks each by a virtual call until one accepts.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>
#include "rnd.h"
struct handler {
    virtual ~handler() = default;
    virtual bool accepts(const std::string &cmd) const = 0;
    virtual long run() = 0;
};
struct by_name : handler {
    std::string name;
    long calls = 0;
    explicit by_name(std::string s) : name(std::move(s))
    {
    }
    bool accepts(const std::string &c) const override
    {
        return c == name;
    }
    long run() override
    {
        return ++calls;
    }
};
struct by_prefix : handler {
    std::string prefix;
    explicit by_prefix(std::string s) : prefix(std::move(s))
    {
    }
    bool accepts(const std::string &c) const override
    {
        return c.compare(0, prefix.size(), prefix) == 0;
    }
    long run() override
    {
        return 1;
    }
};
static std::vector<std::unique_ptr<handler>> handlers;
static handler *find(const std::string &cmd)
{
#pragma algoprof loop name(registry)
    for (auto &h : handlers)
        if (h->accepts(cmd))
            return h.get();
    return nullptr;
}
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    for (unsigned i = 0; i < n; i++)
        if (i % 20 == 7)
            handlers.push_back(std::make_unique<by_prefix>("plugin" + std::to_string(i) + "/"));
        else
            handlers.push_back(std::make_unique<by_name>("command.group" + std::to_string(i % 17) + "." + std::to_string(i)));
    long sum = 0;
    for (unsigned i = 0; i < 2 * n; i++) {
        unsigned k = rnd_n(4) ? rnd_z(n) : rnd_n(n);
        handler *h =
            find(k % 20 == 7 ? "plugin" + std::to_string(k) + "/do" : "command.group" + std::to_string(k % 17) + "." + std::to_string(k));
        if (h)
            sum += h->run();
    }
    std::printf("%ld\n", sum);
}

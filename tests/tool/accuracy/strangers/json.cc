// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON reader that looks for a duplicate key in the object before it adds a member; objects are small and one is large.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include "rnd.h"
struct value {
    enum { number, string, object } kind = number;
    double num = 0;
    std::string str;
    std::vector<std::pair<std::string, std::unique_ptr<value>>> members;
};
struct parser {
    const char *p;
    unsigned dups = 0;
    void ws()
    {
        while (*p == ' ' || *p == '\n')
            p++;
    }
    std::string str()
    {
        std::string s;
        for (p++; *p != '"'; p++)
            s += *p;
        p++;
        return s;
    }
    value *find(value &o, const std::string &k)
    {
#pragma algoprof loop name(json)
        for (auto &m : o.members)
            if (m.first == k)
                return m.second.get();
        return nullptr;
    }
    std::unique_ptr<value> parse()
    {
        auto v = std::make_unique<value>();
        ws();
        if (*p == '"') {
            v->kind = value::string;
            v->str = str();
        } else if (*p == '{') {
            v->kind = value::object;
            p++;
            for (ws(); *p != '}'; ws()) {
                if (*p == ',') {
                    p++;
                    ws();
                }
                std::string k = str();
                ws();
                if (*p++ != ':')
                    throw std::runtime_error("colon");
                auto m = parse();
                if (find(*v, k))
                    dups++;
                else
                    v->members.emplace_back(std::move(k), std::move(m));
            }
            p++;
        } else {
            char *e;
            v->num = strtod(p, &e);
            p = e;
        }
        return v;
    }
};
int main(int, char **argv)
{
    unsigned n = atoi(argv[1]);
    rnd_seed(atoi(argv[2]));
    std::string t = "{\n";
    for (unsigned i = 0; i < n; i++) {
        t += (i ? ",\n\"user" : "\"user") + std::to_string(rnd_n(10) ? i : rnd_n(n)) + "\": ";
        if (rnd_n(4) == 0) {
            t += "{ \"a\": 1";
            for (unsigned k = 0, m = rnd_n(8); k < m; k++)
                t += ", \"key" + std::to_string(k) + "\": \"x\"";
            t += " }";
        } else
            t += std::to_string(rnd_n(100000));
    }
    t += "\n}";
    parser q{t.c_str()};
    auto v = q.parse();
    std::printf("%zu %u\n", v->members.size(), q.dups);
}

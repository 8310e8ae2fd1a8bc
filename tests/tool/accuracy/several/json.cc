/* SPDX-License-Identifier: GPL-3.0-or-later
 * Keys of an object are looked for among those before, lest one comes twice. */
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>
#include <unordered_map>
#include <sstream>
#include <algorithm>

struct Value {
    enum Kind { Null, Number, Text, Array, Object } kind = Null;
    double number = 0;
    std::string text;
    std::vector<Value> items;
    std::vector<std::pair<std::string, Value>> fields;
};

static std::string make(int n)
{
    std::string s = "{\"list\":[";
    unsigned r = 12345;
    for (int i = 0; i < n; i++) {
        r = r * 1103515245 + 12345;
        if (i)
            s += ',';
        s += std::to_string(r % 1000);
    }
    s += "],\"map\":{";
    for (int i = 0; i < n; i++) {
        if (i)
            s += ',';
        s += "\"key" + std::to_string(i) + "\":" + std::to_string(i * 3);
    }
    s += "},\"nest\":";
    for (int i = 0; i < 100; i++)
        s += "[";
    s += "1";
    for (int i = 0; i < 100; i++)
        s += "]";
    return s + "}";
}

struct Parser {
    const char *p;
    void space()
    {
        while (*p == ' ' || *p == '\n')
            p++;
    }
    std::string text()
    {
        std::string t;
        p++;
        while (*p && *p != '"') {
            if (*p == '\\')
                p++;
            t += *p++;
        }
        p++;
        return t;
    }
    Value value()
    {
        Value v;
        space();
        if (*p == '{') {
            v.kind = Value::Object;
            p++;
            space();
            while (*p != '}') {
                std::string k = text();
                space();
                p++;
                Value x = value();
                bool dup = false;
                for (auto &f : v.fields)
                    if (f.first == k) {
                        f.second = std::move(x);
                        dup = true;
                        break;
                    }
                if (!dup)
                    v.fields.emplace_back(std::move(k), std::move(x));
                space();
                if (*p == ',')
                    p++;
                space();
            }
            p++;
        } else if (*p == '[') {
            v.kind = Value::Array;
            p++;
            space();
            while (*p != ']') {
                v.items.push_back(value());
                space();
                if (*p == ',')
                    p++;
                space();
            }
            p++;
        } else if (*p == '"') {
            v.kind = Value::Text;
            v.text = text();
        } else {
            v.kind = Value::Number;
            char *e;
            v.number = strtod(p, &e);
            p = e;
        }
        return v;
    }
};

static void print(const Value &v, std::string &out, int depth)
{
    switch (v.kind) {
    case Value::Array:
        out += '[';
        for (auto &x : v.items) {
            print(x, out, depth + 1);
            out += ',';
        }
        out += ']';
        break;
    case Value::Object:
        out += '{';
        for (auto &f : v.fields) {
            out += f.first;
            out += ':';
            print(f.second, out, depth + 1);
        }
        out += '}';
        break;
    case Value::Number: {
        char b[32];
        snprintf(b, sizeof b, "%g", v.number);
        out += b;
        break;
    }
    default:
        out += v.text;
    }
}

static double sum(const Value &v)
{
    double s = v.number;
    for (auto &x : v.items)
        s += sum(x);
    for (auto &f : v.fields)
        s += sum(f.second);
    return s;
}

int main(int, char **v)
{
    std::string t = make(atoi(v[1]));
    Parser p {t.c_str()};
    Value x = p.value();
    std::string out;
    print(x, out, 0);
    std::vector<double> all;
    for (auto &i : x.fields[0].second.items)
        all.push_back(i.number);
    std::sort(all.begin(), all.end());
    std::unordered_map<int, int> count;
    for (double d : all)
        count[(int)d]++;
    size_t longest = 0;
    for (auto &f : x.fields[1].second.fields)
        longest = std::max(longest, f.first.size());
    unsigned h = 7;
    for (char c : out)
        h = h * 31 + (unsigned char)c;
    printf("%zu %g %zu %zu %u\n", out.size(), sum(x), count.size(), longest, h);
}

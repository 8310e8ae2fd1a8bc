/* SPDX-License-Identifier: GPL-3.0-or-later
 * Orders whose items are found by a walk over all. */
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

struct item {
    int id;
    int stock;
    double price;
};

struct order {
    int customer;
    std::vector<std::pair<int, int>> lines;
};

static unsigned long s = 11;

static unsigned rnd()
{
    s = s * 6364136223846793005ul + 1;
    return (unsigned)(s >> 33);
}

struct store {
    std::vector<item> items;
    std::vector<order> orders;

    item *by_id(int id)
    {
        for (auto &i : items)
            if (i.id == id)
                return &i;
        return nullptr;
    }

    double total(const order &o)
    {
        double t = 0;
        for (auto &l : o.lines)
            if (item *i = by_id(l.first)) {
                t += i->price * l.second;
                i->stock -= l.second;
            }
        return t;
    }
};

static void fill(store &st, int n)
{
    for (int i = 0; i < n; i++)
        st.items.push_back({ (int)(i * 7919 % 1000003), 100, (double)(rnd() % 1000) / 10 });
    for (int i = 0; i < n; i++) {
        order o{ (int)(rnd() % 50), {} };
        unsigned k = 1 + rnd() % 4;
        for (unsigned j = 0; j < k; j++)
            o.lines.push_back({ (int)((rnd() % n) * 7919ul % 1000003), (int)(1 + rnd() % 3) });
        st.orders.push_back(o);
    }
}

static std::vector<double> per_customer(store &st)
{
    std::vector<double> c(50);
    for (auto &o : st.orders)
        c[o.customer] += st.total(o);
    return c;
}

static int sold_out(const store &st)
{
    int n = 0;
    for (auto &i : st.items)
        n += i.stock < 0;
    return n;
}

static double mean(const store &st)
{
    double t = 0;
    for (auto &i : st.items)
        t += i.price;
    return t / (double)st.items.size();
}

static size_t customers(const store &st)
{
    std::set<int> c;
    for (auto &o : st.orders)
        c.insert(o.customer);
    return c.size();
}

static std::string receipt(const order &o)
{
    std::string r;
    for (auto &l : o.lines) {
        r += std::to_string(l.first);
        r += 'x';
        r += std::to_string(l.second);
    }
    return r;
}

static unsigned receipts(const store &st)
{
    unsigned h = 0;
    for (auto &o : st.orders)
        for (char ch : receipt(o))
            h = h * 31 + (unsigned char)ch;
    return h;
}

int main(int c, char **v)
{
    int n = atoi(v[1]);
    store st;
    fill(st, n);
    auto p = per_customer(st);
    double all = 0;
    for (double x : p)
        all += x;
    printf("%.1f %d %.2f %zu %u\n", all, sold_out(st), mean(st), customers(st), receipts(st));
}

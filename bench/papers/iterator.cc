// SPDX-License-Identifier: GPL-3.0-or-later
// An iterator whose ++ looks for the next element that is taken: linear in what it skips, as omnetpp's.
#include <cstdio>
#include <vector>

struct sparse
{
    std::vector<long> cells;
    struct iterator
    {
        const long *at, *end;
        long operator*() const { return *at; }
        bool operator!=(const iterator &other) const { return at != other.at; }
        __attribute__((noinline)) iterator &operator++()
        {
            do
                ++at;
            while (at != end && *at == 0);
            return *this;
        }
    };
    iterator begin() const { return { cells.data(), cells.data() + cells.size() }; }
    iterator end() const { return { cells.data() + cells.size(), cells.data() + cells.size() }; }
};

int main()
{
    long sum = 0;
    sparse s;
    s.cells.push_back(1);
    for (long gap = 1; gap < 4000; gap += gap / 3 + 1) {
        s.cells.insert(s.cells.end(), static_cast<size_t>(gap), 0);
        s.cells.push_back(gap);
    }
    for (auto i = s.begin(); i != s.end(); ++i)
        sum += *i;
    std::printf("%ld\n", sum);
}

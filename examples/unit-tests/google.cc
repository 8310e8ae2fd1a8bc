// SPDX-License-Identifier: MIT
//
// A unit test of growth with GoogleTest.
//
//     algoprof-g++ -O2 -g google.cc -o google -lgtest -lgtest_main && ./google
#include <algorithm>
#include <string>
#include <vector>

#include <algoprof/expect.h>
#include <gtest/gtest.h>

__attribute__((noinline)) static bool contains(const std::vector<unsigned> &list, unsigned wanted)
{
    bool found = false;
#pragma algoprof loop name(contains)
    for (unsigned one : list)
        found |= one == wanted;
    return found;
}

TEST(Growth, OneLookUpIsLinear)
{
    EXPECT_EQ(algoprof_expect("n", [](unsigned long n) { EXPECT_FALSE(contains(std::vector<unsigned>(n, 1), 0)); },
                              { 100, 200, 400, 800, 1600, 3200, 6400, 12800 }), ALGOPROF_WITHIN);
}

TEST(Growth, DistinctByLookUpIsQuadratic)
{
    auto distinct = [](unsigned long n) {
        std::vector<unsigned> seen;
        seen.reserve(n);
        for (unsigned long i = 0; i < n; i++)
            if (!contains(seen, i))
                seen.push_back(i);
    };
    EXPECT_EQ(algoprof_expect("n^2", distinct, { 100, 200, 300, 400, 600, 800, 1200, 1600, 2000 }), ALGOPROF_WITHIN);
    EXPECT_EQ(algoprof_expect("n log n", distinct, { 100, 200, 300, 400, 600, 800, 1200, 1600, 2000 }), ALGOPROF_EXCEEDED);
}

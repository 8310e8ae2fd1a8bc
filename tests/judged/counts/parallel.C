// Parallel algorithms of the library, by TBB: loops in what they call, on whatever thread, and around them.
// target chunk: instances 2500, iterations 17500
// target rounds: instances 3, iterations 15
// target compare: instances 500, iterations 1500
// target tasks: instances 1000, iterations 5000
/* options: -std=c++17 -Wl,--no-as-needed -ltbb */
/* unsanitised: TBB's threads are not */

#include "opaque.h"
#include <algorithm>
#include <cstdio>
#include <execution>
#include <numeric>
#include <tbb/parallel_for.h>
#include <vector>

static int numbers[500];

static long chunk(int from)
{
    long sum = 0;
#pragma algoprof loop name(chunk)
    for (int i = 0; i < opaque(7); i++)
        sum += numbers[(from + i) % 500];
    return sum;
}

static long weigh(const int &number)
{
    long sum = 0;
#pragma algoprof loop name(compare)
    for (int i = 0; i < opaque(3); i++)
        sum += numbers[(number + i) % 500];
    return sum;
}

static long task(int n)
{
    long sum = 0;
#pragma algoprof loop name(tasks)
    for (int i = 0; i < opaque(5); i++)
        sum += numbers[i] + n;
    return sum;
}

int main()
{
    std::vector<int> all(500);
    std::vector<long> results(1000);
    std::iota(all.begin(), all.end(), 0);
    long sum = 0;
    for (int i = 0; i < 500; i++)
        numbers[i] = i * 7 % 500;
    for (int k = 0; k < 3; k++) {
#pragma algoprof loop name(rounds)
        for (int round = 0; round < 5; round++)
            if (k == 0) {
                std::for_each(std::execution::par, all.begin(), all.end(), [&](int &n) { results[n] = chunk(n * 5 + round); });
                sum += std::reduce(std::execution::par, results.begin(), results.end());
            }
    }
    sum += std::transform_reduce(std::execution::par, all.begin(), all.end(), 0L, std::plus<>(), weigh);
    std::sort(std::execution::par, all.begin(), all.end(), [](int a, int b) { return numbers[a] > numbers[b]; });
    tbb::parallel_for(0, 1000, [&](int i) { results[i] = task(i); });
    std::printf("%ld %d %ld\n", sum, all[7], results[999]);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 * What really grows, beside functions whose costs differ by what they meet: their sizes and costs are those of functions of expat,
 * of lua and of sqlite3. */
#include <stdint.h>

#define MOST 512

static uint64_t cells[MOST];
static volatile uint64_t sink;

struct met {
    unsigned size, cost;
};

/* Reads so many cells, and does some other work. */
#define MEETS(name)                                             \
    __attribute__((noinline)) void name(struct met m)           \
    {                                                           \
        uint64_t sum = 0;                                       \
        for (unsigned i = 0; i < m.size / 8; i++)               \
            sum += cells[i];                                    \
        for (unsigned i = 0; i < m.cost; i++)                   \
            sink = sum;                                         \
    }

MEETS(jumps)
MEETS(branches)
MEETS(interprets)

static const struct met copies[] = {
    { 16, 6 }, { 120, 37 }, { 128, 40 }, { 152, 185 }, { 192, 200 }, { 280, 233 }, { 288, 100 }, { 320, 248 }, { 336, 254 },
    { 344, 339 }, { 368, 150 }, { 400, 142 }, { 416, 148 }, { 432, 372 }, { 440, 157 }, { 448, 296 }, { 464, 186 }, { 472, 189 },
    { 488, 175 }, { 512, 204 }, { 520, 323 }, { 536, 329 }, { 640, 360 }, { 648, 375 }, { 664, 466 }, { 1200, 4163 }, { 1536, 4702 },
    { 1704, 11474 },
};
static const struct met tokens[] = {
    { 16, 13 }, { 24, 32 }, { 32, 20 }, { 40, 29 }, { 48, 32 }, { 56, 34 }, { 64, 57 },
};
static const struct met calls[] = {
    { 56, 17 }, { 104, 900 }, { 200, 240 }, { 408, 27000 }, { 800, 5000 }, { 1608, 2500000 }, { 2400, 276000 }, { 3200, 9800000 },
    { 4000, 6400000 },
};

static int subsets(const int *value, int n, int rest)
{
    if (n == 0)
        return rest == 0;
    return subsets(value + 1, n - 1, rest) + subsets(value + 1, n - 1, rest - *value);
}

static __attribute__((noinline)) unsigned pairs(const uint64_t *value, unsigned n)
{
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++)
            if (value[i] == value[j] && i % 8)
                found++;
    return found;
}

#define LENGTH(list) (sizeof(list) / sizeof *(list))

int main(void)
{
    static int values[20];
    for (unsigned i = 0; i < MOST; i++)
        cells[i] = i * 37 % 61;
    for (int i = 0; i < 20; i++)
        values[i] = i * i + 3;
    for (unsigned i = 0; i < LENGTH(copies); i++)
        jumps(copies[i]);
    for (unsigned i = 0; i < LENGTH(tokens); i++)
        branches(tokens[i]);
    for (unsigned i = 0; i < LENGTH(calls); i++)
        interprets(calls[i]);
    for (int n = 2; n <= 18; n += 2)
        sink = (uint64_t)subsets(values, n, 100);
    for (unsigned n = 8; n <= MOST; n *= 2)
        sink = pairs(cells, n);
}

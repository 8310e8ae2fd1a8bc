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

/* Reads much, in few blocks. */
#define READ_4(at) sum += cells[at] + cells[(at) + 1] + cells[(at) + 2] + cells[(at) + 3];
#define READ_16(at) READ_4(at) READ_4((at) + 4) READ_4((at) + 8) READ_4((at) + 12)
#define READ_64(at) READ_16(at) READ_16((at) + 16) READ_16((at) + 32) READ_16((at) + 48)
#define READ_256(at) READ_64(at) READ_64((at) + 64) READ_64((at) + 128) READ_64((at) + 192)
static __attribute__((noinline)) void straight(unsigned parts, unsigned cost)
{
    uint64_t sum = 0;
    if (parts & 1) {
        READ_4(0)
        sink = sum;
    }
    if (parts & 2) {
        READ_16(16)
        sink = sum;
    }
    if (parts & 4) {
        READ_64(64)
        sink = sum;
    }
    if (parts & 8) {
        READ_256(256)
        sink = sum;
    }
    for (unsigned i = 0; i < cost; i++)
        sink = sum;
}

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
    for (unsigned parts = 1; parts < 16; parts++) {
        unsigned n = (parts & 1) * 4 + (parts >> 1 & 1) * 16 + (parts >> 2 & 1) * 64 + (parts >> 3) * 256;
        straight(parts, n * n / 800);
    }
    for (int n = 2; n <= 18; n += 2)
        sink = (uint64_t)subsets(values, n, 100);
    for (unsigned n = 8; n <= MOST; n *= 2)
        sink = pairs(cells, n);
}

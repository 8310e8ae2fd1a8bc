/* Addresses of 32 bits, which GCC computes in the instruction that uses them (addr32), in any order
   side by side; and one whose upper bits the long one has besides. */
#define _GNU_SOURCE
#include "judge.h"
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

#define AT(type, x) (*(const type *)(uintptr_t)(uint32_t)(x))

static __attribute__((noipa)) int fields(uint32_t a, uint32_t b, uint32_t n)
{
    int sum = 0;
    uint32_t i = 0;
    JUDGE_BEGIN("fields");
#pragma algoprof loop name(fields)
    for (; i < n; i++) {
        JUDGE_STEP();
        sum += AT(int, a + b + 12 + i * 16) + AT(short, a + b + i * 16);
        sum ^= AT(int, a + b + 4 + i * 16);
    }
    JUDGE_END();
    return sum;
}

static __attribute__((noipa)) int followed(uint32_t x, uint32_t n)
{
    int sum = 0;
    uint32_t i = 0;
    JUDGE_BEGIN("followed");
#pragma algoprof loop name(followed)
    for (; i < n; i++) {
        JUDGE_STEP();
        sum += AT(volatile int, x + 12) - AT(volatile int, x + 4);
        x = (uint32_t)AT(volatile int, x + 8);
    }
    JUDGE_END();
    return sum;
}

static __attribute__((noipa)) int both(const uint64_t *list, uint32_t n)
{
    int sum = 0;
    uint32_t i = 0;
    JUDGE_BEGIN("both");
#pragma algoprof loop name(both)
    for (; i < n; i++) {
        JUDGE_STEP();
        uint64_t x = list[i];
        sum += *(const volatile int *)(x + 4) ^ AT(volatile int, x + 4);
    }
    JUDGE_END();
    return sum;
}

int main(void)
{
    int *low = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    uint32_t at = (uint32_t)(uintptr_t)low;
    uint64_t list[50];
    for (int i = 0; i < 16384; i++)
        low[i] = i % 4 == 2 ? (int)at + 4 * ((i + 4) & 16383) - 8 : i * 7;
    char *high = mmap((void *)((uintptr_t)low + ((uint64_t)1 << 32)), 65536, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 50; i++)
        list[i] = (uintptr_t)high + 16 * (unsigned)i;
    if (high != (char *)low + ((uint64_t)1 << 32))
        return 1;
    for (int k = 0; k < 4; k++)
        printf("%d %d %d\n", fields(at - 100, 100, 100), followed(at, 50), both(list, 50));
    return 0;
}

/* Atomic accesses are calls: an exchange is a read and a write. */
#include "judge.h"
#include <stdint.h>
#include <stdio.h>

static uint32_t counts[100];
static uint64_t words[100];
static uint8_t flags[100];

int main(void)
{
    uint64_t sum = 0;
    for (int k = 0; k < 10; k++) {
        int i = k, n = opaque(k * 10);
        JUDGE_BEGIN("atomic");
#pragma algoprof loop name(atomic)
        for (; i < n; i++) {
            JUDGE_STEP();
            __atomic_fetch_add(&counts[i], 3, __ATOMIC_SEQ_CST);
            if (i % 2)
                __atomic_store_n(&words[i], i, __ATOMIC_RELEASE);
            if (i % 3)
                sum += __atomic_load_n(&words[i], __ATOMIC_ACQUIRE);
            if (i % 5 == 0)
                sum += __atomic_exchange_n(&flags[i], 1, __ATOMIC_ACQ_REL);
        }
        JUDGE_END();
    }
    printf("%llu %u\n", (unsigned long long)sum, counts[33]);
    return 0;
}

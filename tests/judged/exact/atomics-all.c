/* By formula: every form of atomic access.  A load reads its size, a store
   reads nothing, all others read before they write; a compare-and-swap also
   reads what it expects (in `expected`, where that is in memory). */
/* flags: -Wl,--no-as-needed -latomic */
/* exact atomic_load: instances 8, size 150, union 150 */
/* exact atomic_store: instances 8, size 0, union 0 */
/* exact atomic_update: instances 8, size 70, union 70 */
/* exact atomic_exchange: instances 8, size 80, union 80 */
/* exact compare_exchange: instances 8, size 160, union 160 */
/* exact test_and_set: instances 8, size 10, union 10 */
/* exact clear: instances 8, size 0, union 0 */
/* exact sync: instances 8, size 150, union 150 */
/* exact sync_release: instances 8, size 0, union 0 */
/* exact any_size: instances 8, size 30, union 30 */
/* exact any_size_store: instances 8, size 30, union 30 */
/* exact any_size_swap: instances 8, size 90, union 90 */
/* exact fences: instances 8, size 0, union 0 */
#include "judge.h"
#include <stdint.h>
#include <stdio.h>

struct odd {
    char c[3];
};

static uint8_t b[10];
static uint16_t s[10];
static uint32_t w[10];
static uint64_t d[10], expected[10];
static struct odd odd[10], other[10], third[10], fourth[10];

static uint64_t sync(int i, int k)
{
    uint64_t sum = __sync_fetch_and_add(&b[i], 1) + __sync_sub_and_fetch(&s[i], 2) + __sync_or_and_fetch(&w[i], k);
    sum += __sync_val_compare_and_swap(&d[i], k, i) + __sync_bool_compare_and_swap(&s[i], k, i);
    return sum + __sync_lock_test_and_set(&w[i], 5) + __sync_nand_and_fetch(&d[i], 7);
}

/* What the library does, and fences. */
static void __attribute__((noinline)) of_any_size(int n)
{
#pragma algoprof loop name(any_size)
    for (int i = 0; i < n; i++)
        __atomic_load(&odd[i], &other[i], __ATOMIC_SEQ_CST);
#pragma algoprof loop name(any_size_store)
    for (int i = 0; i < n; i++)
        __atomic_store(&odd[i], &other[i], __ATOMIC_SEQ_CST);
#pragma algoprof loop name(any_size_swap)
    for (int i = 0; i < n; i++) {
        __atomic_exchange(&odd[i], &other[i], &fourth[i], __ATOMIC_SEQ_CST);
        __atomic_compare_exchange(&odd[i], &third[i], &other[i], 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
#pragma algoprof loop name(fences)
    for (int i = 0; i < n; i++) {
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        __sync_synchronize();
    }
}

int main(void)
{
    uint64_t sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(atomic_load)
        for (int i = 0; i < n; i++)
            sum += __atomic_load_n(&b[i], __ATOMIC_RELAXED) + __atomic_load_n(&s[i], __ATOMIC_ACQUIRE) +
                   __atomic_load_n(&w[i], __ATOMIC_SEQ_CST) + __atomic_load_n(&d[i], __ATOMIC_CONSUME);
#pragma algoprof loop name(atomic_store)
        for (int i = 0; i < n; i++) {
            __atomic_store_n(&b[i], k, __ATOMIC_RELEASE);
            __atomic_store_n(&s[i], k, __ATOMIC_RELAXED);
            __atomic_store_n(&d[i], k, __ATOMIC_SEQ_CST);
            sum += __atomic_load_n(&d[i], __ATOMIC_RELAXED);
        }
#pragma algoprof loop name(atomic_update)
        for (int i = 0; i < n; i++) {
            sum += __atomic_fetch_xor(&b[i], 3, __ATOMIC_SEQ_CST) + __atomic_add_fetch(&s[i], 1, __ATOMIC_RELAXED);
            __atomic_fetch_nand(&w[i], 5, __ATOMIC_RELAXED);
        }
#pragma algoprof loop name(atomic_exchange)
        for (int i = 0; i < n; i++)
            sum += __atomic_exchange_n(&d[i], k, __ATOMIC_ACQ_REL);
        for (int i = 0; i < n; i++)
            expected[i] = opaque(k + i);
#pragma algoprof loop name(compare_exchange)
        for (int i = 0; i < n; i++)
            sum += __atomic_compare_exchange_n(&d[i], &expected[i], 1, i & 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
#pragma algoprof loop name(test_and_set)
        for (int i = 0; i < n; i++)
            sum += __atomic_test_and_set(&b[i], __ATOMIC_SEQ_CST);
#pragma algoprof loop name(clear)
        for (int i = 0; i < n; i++)
            __atomic_clear(&b[i], __ATOMIC_SEQ_CST);
#pragma algoprof loop name(sync)
        for (int i = 0; i < n; i++)
            sum += sync(i, k);
#pragma algoprof loop name(sync_release)
        for (int i = 0; i < n; i++)
            __sync_lock_release(&w[i]);
        of_any_size(n);
    }
    printf("%llu %d\n", (unsigned long long)sum, odd[1].c[0] + fourth[2].c[1]);
    return 0;
}

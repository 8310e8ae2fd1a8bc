/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory on both sides of 2^40, behind which stamps lie elsewhere: it is mapped, filled, read and moved as a whole.
 * all_read reads 2^21 bytes; all_read_again 2^20, of the half that was moved there. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define SIZE ((size_t)2 << 20)

static __attribute__((noipa)) void fill(unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i += 4096)
        memset(p + i, (int)(i >> 12), n - i < 4096 ? n - i : 4096);
    memset(p + n / 4, 7, n / 2);
}

static __attribute__((noipa)) int all_read(const unsigned char *p, size_t n)
{
    return memcmp(p, p + n / 2, n / 2);
}

static __attribute__((noipa)) int all_read_again(const unsigned char *p, size_t n)
{
    long sum = 0;
    for (size_t i = 0; i < n; i += sizeof sum)
        sum += *(const long *)(p + i) & 0xff;
    return (int)sum;
}

int main(void)
{
    unsigned char *p = MAP_FAILED;
    for (unsigned i = 0x7d; i > 0x60 && p == MAP_FAILED; i--)
        p = mmap((unsigned char *)((unsigned long)i << 40) - SIZE / 2, SIZE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (p == MAP_FAILED)
        return 2;
    fill(p, SIZE);
    memset(p, 1, SIZE);
    printf("%d\n", all_read(p, SIZE));
    memmove(p + SIZE / 4, p, SIZE / 2);
    printf("%d\n", all_read_again(p + SIZE / 4, SIZE / 2));
    return munmap(p, SIZE) != 0;
}

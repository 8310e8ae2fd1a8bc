/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A loop that is told at its end is interrupted in its middle by a signal's handler: by one without
 * such a loop it is told nevertheless, by one with another the instance is a lost one, unless its
 * accesses are told where they are made, as in a loop of many blocks. */
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>

#define NOINLINE __attribute__((noinline, noclone))
#define PAGE 4096
#define PER_PAGE (PAGE / (long)sizeof(int))

static int *pages, other[100];
static volatile int inner;
static volatile long result;

NOINLINE long outer_sum(const int *p, long n)
{
    long sum = 0;
#pragma algoprof loop name(outer)
    for (long i = 0; i < n && p[i] != -1; i++)
        sum += p[i];
    return sum;
}

NOINLINE long inner_sum(const int *p, long n)
{
    long sum = 0;
#pragma algoprof loop name(inner)
    for (long i = 0; i < n && p[i] != -1; i++)
        sum += p[i];
    return sum;
}

static void open_page(int unused)
{
    (void)unused;
    if (inner)
        result = inner_sum(other, inner);
    mprotect(pages + PER_PAGE, PAGE, PROT_READ | PROT_WRITE);
}

int main(void)
{
    pages = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return 1;
    signal(SIGSEGV, open_page);
    for (int k = 0; k < 4; k++) {
        inner = k % 2 ? 90 : 0;
        mprotect(pages + PER_PAGE, PAGE, PROT_NONE);
        if (inner)
            printf("outer lost|%ld\ninner 360\n", 4 * (2 * PER_PAGE + 7) + 360);
        else
            printf("outer %ld\n", 4 * (2 * PER_PAGE + 7));
        result = outer_sum(pages, 2 * PER_PAGE + 7);
    }
    return 0;
}

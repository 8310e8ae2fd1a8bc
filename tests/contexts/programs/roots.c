/* SPDX-License-Identifier: GPL-3.0-or-later
 * The C library calls one function after the other, each of which ends in a call: none stands below the one before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void register_all(int);
static int calls;

__attribute__((constructor(101))) static void first(void)
{
    setenv("ROOTS", "1", 1);
}

/* Its call is in another unit. */
__attribute__((constructor(102))) static void second(void)
{
    register_all(2);
}

__attribute__((noinline)) static void inner(void)
{
    calls++;
    register_all(3);
}

/* The function that it ends in ends in one of another unit. */
__attribute__((constructor(103))) static void third(void)
{
    inner();
}

__attribute__((destructor)) static void last(void)
{
    register_all(4);
}

static int by_text(const void *a, const void *b)
{
    return strcoll(*(char *const *)a, *(char *const *)b);
}

static int by_length(const void *a, const void *b)
{
    calls++;
    return abs((int)strlen(*(char *const *)a)) - (int)strlen(*(char *const *)b);
}

static void at_end(void)
{
    puts(getenv("ROOTS"));
}

int main(void)
{
    const char *words[] = { "pear", "fig" };
    atexit(at_end);
    qsort(words, 2, sizeof *words, by_text);
    qsort(words, 2, sizeof *words, by_length);
    return 0;
}

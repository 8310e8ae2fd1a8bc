/* Every way to call: direct, of another unit, by pointer, by way of libc, mutual recursion, and several at once. */
#include <stdio.h>
#include <stdlib.h>

static volatile int sink;
int other(int n);
int (*other_pointer(void))(int);

static void leaf(void) { sink++; }
static void branch(int n) { leaf(); if (n & 1) leaf(); }

static int even(int n);
static int odd(int n) { leaf(); return n == 0 ? 0 : even(n - 1); }
static int even(int n) { branch(n); return n == 0 ? 1 : odd(n - 1); }

static int fib(int n) { if (n < 2) return n; leaf(); return fib(n - 1) + fib(n - 2); }

static int by_value(const void *a, const void *b) { branch(*(const int *)a); return *(const int *)a - *(const int *)b; }
static int by_size(const void *a, const void *b) { leaf(); return abs(*(const int *)a) - abs(*(const int *)b); }

/* A callback that has libc call another one. */
static int nested(const void *a, const void *b)
{
    int list[] = { 4, 1, 3, 2 }, key = 3;
    qsort(list, 4, sizeof *list, by_value);
    bsearch(&key, list, 4, sizeof *list, by_size);
    return *(const int *)a - *(const int *)b;
}

static void sort(int (*order)(const void *, const void *))
{
    int list[] = { 5, 2, 7, 1, 6, 3 };
    qsort(list, 6, sizeof *list, order);
    leaf();
}

static int (*const table[])(int) = { fib, even, odd, other };
static int dispatch(int i) { int sum = 0; for (int k = 0; k < 8; k++) sum += table[(i + k) & 3](k); return sum; }

/* One function by two declarations: of the program, and of the compiler. */
extern int other_too(int) __asm__("other");
static void *volatile memory;
static int twice(int n)
{
    free(memory = malloc(8));
    free(memory = __builtin_malloc(8));
    return other(n) + other_too(n);
}

static int tail(int n) { leaf(); return other(n); }
static int tail_by_pointer(int n) { leaf(); return other_pointer()(n); }

__attribute__((constructor)) static void before(void) { branch(3); }
__attribute__((destructor)) static void after(void) { branch(2); }

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        sum += even(i) + fib(i % 9) + dispatch(i) + twice(i) + tail(i) + tail_by_pointer(i);
        sort(by_value);
        sort(by_size);
        sort(nested);
        branch(i);
    }
    atexit(leaf);
    printf("%d %d\n", sum, sink);
    return 0;
}

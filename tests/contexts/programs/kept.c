/* Calls of code without contexts, with arguments and results of all kinds.  What that code calls afterwards stands below
 * the call, not below what was called meanwhile. */
#include <stdarg.h>
#include <stdio.h>

#define FOREIGN __attribute__((no_instrument_function, noipa))

typedef void (*action)(void);
struct big { long a, b, c; };
struct pair { long a; double b; };

static volatile long sink;

FOREIGN static long few(action f, long a) { f(); return a + 1; }
FOREIGN static double mixed(action f, double x, int i, float y) { f(); return x + i * y; }
FOREIGN static long six(action f, long a, long b, long c, long d, int e) { f(); return a + 2 * b + 3 * c + 4 * d + 5 * e; }
FOREIGN static long seven(action f, long a, long b, long c, long d, int e, char g) { return six(f, a, b, c, d, e) + 6 * g; }
FOREIGN static double nine(action f, double a, double b, double c, double d, double e, double g, double h, double i, double j)
{
    f();
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * g + 7 * h + 8 * i + 9 * j;
}
FOREIGN static struct big make(action f, long a, long b, long c, long d) { f(); return (struct big){ a, b, c + d }; }
FOREIGN static struct big make_more(action f, long a, long b, long c, long d, long e) { f(); return (struct big){ a + e, b, c + d }; }
FOREIGN static long take(action f, struct big b) { f(); return b.a + 2 * b.b + 3 * b.c; }
FOREIGN static double take_pair(action f, struct pair p) { f(); return (double)p.a + p.b; }
FOREIGN static struct pair make_pair(action f, long a) { f(); return (struct pair){ a, (double)a / 2 }; }
FOREIGN static long double wide(action f, long double x) { f(); return x * 3; }
FOREIGN static __int128 twice(action f, __int128 x) { f(); return 2 * x; }
FOREIGN static _Complex double turn(action f, _Complex double x) { f(); return x * 1.0i; }
FOREIGN static long sum(action f, int n, ...)
{
    va_list all;
    va_start(all, n);
    long s = 0;
    for (int i = 0; i < n; i++)
        s += i & 1 ? (long)va_arg(all, double) : va_arg(all, long);
    va_end(all);
    f();
    return s;
}

static void leaf(void) { sink++; }
static void after(void) { leaf(); leaf(); }

static void call_few(void) { printf("%ld\n", few(leaf, 1)); }
static void call_mixed(void) { printf("%g\n", mixed(leaf, 1.5, 2, 3.5f)); }
static void call_six(void) { printf("%ld\n", six(leaf, 1, 2, 3, 4, 5)); }
static void call_seven(void) { printf("%ld\n", seven(leaf, 1, 2, 3, 4, 5, 6)); }
static void call_nine(void) { printf("%g\n", nine(leaf, 1, 2, 3, 4, 5, 6, 7, 8, 9)); }
static void call_make(void) { struct big b = make(leaf, 1, 2, 3, 4); printf("%ld %ld %ld\n", b.a, b.b, b.c); }
static void call_make_more(void) { struct big b = make_more(leaf, 1, 2, 3, 4, 5); printf("%ld %ld %ld\n", b.a, b.b, b.c); }
static void call_take(void) { printf("%ld\n", take(leaf, (struct big){ 1, 2, 3 })); }
static void call_take_pair(void) { printf("%g\n", take_pair(leaf, (struct pair){ 1, 2.5 })); }
static void call_make_pair(void) { struct pair p = make_pair(leaf, 3); printf("%ld %g\n", p.a, p.b); }
static void call_wide(void) { printf("%Lg\n", wide(leaf, 1.25L)); }
static void call_twice(void) { printf("%d\n", (int)(twice(leaf, (__int128)5 << 70) >> 70)); }
static void call_turn(void) { _Complex double x = turn(leaf, 1 + 2.0i); printf("%g %g\n", __real__ x, __imag__ x); }
static void call_sum(void) { printf("%ld %ld\n", sum(leaf, 3, 1L, 2.0, 3L), sum(leaf, 9, 1L, 2., 3L, 4., 5L, 6., 7L, 8., 9L)); }
static void call_two(void) { call_few(); printf("%ld\n", few(after, 2) + six(call_mixed, 5, 4, 3, 2, 1)); }
static long in_tail(void) { return few(leaf, 7); }
static void call_tail(void) { sink += in_tail(); }

FOREIGN static void drive(action step)
{
    step();
    after();
}

int main(void)
{
    static const action steps[] = { call_few, call_mixed, call_six, call_seven, call_nine, call_make, call_make_more, call_take,
                                    call_take_pair, call_make_pair, call_wide, call_twice, call_turn, call_sum, call_two, call_tail };
    for (int i = 0; i < 3; i++)
        for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
            drive(steps[k]);
    printf("%ld\n", sink);
    return 0;
}

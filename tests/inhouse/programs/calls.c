// SPDX-License-Identifier: GPL-3.0-or-later
#include "told.h"
static int memo[60]; static int stack[3000]; static int (*volatile through)(int);
APART int fib(int n) { if (n < 2) return n; if (memo[n]) return memo[n]; return memo[n] = (fib(n - 1) + fib(n - 2)) & 1023; }
APART int plain(int n) { return n < 2 ? n : plain(n - 1) + plain(n - 2); }
APART int deep(int *p, int n) { int x = *p; return n ? deep(p + 1, n - 1) + x : x; }
APART int again(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; if (n > 4) s += again(p, n / 2) + again(p + n / 2, n / 2); return s; }
APART int run(const char *program) { static void *const to[] = { &&add, &&twice, &&end }; int s = 1; goto *to[(int)*program]; add: s += stack[s & 63]; goto *to[(int)*++program]; twice: s *= 2; goto *to[(int)*++program]; end: return s; }
int main(void) { int s = fib(50) + plain(10); through = plain; s += through(6); for (int n = 10; n < 2500; n *= 3) { for (int i = 0; i <= n; i++) stack[i] = i; s += deep(stack, n) + again(stack, n); } static const char program[] = { 0, 1, 1, 0, 0, 1, 2 }; s += run(program); return s & 127; }

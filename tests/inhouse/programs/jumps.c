// SPDX-License-Identifier: GPL-3.0-or-later
// Computed jumps: the own stamp and the count pass through edges that nothing can be put on.
#include <setjmp.h>
#include "told.h"
static int memory[4096]; static jmp_buf out;
APART int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
// Each operation jumps to the next one; one calls, one is this function again, one is a loop.
APART int run(const unsigned char *p, int at) { static void *const to[] = { &&load, &&store, &&call, &&again, &&loop, &&end }; int s = at; goto *to[*p];
load: s += memory[(at + s) & 4095]; goto *to[*++p];
store: memory[(at * 3 + s) & 4095] = s & 255; if (s & 1) goto load; goto *to[*++p];
call: s += sum(memory + (at & 1023), p[1]); p++; goto *to[*++p];
again: s += run(p + 1, at + 7); goto *to[*++p];
loop: for (int i = 0; i < p[1]; i++) { if (memory[(s + i) & 4095] & 1) s++; else s += 2; } p++; goto *to[*++p];
end: return s & 1023; }
// The one jump leads to its own block, too.
APART int spin(const unsigned char *p) { static void *const to[] = { &&next, &&odd, &&end }; int s = 0;
next: s += memory[s & 4095] + 1; goto *to[*p++];
odd: s ^= memory[p[0]]; if (s & 2) goto next; s++; goto *to[*p++];
end: return s & 1023; }
// Two of them, in and behind a loop, with labels that both know.
APART int twice(const unsigned char *p, int n) { static void *const to[] = { &&one, &&two, &&out }; int s = 0, i = 0;
for (i = 0; i < n; i++) { s += memory[i * 5 & 4095]; if (s & 4) goto *to[p[i & 3] & 1]; one: s++; }
goto *to[p[i & 3] == 2 ? 2 : 1];
two: s += memory[(s + i) & 4095]; if (++i < n) goto *to[p[i & 3]];
out: return s & 1023; }
// Beside setjmp nothing is known of the variables behind it.
APART int caught(const unsigned char *p) { static void *const to[] = { &&load, &&leave, &&end }; volatile int s = 0, i = 0; if (setjmp(out)) s += 3; goto *to[p[i]];
load: s += memory[(s * 9 + i) & 4095]; i++; goto *to[p[i]];
leave: i++; if (s >= 0) longjmp(out, 1);
end: return s & 1023; }
// Control comes to setjmp by several ways, and again and again.
APART int tries(int n, int even) { volatile int s = 0, i = 0; if (even) s = memory[8]; else s = memory[9];
again: if (setjmp(out)) s += 5; if (i >= n) return s & 1023; i++; s += memory[i & 63]; if (i % 3 == 0) longjmp(out, 1); memory[i & 4095]++; if (s & 1) goto again; s++; goto again; }
int main(void) { int s = 0; for (int i = 0; i < 4096; i++) memory[i] = i * 7 & 15;
static const unsigned char program[] = { 0, 1, 4, 9, 0, 2, 20, 3, 1, 0, 3, 4, 30, 2, 50, 1, 0, 5 }; for (int i = 0; i < 40; i++) s += run(program + i % 3 % 2, i * 11);
static const unsigned char spins[] = { 0, 1, 0, 0, 1, 1, 0, 2, 2, 2, 2 }; for (int i = 0; i < 7; i++) s += spin(spins + i);
static const unsigned char turns[] = { 0, 1, 0, 2, 2 }; for (int n = 1; n < 60; n += 3) s += twice(turns, n);
static const unsigned char jumps[] = { 0, 0, 1, 0, 0, 0, 1, 0, 2 }; for (int i = 0; i < 5; i++) s += caught(jumps + i); for (int i = 0; i < 6; i++) s += tries(7 * i, i & 1); return s & 127; }

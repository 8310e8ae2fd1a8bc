// SPDX-License-Identifier: GPL-3.0-or-later
#include "told.h"
struct bits { unsigned a : 3, b : 9; int c; unsigned long d : 40; char e; };
struct __attribute__((packed)) odd { char a; int b; short c; long d; };
struct big { long x[9]; char y[5]; };
static struct bits bits[40]; static struct odd odd[40]; static struct big big[20];
APART unsigned read_bits(const struct bits *p, int n) { unsigned s = 0; for (int i = 0; i < n; i++) s += p[i].b + (unsigned)p[i].d + p[i].a; return s; }
APART void write_bits(struct bits *p, int n) { for (int i = 0; i < n; i++) { p[i].b = (unsigned)i; p[i].d = (unsigned long)i << 20; p[i].e = 1; } }
APART long read_odd(const struct odd *p, int n) { long s = 0; for (int i = 0; i < n; i++) s += p[i].b + p[i].d + p[i].c; return s; }
APART void copy(struct big *to, const struct big *from, int n) { for (int i = 0; i < n; i++) to[i] = from[n - 1 - i]; }
APART long by_value(struct big b) { return b.x[2] + b.y[3]; }
APART struct big make(int i) { struct big b; for (int k = 0; k < 9; k++) b.x[k] = i * k; for (int k = 0; k < 5; k++) b.y[k] = (char)k; return b; }
int main(void) { long s = 0; for (int n = 1; n < 40; n += 3) { write_bits(bits, n); s += read_bits(bits, n) + read_odd(odd, n); } for (int i = 0; i < 20; i++) { big[i] = make(i); oracle_write(&big[i], sizeof big[i]); } for (int n = 1; n < 10; n++) { copy(big + 10, big, n); s += by_value(big[n]); } return (int)(s & 127); }

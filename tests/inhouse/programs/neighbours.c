// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses that lie side by side, whose cells are looked at together: with gaps, of several sizes, with writes and calls between
// them, in cells that were read before in part.
#include "told.h"
struct wide { long a, b, c, d; int e, f; short g, h; char i[12]; long k[12]; };
static struct wide all[40];
static int numbers[64];
APART long side_by_side(const struct wide *w) { return w->a + w->b + w->c + w->d; }
APART long with_gaps(const struct wide *w) { return w->a + w->c + w->k[1] + w->k[2] + w->k[5]; }
APART long of_sizes(const struct wide *w) { return w->e + w->f + w->g + w->h + w->i[3] + w->i[9] + w->d; }
APART long many(const struct wide *w) { long s = 0; for (int i = 0; i < 12; i++) s += w->k[i]; return s + w->a; }
APART long read_written(struct wide *w) { long s = w->a; w->b = s; s += w->b + w->c; w->d = s; w->a = w->d + w->e; return s; }
APART void written(struct wide *w, long n) { w->a = n; w->b = n + 1; w->c = n + 2; w->e = (int)n; w->f = 1; w->k[3] = n; }
APART long written_read(struct wide *w, struct wide *o) { w->a = 1; long s = o->b + o->c; w->b = 2; s += o->a + o->d; return s; }
APART long change(struct wide *w) { w->c++; return w->c; }
APART long called_between(struct wide *w) { long s = w->a + w->b; s += change(w); return s + w->c + w->d; }
APART long at_index(const int *p, int i) { return p[i] + p[i + 1] + p[i + 2] + p[i + 3]; }
APART long two(const struct wide *w, const struct wide *o) { return w->a + o->a + w->b + o->b + w->d + o->k[0]; }
APART long on_branches(const struct wide *w, int n) { long s = w->e; if (n & 1) s += w->f + w->a; if (n & 2) s += w->b + w->a; return s + w->f; }
APART long whole(struct wide *to, const struct wide *from) { *to = *from; oracle_read(from, sizeof *from); oracle_write(to, sizeof *to); return to->a + to->k[11]; }
int main(void) { long s = 0; for (int n = 0; n < 38; n++) { struct wide *w = &all[n], *o = &all[(n * 7 + 1) % 38]; if (n % 3 == 0) written(o, n); s += side_by_side(w) + with_gaps(o) + of_sizes(w) + many(o) + read_written(w) + written_read(w, o) + called_between(o) + at_index(numbers, n) + two(w, o) + on_branches(o, n) + whole(w, o); numbers[n] = (int)s & 63; } return (int)(s & 127); }

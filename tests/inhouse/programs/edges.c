// SPDX-License-Identifier: GPL-3.0-or-later
// Where cells begin in an object: known by what it has besides the field that is accessed, by an access that came before, or not at
// all.  What is packed, or made of bytes, lies across cells at each distance.
#include "told.h"
#include <stddef.h>
struct word { char name[11]; char kind; int n; double weight; struct word *next; };
struct __attribute__((packed)) tight { char kind; int n; double weight; char rest[9]; };
struct bytes { char b[24]; };
struct halves { int a, b, c, d, e; };
struct __attribute__((aligned(16))) wide { char c[40]; };
static struct word words[24];
static char room[2048] __attribute__((aligned(64)));
static struct wide wides[3];
static int sum;
APART int in_word(const struct word *w) { int s = w->name[1]; s += w->name[6]; s += w->name[9] + w->kind; if (s & 1) s += w->n; return s + w->name[7]; }
APART int of_word(const struct word *w, int k) { int s = w->kind; if (k & 1) s += w->name[8]; if (k & 2) s += w->name[2] + w->name[3]; else s += w->n; return s + (w->next == w); }
APART int in_tight(const struct tight *t) { int s = t->kind; s += t->n; s += (int)t->weight; s += t->rest[0]; return s + t->rest[8]; }
APART int in_bytes(const struct bytes *p) { int s = p->b[0]; s += p->b[3]; s += p->b[7]; s += p->b[8]; return s + p->b[15] + p->b[16]; }
APART int in_halves(const struct halves *h) { int s = h->a; if (s & 1) s += h->b; s += h->c; if (s & 2) s += h->d; return s + h->e; }
APART int in_wide(const struct wide *w, int k) { int s = w->c[1]; if (k & 1) s += w->c[7] + w->c[8]; if (k & 2) s += w->c[33]; return s + w->c[39]; }
APART void put(struct word *w, int k) { w->name[2] = (char)k; w->n = k; if (k & 1) w->name[5] = 1; else w->kind = 2; w->name[7] = 3; w->weight = k; }
APART void put_bytes(struct bytes *p, int k) { p->b[1] = (char)k; p->b[6] = 1; if (k & 1) p->b[9] = 2; p->b[14] = 3; }
APART int look(const struct bytes *p) { return p->b[2] + p->b[5] + p->b[10]; }
APART int in_loop(const struct word *w, int n) { int s = 0; for (; n; n--, w = w->next) { s += w->name[9]; if (s & 1) s += w->n; s += w->kind + w->name[2]; } return s; }
APART int by_cast(const char *p, int k) { int s = p[1]; if (k) s += (int)*(const long *)(const void *)p; s += p[4]; return s + p[9]; }
APART int with_call(struct word *w) { int s = w->name[0]; put(w, s + 3); s += w->name[4]; s += w->n; return s + w->name[10]; }
APART int of_global(int k) { int s = wides[1].c[3]; if (k & 1) s += wides[1].c[6] + wides[1].c[9]; return s + wides[2].c[0] + wides[1].c[39]; }
APART int far_apart(const char *p) { int s = *(const int *)(const void *)p; s += *(const int *)(const void *)(p + 1020); s += *(const int *)(const void *)(p + 1992); return s + *(const int *)(const void *)(p + 8); }
// Bytes one after the other: cells that lie between two of them are not theirs, and the last byte may lie in a cell of its own.
APART int in_run(const unsigned char *p) { return p[0] + p[1] * 2 + p[2] * 3 + p[3] * 4 + p[4] * 5 + p[5] + p[6] * 7 + p[7] + p[8] * 9 + p[9] + p[10] * 3 + p[11]; }
APART int with_gaps(const unsigned char *p) { return p[0] + p[8] * 2 + p[17] * 3 + p[26] + p[27] * 5 + p[33] + p[41] * 3 + p[40]; }
APART int backwards(const unsigned char *p) { return p[30] + p[-1] * 2 + p[7] * 3 + p[6] + p[14] + p[22] * 5 + p[23]; }
APART void put_run(unsigned char *p, int k) { p[4] = (unsigned char)(k >> 4); p[1] = (unsigned char)(k * 3); p[9] = (unsigned char)(k + p[1]); p[2] = (unsigned char)k; p[11] = (unsigned char)(k * 7); p[20] = 5; p[27] = (unsigned char)(k * 5); }
APART int runs(const unsigned char *p, int n) { int s = 0; for (; n > 0; n--, p += 11) { s += p[0] + p[1] * 2 + p[2] + p[5] * 3 + p[6] + p[10]; if (s & 1) s += p[12] * 2 + p[13] + p[14] + p[15] + p[19]; } return s; }
int main(void)
{
    for (int i = 0; i < 24; i++)
        words[i].next = &words[(i * 5 + 1) % 24];
    for (int i = 0; i < 48; i++) {
        struct word *w = &words[i % 23];
        char *p = room + i * 13;
        if (i % 4 == 1)
            put(&words[(i * 7) % 24], i);
        if (i % 5 == 2)
            put_bytes((struct bytes *)(void *)p, i);
        sum += in_word(w) + of_word(w + 1, i) + in_tight((const struct tight *)(const void *)p) + in_bytes((const struct bytes *)(const void *)(p + 3));
        sum += in_halves((const struct halves *)(const void *)(room + i * 12)) + in_wide(&wides[i % 3], i) + look((const struct bytes *)(const void *)p);
        sum += in_loop(w, i % 7) + by_cast(i & 1 ? room + 8 * i : p + 1, i & 1) + with_call(w) + of_global(i) + far_apart(room + 8 * (i % 5));
    }
    for (int i = 1; i < 40; i++) {
        unsigned char *p = (unsigned char *)room + i * 17;
        sum += in_run(p) + with_gaps(p + 5) + backwards(p + i % 3);
        if (i % 3)
            put_run(p - i % 5, i);
        sum += runs(p, i % 9);
    }
    return sum & 127;
}

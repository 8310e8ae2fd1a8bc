// SPDX-License-Identifier: GPL-3.0-or-later
#include "told.h"
struct entry { unsigned long key; unsigned value; unsigned char used; };
static struct entry table[1024];
APART struct entry *find(unsigned long key) { unsigned long i = key * 0x9e3779b97f4a7c15ul >> 54; while (table[i].used && table[i].key != key) i = (i + 1) & 1023; return &table[i]; }
APART void add(unsigned long key) { struct entry *e = find(key); if (!e->used) { e->used = 1; e->key = key; e->value = 0; } e->value++; }
APART unsigned most(void) { unsigned m = 0; for (int i = 0; i < 1024; i++) if (table[i].used && table[i].value > m) m = table[i].value; return m; }
int main(void) { unsigned s = 0; for (unsigned i = 0; i < 3000; i++) { add(i * i % 611); if (i % 500 == 0) s += most(); } return (int)(s & 127); }

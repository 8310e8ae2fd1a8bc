// SPDX-License-Identifier: GPL-3.0-or-later
#include "told.h"
static char text[2000], copy[2000]; static long words[100];
APART size_t length(const char *s) { size_t n = strlen(s); oracle_read(s, n + 1); return n; }
APART void duplicate(const char *s, size_t n) { oracle_read(s, n); oracle_write(copy, n); memcpy(copy, s, n); }
APART void clear(size_t n) { oracle_write(words, 8 * n); memset(words, 0, 8 * n); }
APART long sum(size_t n) { long s = 0; for (size_t i = 0; i < n; i++) s += words[i]; return s; }
APART int same(size_t n) { int d = memcmp(text, copy, n); oracle_read(text, n); oracle_read(copy, n); return d; }
int main(void) { long s = 0; for (size_t n = 1; n < 1900; n = 2 * n + 3) { for (size_t i = 0; i < n; i++) text[i] = (char)('a' + i % 26); text[n] = 0; s += (long)length(text); duplicate(text, n); s += same(n); if (n < 100) { clear(n); s += sum(n); } } return (int)(s & 127); }

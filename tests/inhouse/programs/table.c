// SPDX-License-Identifier: GPL-3.0-or-later
#include "told.h"
static int cost[40][40]; static short best[41][41]; static unsigned char sieve[500]; static struct item { struct item *next; int v; } items[200];
APART int distance(const char *a, int n, const char *b, int m) { for (int i = 0; i <= n; i++) for (int k = 0; k <= m; k++) { int x = i && k ? best[i - 1][k - 1] + (a[i - 1] != b[k - 1]) : i + k; if (i && best[i - 1][k] + 1 < x) x = best[i - 1][k] + 1; if (k && best[i][k - 1] + 1 < x) x = best[i][k - 1] + 1; best[i][k] = (short)x; } return best[n][m]; }
APART void paths(int n) { for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (cost[i][k] + cost[k][j] < cost[i][j]) cost[i][j] = cost[i][k] + cost[k][j]; }
APART int primes(int n) { int c = 0; for (int i = 0; i < n; i++) sieve[i] = 1; for (int i = 2; i < n; i++) if (sieve[i]) { c++; for (int k = 2 * i; k < n; k += i) sieve[k] = 0; } return c; }
APART int walk(const struct item *p) { int s = 0; for (; p; p = p->next) s += p->v; return s; }
APART struct item *reverse(struct item *p) { struct item *r = 0; while (p) { struct item *n = p->next; p->next = r; r = p; p = n; } return r; }
int main(void) { static char a[41], b[41]; int s = 0; for (int i = 0; i < 40; i++) { a[i] = (char)(i % 7); b[i] = (char)(i % 5); } for (int n = 4; n <= 40; n += 9) { s += distance(a, n, b, n - 2); for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) cost[i][k] = (i * 7 + k * 13) % 50 + 1; paths(n); s += cost[n - 1][0] + primes(n * 12); } struct item *l = 0; for (int i = 0; i < 200; i++) { items[i].v = i; items[i].next = l; l = &items[i]; if (i % 40 == 0) { l = reverse(l); s += walk(l); } } return s & 127; }

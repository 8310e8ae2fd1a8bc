// SPDX-License-Identifier: GPL-3.0-or-later
#include "told.h"
static unsigned seed = 1;
APART int draw(void) { seed = seed * 1103515245 + 12345; return (int)(seed >> 8); }
APART void insertion(int *a, int n) { for (int i = 1; i < n; i++) { int x = a[i], k = i; for (; k && a[k - 1] > x; k--) a[k] = a[k - 1]; a[k] = x; } }
APART void merge(int *a, int *b, int n) { int m = n / 2, i = 0, k = m, o = 0; while (i < m || k < n) b[o++] = k == n || (i < m && a[i] <= a[k]) ? a[i++] : a[k++]; for (i = 0; i < n; i++) a[i] = b[i]; }
APART void merge_sort(int *a, int *b, int n) { if (n < 2) return; merge_sort(a, b, n / 2); merge_sort(a + n / 2, b, n - n / 2); merge(a, b, n); }
APART void quick(int *a, int n) { if (n < 2) return; int p = a[n / 2], i = 0, k = n - 1; while (i <= k) { while (a[i] < p) i++; while (a[k] > p) k--; if (i <= k) { int t = a[i]; a[i++] = a[k]; a[k--] = t; } } quick(a, k + 1); quick(a + i, n - i); }
static int a[512], b[512];
int main(void) { int s = 0; for (int n = 8; n <= 512; n *= 2) for (int how = 0; how < 3; how++) { for (int i = 0; i < n; i++) a[i] = draw(); if (how == 0) insertion(a, n); else if (how == 1) merge_sort(a, b, n); else quick(a, n); s += a[n / 2]; } return s & 127; }

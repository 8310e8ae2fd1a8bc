// SPDX-License-Identifier: GPL-3.0-or-later
#include "told.h"
static float a[32][32], b[32][32], c[32][32]; static double v[100]; static char bytes[300];
APART void multiply(int n) { for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) { float s = 0; for (int j = 0; j < n; j++) s += a[i][j] * b[j][k]; c[i][k] = s; } }
APART void fill(int n) { for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) a[i][k] = (float)(i + k), b[i][k] = (float)(i - k); }
APART double dot(const double *x, const double *y, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * y[i]; return s; }
APART int bytes_sum(const char *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
APART void shift(char *p, int n) { for (int i = 1; i < n; i++) p[i - 1] = (char)(p[i] + 1); }
int main(void) { double s = 0; for (int n = 2; n <= 32; n += 6) { fill(n); multiply(n); s += c[n / 2][n - 1]; } for (int i = 0; i < 100; i++) v[i] = i; for (int n = 1; n < 90; n += 11) s += dot(v, v + 5, n); for (int n = 3; n < 290; n += 41) { shift(bytes + n % 5, n); s += bytes_sum(bytes + n % 3, n); } return (int)s & 127; }

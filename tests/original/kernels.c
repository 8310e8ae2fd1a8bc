/* SPDX-License-Identifier: GPL-3.0-or-later
 * Kernels whose marked loop must stay as it is without the plugin: one a
 * function, every function called from elsewhere. */
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

int sum(const int *a, size_t n)
{
    int s = 0;
#pragma algoprof loop
    for (size_t i = 0; i < n; i++)
        s += a[i];
    return s;
}

void saxpy(float *restrict y, const float *restrict x, float a, size_t n)
{
#pragma algoprof loop
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

void add(int *a, const int *b, const int *c, int n)
{
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        a[i] = b[i] + c[i];
}

void bytes(unsigned char *a, size_t n)
{
#pragma algoprof loop
    for (size_t i = 0; i < n; i++)
        a[i] = a[i] > 200 ? 200 : a[i] + 1;
}

double dot(const double *a, const double *b, int n)
{
    double s = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static int table[4096];
int total;

void global_sum(void)
{
#pragma algoprof loop
    for (int i = 0; i < 4096; i++)
        total += table[i];
}

void fill(int from)
{
#pragma algoprof loop
    for (int i = 0; i < 4096; i++)
        table[i] = from ^ i;
}

int list(const struct node *n)
{
    int s = 0;
#pragma algoprof loop
    for (; n; n = n->next)
        s += n->value;
    return s;
}

size_t length(const char *s)
{
    const char *p = s;
#pragma algoprof loop
    while (*p)
        p++;
    return p - s;
}

int find(const int *a, int n, int what)
{
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        if (a[i] == what)
            return i;
    return -1;
}

void histogram(unsigned *counts, const unsigned char *text, size_t n)
{
#pragma algoprof loop
    for (size_t i = 0; i < n; i++)
        counts[text[i]]++;
}

int search(const int *a, int n, int key)
{
    int low = 0, high = n;
#pragma algoprof loop
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void matrix(double *restrict c, const double *restrict a, const double *restrict b, int n)
{
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

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

unsigned root(const unsigned *p, unsigned at)
{
#pragma algoprof loop
    while (p[at] != at)
        at = p[at];
    return at;
}

unsigned long long bits(unsigned long long x, unsigned long long key)
{
    unsigned long long s = 0;
#pragma algoprof loop
    for (; x; x = (x >> 3) ^ key)
        s ^= x;
    return s;
}

long least(const unsigned *a, long n)
{
    long best = 0;
#pragma algoprof loop
    for (long i = 1; i < n; i++)
        if (a[i] < a[best])
            best = i;
    return best;
}

double plane[256][256], other_plane[256][256];

/* GCC exchanges the two loops. */
void columns(void)
{
#pragma algoprof loop
    for (int j = 0; j < 256; j++)
        for (int i = 0; i < 256; i++)
            plane[i][j] = plane[i][j] * 2 + other_plane[i][j];
}

/* A call of strlen. */
size_t letters(const char *p)
{
    size_t i;
#pragma algoprof loop
    for (i = 0; p[i]; i++)
        ;
    return i;
}

/* GCC makes several loops of it, and vectors of the last one, which knows how often it runs. */
void merge(int *out, const int *p, const int *q, long n)
{
#pragma algoprof loop
    for (long i = 0, j = 0; i + j < 2 * n;)
        *out++ = j == n || (i < n && p[i] <= q[j]) ? p[i++] : q[j++];
}

int four(const int *a)
{
    int s = 0;
#pragma algoprof loop
    for (long i = 0; i < 4; i++)
        s = s * 3 + a[i];
    return s;
}

static int index_of[4096], value_of[4096];

/* The calls of a mirror need more registers than the loop. */
long gather(long n)
{
    long s = 0;
#pragma algoprof loop
    for (long i = 0; i < n; i++)
        s += value_of[index_of[i] & 4095];
    return s;
}

void set(long i, int index, int value)
{
    index_of[i & 4095] = index;
    value_of[i & 4095] = value;
}

/* The condition cannot be foreseen: a jump by it would take longer than all else. */
long spaces(const char *s)
{
    long n = 0;
#pragma algoprof loop
    for (; *s; s++)
        if (*s == ' ')
            n++;
    return n;
}

/* The same in a function that a marked loop calls. */
__attribute__((noinline))
static long blanks(const char *s)
{
    long n = 0;
    for (; *s; s++)
        if (*s == ' ')
            n++;
    return n;
}

long texts(const char *const *list)
{
    long n = 0;
#pragma algoprof loop
    for (; *list; list++)
        n += blanks(*list);
    return n;
}

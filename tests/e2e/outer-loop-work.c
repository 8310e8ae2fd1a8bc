/* SPDX-License-Identifier: GPL-3.0-or-later
 * Loops whose iterations are linear, and whose bodies are or are not; recursions likewise: outer-loop-work KIND N TIMES. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int other_file(const int *a, int n);

static unsigned state = 1;

static unsigned next(void)
{
    state = state * 1103515245 + 12345;
    return state >> 8;
}

static void bubble(int *a, int n)
{
#pragma algoprof loop name(bubble)
    for (int i = 0; i < n; i++)
        for (int k = 0; k + 1 < n - i; k++)
            if (a[k] > a[k + 1]) {
                int t = a[k];
                a[k] = a[k + 1];
                a[k + 1] = t;
            }
}

static void insertion(int *a, int n)
{
#pragma algoprof loop name(insertion)
    for (int i = 1; i < n; i++) {
        int x = a[i], k = i;
        for (; k > 0 && a[k - 1] > x; k--)
            a[k] = a[k - 1];
        a[k] = x;
    }
}

static void length(char *s)
{
#pragma algoprof loop name(length)
    for (size_t i = 0; i < strlen(s); i++)
        s[i] ^= 32;
}

static void front(const int *a, int n, int *list)
{
#pragma algoprof loop name(front)
    for (int i = 0; i < n; i++) {
        memmove(list + 1, list, (size_t)i * sizeof *list);
        list[0] = a[i];
    }
}

/* Reads only what it has written. */
static void made(int n, int *list)
{
#pragma algoprof loop name(made)
    for (int i = 0; i < n; i++) {
        memmove(list + 1, list, (size_t)i * sizeof *list);
        list[0] = i;
    }
}

static void append(const int *a, int n, char *text, char *copy)
{
    text[0] = 0;
#pragma algoprof loop name(append)
    for (int i = 0; i < n; i++) {
        strcpy(copy, text);
        copy[i] = (char)('a' + a[i] % 26);
        copy[i + 1] = 0;
        strcpy(text, copy);
    }
}

static int called(const int *a, int n)
{
    int sum = 0;
#pragma algoprof loop name(called)
    for (int i = 0; i < n; i++)
        sum += other_file(a, n) ^ a[i];
    return sum;
}

static int constant(const int *a, int n)
{
    int sum = 0;
#pragma algoprof loop name(constant)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 16; k++)
            if (a[(i + k * k) % n] & 1)
                sum += a[i];
    return sum;
}

static int search(const int *a, int n)
{
    int found = 0;
#pragma algoprof loop name(search)
    for (int i = 0; i < n; i++) {
        int low = 0, high = n, x = (int)(next() % (unsigned)n);
        while (high - low > 1) {
            int mid = low + (high - low) / 2;
            if (a[mid] <= x)
                low = mid;
            else
                high = mid;
        }
        found += low;
    }
    return found;
}

static int sum(const int *a, int n)
{
    int all = 0;
#pragma algoprof loop name(sum)
    for (int i = 0; i < n; i++)
        all += a[i];
    return all;
}

/* Of a sorted list: as deep as it is long. */
__attribute__((algoprof("recursion"), noinline)) static void quick(int *a, int n)
{
    int last = 0, pivot = a[0];
    if (n < 2)
        return;
    for (int i = 1; i < n; i++)
        if (a[i] < pivot) {
            int t = a[++last];
            a[last] = a[i];
            a[i] = t;
        }
    a[0] = a[last];
    a[last] = pivot;
    if (last > 0)
        quick(a, last);
    if (last + 1 < n)
        quick(a + last + 1, n - last - 1);
}

__attribute__((algoprof("recursion"), noinline)) static void merge(int *a, int *room, int n)
{
    int half = n / 2, i = 0, k = half, to = 0;
    if (n < 2)
        return;
    merge(a, room, half);
    merge(a + half, room, n - half);
    while (i < half || k < n)
        room[to++] = k == n || (i < half && a[i] <= a[k]) ? a[i++] : a[k++];
    memcpy(a, room, (size_t)n * sizeof *a);
}

/* Each execution but the last has another one inside. */
static int nested(const int *a, int n)
{
    int sum = 0;
#pragma algoprof loop name(nested)
    for (int i = 0; i < 2; i++)
        sum += i == 0 ? a[0] : n > 1 ? nested(a + 1, n - 1) : 0;
    return sum;
}

static int run(const char *kind, int n)
{
    size_t room = (size_t)n + 2;
    int *a = calloc(room, sizeof *a), *list = calloc(room, sizeof *list);
    char *text = calloc(room, 1), *copy = calloc(room, 1);
    int ordered = !strcmp(kind, "search") || !strcmp(kind, "quick"), result = 0;
    if (!a || !list || !text || !copy)
        return 1;
    for (int i = 0; i < n; i++) {
        a[i] = ordered ? i : (int)(next() % 100000);
        text[i] = (char)('a' + i % 26);
    }
    if (!strcmp(kind, "bubble"))
        bubble(a, n);
    else if (!strcmp(kind, "insertion"))
        insertion(a, n);
    else if (!strcmp(kind, "length"))
        length(text);
    else if (!strcmp(kind, "front"))
        front(a, n, list);
    else if (!strcmp(kind, "made"))
        made(n, list);
    else if (!strcmp(kind, "append"))
        append(a, n, text, copy);
    else if (!strcmp(kind, "called"))
        result = called(a, n);
    else if (!strcmp(kind, "constant"))
        result = constant(a, n);
    else if (!strcmp(kind, "quick"))
        quick(a, n);
    else if (!strcmp(kind, "merge"))
        merge(a, list, n);
    else if (!strcmp(kind, "search"))
        result = search(a, n);
    else if (!strcmp(kind, "nested"))
        result = nested(a, n);
    else
        result = sum(a, n);
    result += a[n / 2] + list[0] + text[0];
    free(a);
    free(list);
    free(text);
    free(copy);
    return result;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    unsigned result = 0;
    for (int times = atoi(argv[3]); times > 0; times--)
        result += (unsigned)run(argv[1], atoi(argv[2]));
    printf("%u\n", result);
    return 0;
}

/* Loops of which nobody knows beforehand how long they run: what they access is told where
   they end. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 200

#define APART static __attribute__((noinline)) long

APART searches(const int *a, const int *b, const char *text, int x)
{
    int i = 0, sum = 0;
    JUDGE_BEGIN("found");
#pragma algoprof loop name(found)
    for (; i < N; i++) {
        JUDGE_STEP();
        if (a[i] == x)
            break;
    }
    JUDGE_END();
    const char *s = text + x % 7;
    JUDGE_BEGIN("end");
#pragma algoprof loop name(end)
    while (*s) {
        JUDGE_STEP();
        s++;
    }
    JUDGE_END();
    int k = N;
    JUDGE_BEGIN("down");            /* below it nothing is read */
#pragma algoprof loop name(down)
    while (k > 0 && a[k - 1] > x) {
        JUDGE_STEP();
        k--;
    }
    JUDGE_END();
    int j = 0;
    JUDGE_BEGIN("second");          /* b's is not read where a's ends it */
#pragma algoprof loop name(second)
    while (a[j] < x && b[j + 1]) {
        JUDGE_STEP();
        j++;
    }
    JUDGE_END();
    int l = 0;
    JUDGE_BEGIN("middle");          /* left before and behind the reads */
#pragma algoprof loop name(middle)
    for (;;) {
        JUDGE_STEP();
        if (l == x)
            break;
        sum += a[l];
        if (sum > 3000)
            break;
        sum += b[l++];
        if (sum % 97 == 5)
            break;
    }
    JUDGE_END();
    return i + (s - text) + k + j + sum;
}

APART writes(const int *a, int *b, char *text, int x)
{
    int i = 0;
    JUDGE_BEGIN("store");           /* a write, until a read says so */
#pragma algoprof loop name(store)
    while (a[i] < x) {
        JUDGE_STEP();
        b[i++] = x;
    }
    JUDGE_END();
    int j = 0;
    JUDGE_BEGIN("update");          /* of the same cell: read first */
#pragma algoprof loop name(update)
    while ((b[j] += 2) < x + 100 && j < x) {
        JUDGE_STEP();
        j++;
    }
    JUDGE_END();
    char *to = text + 300;
    const char *from = text + x % 5;
    JUDGE_BEGIN("copy");            /* they might overlap */
#pragma algoprof loop name(copy)
    while ((*to++ = *from++)) {
        JUDGE_STEP();
    }
    JUDGE_END();
    int k = 0;
    JUDGE_BEGIN("shift");           /* what it wrote it reads */
#pragma algoprof loop name(shift)
    while (b[k] < x + 90 && k < x) {
        JUDGE_STEP();
        b[k + 1] = b[k] + 1;
        k++;
    }
    JUDGE_END();
    return i + j + (to - text) + k;
}

struct row {
    int key, fields[5];
};

APART mixed(const int *a, const int *b, const struct row *rows, int x)
{
    int i = 0, hits = 0;
    JUDGE_BEGIN("gaps");            /* steps with gaps */
#pragma algoprof loop name(gaps)
    while (rows[i].key < x) {
        JUDGE_STEP();
        i++;
    }
    JUDGE_END();
    int j = 0;
    JUDGE_BEGIN("sometimes");       /* one read not in each iteration, one anywhere */
#pragma algoprof loop name(sometimes)
    while (a[j] != x && j < N) {
        JUDGE_STEP();
        if (a[j] % 3 == 0)
            hits += b[j];
        hits += b[a[j] % N];
        j++;
    }
    JUDGE_END();
    int k = 0;
    JUDGE_BEGIN("exits");           /* more of them than are told at */
#pragma algoprof loop name(exits)
    for (; k < N; k++) {
        JUDGE_STEP();
        if (a[k] == x || a[k] == x + 1)
            break;
        if (b[k] == x || b[k] == -1)
            break;
        if ((a[k] ^ b[k]) == 1000)
            break;
    }
    JUDGE_END();
    return i + j + k + hits;
}

APART nested(const int *a, const int *b, int x)
{
    long sum = 0;
    int i = 0;
    JUDGE_BEGIN("rows");
#pragma algoprof loop name(rows)
    for (; i < 12; i++) {
        JUDGE_STEP();
        const int *row = a + 10 * i;
        while (*row < x + i)
            sum += *row++;
        for (int k = 0; k < 10 && b[k + i] != x; k++)
            sum += k;
    }
    JUDGE_END();
    return sum;
}

int main(void)
{
    struct row *rows = calloc(N + 1, sizeof *rows);
    int *a = calloc(N + 1, sizeof *a), *b = calloc(N + 1, sizeof *b);
    char *text = calloc(600, 1);
    long sum = 0;

    for (int i = 0; i <= N; i++) {
        a[i] = i < N ? i * 5 / 4 : 1 << 20;
        b[i] = i + 1;
        rows[i].key = i < N ? i : 1 << 20;
    }
    memset(text, 'x', 120);
    for (int k = 0; k < 20; k++) {
        int x = opaque(k * 9);
        sum += searches(a, b, text, x);
        sum += writes(a, b, text, x);
        sum += mixed(a, b, rows, x);
        sum += nested(a, b, x);
    }
    printf("%ld\n", sum);
    return 0;
}

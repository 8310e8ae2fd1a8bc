/* Innermost loops some of whose accesses go on evenly and some do not: indexed by data, only in
   some iterations, up to an element that is found; where what is written lies in what is read, too. */
#include "judge.h"
#include <stdio.h>

enum { N = 60 };

static int gathered(const int *a, const unsigned char *index, int n)
{
    int i = 0, sum = 0;
    JUDGE_BEGIN("gathered");
#pragma algoprof loop name(gathered)
    for (; i < n; i++) {
        JUDGE_STEP();
        sum += a[index[i]];
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("found");
#pragma algoprof loop name(found)
    for (; i < n; i++) {
        JUDGE_STEP();
        if (a[index[i]] == 7)
            break;
    }
    JUDGE_END();
    return sum + i;
}

static int least(const int *a, const unsigned char *valid, int n)
{
    int i = 0, best = 0;
    JUDGE_BEGIN("least");
#pragma algoprof loop name(least)
    for (; i < n; i++) {
        JUDGE_STEP();
        if (a[i] < a[best])
            best = i;
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("some");
#pragma algoprof loop name(some)
    for (; i < n; i += 2) {
        JUDGE_STEP();
        if (valid[i] % 3)
            best += a[i + 1];
    }
    JUDGE_END();
    return best;
}

static void counted(int *out, const unsigned char *in, int n)
{
    int i = 0;
    JUDGE_BEGIN("counted");
#pragma algoprof loop name(counted)
    for (; i < n; i++) {
        JUDGE_STEP();
        out[in[i]]++;
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("weighed");
#pragma algoprof loop name(weighed)
    for (; i < n; i++) {
        JUDGE_STEP();
        out[i] += 3 * out[in[i]];
    }
    JUDGE_END();
}

/* Each byte that is written may be read later, or was read before. */
static void in_itself(unsigned char *s, int n)
{
    int i = 0;
    JUDGE_BEGIN("in_itself");
#pragma algoprof loop name(in_itself)
    for (; i < n; i++) {
        JUDGE_STEP();
        s[s[i] % N]++;
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("scattered");
#pragma algoprof loop name(scattered)
    for (; i < n; i++) {
        JUDGE_STEP();
        s[s[i] % N] = (unsigned char)i;
    }
    JUDGE_END();
    i = n;
    JUDGE_BEGIN("backwards");
#pragma algoprof loop name(backwards)
    for (; i > 0; i--) {
        JUDGE_STEP();
        s[i - 1] = s[s[n - i] % N];
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("swapped");
#pragma algoprof loop name(swapped)
    for (; i < n; i++) {
        JUDGE_STEP();
        unsigned char *other = &s[(i * 7 + s[i]) % N], t = s[i];
        s[i] = *other;
        *other = t;
    }
    JUDGE_END();
}

static int merged(int *out, const int *a, const int *b, int n)
{
    int i = 0, j = 0;
    JUDGE_BEGIN("merged");
#pragma algoprof loop name(merged)
    while (i < n && j < n) {
        JUDGE_STEP();
        *out++ = a[i] <= b[j] ? a[i++] : b[j++];
    }
    JUDGE_END();
    return i + j;
}

int main(void)
{
    static int a[N], out[3 * N];
    static unsigned char index[N];
    int sum = 0;
    for (int round = 0; round < 12; round++) {
        for (int i = 0; i < N; i++) {
            a[i] = (i * 11 + round * 5) % 97;
            index[i] = (unsigned char)((i * i + 3 * round) % N);
        }
        int n = opaque(round < 3 ? round : 5 * round);
        sum += gathered(a, index, n) + least(a, index, n) + merged(out, a, a + N / 2, n / 2);
        counted(out, index, n);
        in_itself(index, n);
        sum += out[round] + index[round];
    }
    printf("%d\n", sum);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// All ways in which a loop is left in C; loops in each other, in recursions, and of no iteration.
#include "told.h"
#include <stdlib.h>

static int numbers[400], table[20][20];
static jmp_buf out;

APART int plain(int n)
{
    int s = numbers[0];
    OPEN(l) for (int i = 0; i < n; i++)
        s += numbers[i];
    CLOSE(l)
    return s + numbers[n];
}

APART int broken(int n, int what)
{
    int s = 0;
    OPEN(l) for (int i = 0; i < n; i++) {
        if (numbers[i] == what) {
            s++;                // trace-pc does not tell of an empty block
            break;
        }
        if (i & 1)
            continue;
        s += numbers[i + 1];
    }
    CLOSE(l)
    return s;
}

APART int returned(int n, int what)
{
    OPEN(l) for (int i = 0; i < n; i++)
        if (numbers[i] == what) {
            CLOSE(l)
            return i;
        }
    CLOSE(l)
    return -1;
}

APART int jumped(int n, int what)
{
    int s = 0, i, k;
    OPEN(l) for (i = 0; i < n; i++) {
        OPEN(m) for (k = 0; k < n; k++) {
            if (table[i][k] == what)
                goto found;
            s++;
        }
        CLOSE(m)
        numbers[i]++;
    }
found:
    CLOSE(l)
    return s + numbers[3];
}

APART int written(int n)
{
    int s = 0;
    OPEN(l) for (int i = 0; i < n; i++) {
        OPEN(m) for (int k = 0; k < i; k++)
            table[i][k] = s++;
        CLOSE(m)
        OPEN(o) for (int k = 0; k < i + 2; k++)
            s += table[i][k];
        CLOSE(o)
    }
    CLOSE(l)
    return s;
}

APART int again(int depth, int n)
{
    int s = 0;
    if (!depth)
        return numbers[n];
    OPEN(l) for (int i = 0; i < 3; i++)
        s += again(depth - 1, n + i) + numbers[i];
    CLOSE(l)
    return s;
}

APART int turned(int n)
{
    int s = 0, i = 0;
    OPEN(l) do {
        s += numbers[i];
    } while (++i < n);
    CLOSE(l)
    OPEN(m) while (i-- > 2)
        s -= numbers[i * 2];
    CLOSE(m)
    return s;
}

APART void leap(int n)
{
    OPEN(l) for (int i = 0; ; i++)
        if (numbers[i] >= n) {
            CLOSE(l)            // what does not come back to the loop is not in it
            oracle_read(out, 72);
            longjmp(out, 1);
        }
    CLOSE(l)
}

APART int landed(int n)
{
    volatile int s = 0;
    size_t depth = oracle_depth();
    oracle_write(out, 72);
    if (setjmp(out)) {
        BACK(depth)
        return s;
    }
    OPEN(l) for (int i = 0; i < n; i++) {
        s += numbers[i];
        if (i == n - 2)
            leap(n);
    }
    CLOSE(l)
    return -s;
}

APART int tried(int n)
{
    volatile int s = 0, i;
    putchar('.');               // a call before the loop, too: control might come back from it
    OPEN(l) for (i = 0; i < n; i++) {
        size_t depth = oracle_depth();
        oracle_write(out, 72);
        if (setjmp(out)) {
            BACK(depth)
            s += numbers[i];
        } else if (i & 1) {
            leap(i);
        }
    }
    CLOSE(l)
    return s;
}

APART int interpreted(const char *program)
{
    static void *const to[] = { &&add, &&twice, &&end };
    int s = 1;
    OPEN(l) for (;; program++) {
        goto *to[(int)*program];
    add:
        s += numbers[s & 63];
        continue;
    twice:
        s *= 2;
        continue;
    end:
        s++;
        break;
    }
    CLOSE(l)
    return s + numbers[1];
}

APART int ended(int n)
{
    int s = 0;
    OPEN(l) for (int i = 0; i < n; i++) {
        switch (numbers[i] % 4) {
        case 0:
            s += numbers[i + 1];
            break;
        case 1:
            continue;
        case 2:
            s++;
            /* fall through */
        default:
            s += 3;
        }
    }
    CLOSE(l)
    return s;
}

int main(void)
{
    static const char program[] = { 0, 1, 1, 0, 0, 1, 2 };
    int s = 0;
    OPEN(l) for (int i = 0; i < 400; i++)
        numbers[i] = i * 7 % 90;
    CLOSE(l)
    OPEN(m) for (int n = 0; n < 20; n++) {
        s += plain(n * 9) + broken(n, 35) + returned(n, 49) + jumped(n, n == 7 ? 11 : -1) + written(n % 18);
        s += again(n % 4, n) + turned(n);
#ifndef COSTS                   // GCC makes blocks of a switch later
        s += ended(n);
#endif
        if (n > 1)
            s += landed(n) + tried(n % 6);
    }
    CLOSE(m)
    s += interpreted(program);
    OPEN(o) for (int i = 0; i < 8; i++)
        putchar('a' + (s >> 4 * i & 15));
    CLOSE(o)
    return 0;
}

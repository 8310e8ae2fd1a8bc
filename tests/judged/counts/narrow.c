/* Counters narrower than a word: they go round, start at zero and count down, step by
   more than one, and leave early, before their step or behind it. */
/* target whole-byte: instances 3, iterations 576 */
/* target again-and-again: instances 3, iterations 3000 */
/* target chain: instances 5, iterations 71 */
/* target by-fours: instances 4, iterations 73 */
/* target early: instances 4, iterations 28 */
/* target down-signed: instances 3, iterations 30 */
#include "opaque.h"
#include <stdio.h>

static unsigned char data[256];
static unsigned next[1001];

static int whole_byte(unsigned char c)
{
    int s = 0;
#pragma algoprof loop name(whole-byte)
    do {
        s += data[s & 255];
        if (s > 1000)
            break;
    } while (--c);
    return s;
}

static int again_and_again(unsigned at)
{
    unsigned char round = 0;
#pragma algoprof loop name(again-and-again)
    while (at) {
        round++;
        at = next[at];
    }
    return round;
}

static unsigned chain(unsigned at, unsigned limit, unsigned left)
{
    unsigned best = 0;
#pragma algoprof loop name(chain)
    do {
        if (data[at & 255] != 7)
            continue;
        best++;
    } while ((at = next[at]) > limit && --left != 0);
    return best + at;
}

static int by_fours(unsigned short from)
{
    int s = 0;
#pragma algoprof loop name(by-fours)
    for (unsigned short i = from; i; i += 4)
        if (data[i & 255] == 200)
            break;
        else
            s++;
    return s;
}

static int early(unsigned i)
{
    int s = 0;
#pragma algoprof loop name(early)
    for (;; i++) {
        s++;
        if (data[i & 255] == 100)
            return s;
        if (i == 40)
            return -s;
        data[99]++;
    }
}

static int down_signed(signed char c)
{
    int s = 0;
#pragma algoprof loop name(down-signed)
    for (; c >= 0; c -= 2) {
        s += data[(unsigned char)c];
        if (s > 100000)
            return s;
    }
    return s;
}

int main(void)
{
    int sum = 0;
    sum += whole_byte((unsigned char)opaque(0));        /* 256 */
    sum += whole_byte((unsigned char)opaque(64));
    sum += whole_byte((unsigned char)opaque(256));
    for (unsigned i = 0; i < 1001; i++)
        next[i] = i ? i - 1 : 0;
    for (int k = 0; k < opaque(3); k++)
        sum += again_and_again((unsigned)opaque(1000));
    sum += (int)chain(20, 0, (unsigned)opaque(1000));   /* 20 */
    sum += (int)chain(20, 10, (unsigned)opaque(1000));  /* 10 */
    sum += (int)chain(90, 0, (unsigned)opaque(7));      /* 7 */
    sum += (int)chain(33, 0, (unsigned)opaque(0));      /* 33 */
    sum += (int)chain(5, 5, (unsigned)opaque(1));       /* 1 */
    sum += by_fours((unsigned short)opaque(65536 - 40));        /* 10 */
    sum += by_fours((unsigned short)opaque(65536 - 200));       /* 50 */
    sum += by_fours((unsigned short)opaque(0));
    data[12] = 200;
    sum += by_fours((unsigned short)opaque(65536 - 244 - 48));          /* 13: at 12 in the second byte */
    data[12] = 100;
    sum += early((unsigned)opaque(5)) + early((unsigned)opaque(12)) + early((unsigned)opaque(31)) + early((unsigned)opaque(4));
    sum += down_signed((signed char)opaque(20)) + down_signed((signed char)opaque(37)) + down_signed((signed char)opaque(-1));
    printf("%d\n", sum);
    return 0;
}

/* By formula: Duff's device of 805 numbers, 4 bytes each; a parser that begins in the middle of its loop half of the
   time, of 10 letters and their end. */
/* exact device: instances 8, size 3220, union 3220 */
/* exact parse: instances 8, size 11, union 11 */
#include "judge.h"
#include <stdio.h>

static int from[808], to[808];

__attribute__((noinline)) static void device(int *restrict a, const int *restrict b, int count)
{
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0:
#pragma algoprof loop name(device)
        do {
            *a++ = *b++; /* fall through */
    case 7: *a++ = *b++; /* fall through */
    case 6: *a++ = *b++; /* fall through */
    case 5: *a++ = *b++; /* fall through */
    case 4: *a++ = *b++; /* fall through */
    case 3: *a++ = *b++; /* fall through */
    case 2: *a++ = *b++; /* fall through */
    case 1: *a++ = *b++;
        } while (--n > 0);
    }
}

__attribute__((noinline)) static unsigned parse(int within, unsigned sum, const char *input)
{
    if (within)
        goto second;
#pragma algoprof loop name(parse)
    while (*input) {
        sum = sum * 3 + (unsigned char)*input++;
        if (!*input)
            break;
second:
        sum ^= (unsigned char)*input++;
    }
    return sum;
}

int main(void)
{
    static char input[16] = "abcdefghij";
    unsigned s = 0;
    for (int i = 0; i < 808; i++)
        from[i] = opaque(i);
    for (int k = 0; k < 8; k++) {
        device(to, from, opaque(805));
        s = parse(opaque(k & 1), s + to[k], input);
    }
    printf("%u\n", s);
    return 0;
}

/* By formula (the judge sees the words that hold bit-fields): a read of bits
   first..last is one of the bytes that hold them.  b: bits 3..15, bytes 0 and 1;
   d: bits 32..51, bytes 4..6; e: 40 bits from 64 on, bytes 8..12.  A store of a
   bit-field reads nothing. */
/* exact narrow: instances 10, size 20, union 20 */
/* exact middle: instances 10, size 30, union 30 */
/* exact wide: instances 10, size 50, union 50 */
/* exact store: instances 10, size 0, union 0 */
/* exact update: instances 10, size 10, union 10 */
#include "judge.h"
#include <stdio.h>

struct bits {
    unsigned a : 3, b : 13, c : 16;
    unsigned d : 20, : 12;
    unsigned long e : 40;
};

static struct bits data[10];

int main(void)
{
    unsigned long sum = 0;
    for (int k = 0; k < 10; k++) {
        int n = opaque(10);
#pragma algoprof loop name(narrow)
        for (int i = 0; i < n; i++)
            sum += data[i].b;
#pragma algoprof loop name(middle)
        for (int i = 0; i < n; i++)
            sum += data[i].d;
#pragma algoprof loop name(wide)
        for (int i = 0; i < n; i++)
            sum += data[i].e;
#pragma algoprof loop name(store)
        for (int i = 0; i < n; i++)
            data[i].c = k;
#pragma algoprof loop name(update)
        for (int i = 0; i < n; i++)
            data[i].a ^= k;
    }
    printf("%lu\n", sum);
    return 0;
}

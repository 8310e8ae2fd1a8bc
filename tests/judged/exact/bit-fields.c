/* By formula: a read of a bit-field is what the machine reads for it.  b: bits 3..15, bytes 0 and 1;
   d: bits 32..51, the word of bytes 4..7; e: 40 bits from 64 on, the word of bytes 8..15.  A store
   of a bit-field that fills its bytes reads nothing. */
/* exact narrow: instances 10, size 20, union 20 */
/* exact middle: instances 10, size 40, union 40 */
/* exact wide: instances 10, size 80, union 80 */
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

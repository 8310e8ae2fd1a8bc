/* A nest with more copies than its function may have: they are shared, and each of
   its loops is left into the middle of the outermost's copy. */
/* target a: instances 3, iterations 9 */
/* target b: instances 9, iterations 36 */
/* target c: instances 36, iterations 180 */
/* target d: instances 180, iterations 1080 */
/* target e: instances 1080, iterations 7560 */
#include "opaque.h"
#include <stdio.h>

static unsigned table[64];

#define MIX(n) \
    if (sum & (1u << (n))) \
        sum = sum * 5 + table[(sum >> (n)) & 63]; \
    else if (sum & (2u << (n))) \
        table[(unsigned)(seen + (n)) & 63] ^= sum;

int main(void)
{
    unsigned sum = 1;
    int seen = 0;
    for (int k = 0; k < 3; k++)
#pragma algoprof loop name(a)
        for (int h = 0; h < opaque(3); h++) {
            int before = seen;
            MIX(1)
#pragma algoprof loop name(b)
            for (int i = 0; i < opaque(4); i++) {
                unsigned kept = sum ^ (unsigned)h;
#pragma algoprof loop name(c)
                for (int j = 0; j < opaque(5); j++) {
                    int l = j;
                    MIX(3)
#pragma algoprof loop name(d)
                    for (l = 0; l < opaque(6); l++) {
                        MIX(5)
                        MIX(7)
#pragma algoprof loop name(e)
                        for (int m = 0; m < opaque(7); m++) {
                            MIX(9)
                            MIX(11)
                            MIX(13)
                            sum += (unsigned)(l * m) ^ kept;
                            seen++;
                        }
                    }
                }
                sum += kept + (unsigned)(seen - before);
            }
        }
    printf("%u %d\n", sum, seen);
    return 0;
}

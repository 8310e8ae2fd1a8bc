/* By formula: the widest and the narrowest scalars, and packed ones. */
/* exact int128: instances 8, size 160, union 160 */
/* exact long_double: instances 8, size 100, union 100 */
/* exact float128: instances 8, size 160, union 160 */
/* exact bools: instances 8, size 10, union 10 */
/* exact packed: instances 8, size 50, union 50 */
/* exact unions: instances 8, size 20, union 20 */
#include "judge.h"
#include <stdio.h>

__int128 wide[10];
long double doubles[10];
__float128 quads[10];
_Bool flags[10];
static struct __attribute__((packed)) {
    char tag;
    int n;
    short s;
} packed[10];
static union {
    long whole;
    short part[4];
} unions[10];

int main(void)
{
    double sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(int128)
        for (int i = 0; i < n; i++)
            wide[i] += k;
#pragma algoprof loop name(long_double)
        for (int i = 0; i < n; i++)
            sum += doubles[i];
#pragma algoprof loop name(float128)
        for (int i = 0; i < n; i++)
            quads[i] = -quads[i];
#pragma algoprof loop name(bools)
        for (int i = 0; i < n; i++)
            flags[i] = !flags[i];
#pragma algoprof loop name(packed)
        for (int i = 0; i < n; i++) {
            packed[i].s = k;
            sum += packed[i].n + packed[i].tag + packed[i].s;
        }
#pragma algoprof loop name(unions)
        for (int i = 0; i < n; i++) {
            sum += unions[i].part[1];
            unions[i].whole = k;
            sum += unions[i].part[2];
        }
    }
    printf("%g %d\n", sum, flags[3]);
    return 0;
}

/* Values of all kinds are alive across the loop, its entry and its accesses:
   the calls between must keep every register. */
/* target main: instances 40, iterations 800 */
/* target floats: instances 40, iterations 200 */
#include "opaque.h"
#include <stdio.h>

static int data[32];
static double real[32];

__attribute__((noinline)) static double floats(double a, double b, float c, long double d, int n)
{
    double e = a * b, f = a - b, g = b + 1;
    float h = c * 2;
    long double l = d * d, m = d + 1;
#pragma algoprof loop
    for (int i = 0; i < n; i++) {
        e += real[i] * a;
        f -= real[i] / b;
        g *= 1.0001;
        h += (float)i * c;
        l += real[i];
        m *= 1.0001L;
    }
    return e + f + g + h + (double)l + (double)m;
}

int main(void)
{
    unsigned long a = opaque(1), b = opaque(2), c = opaque(3), d = opaque(4), e = opaque(5), f = opaque(6);
    unsigned long g = opaque(7), h = opaque(8), j = opaque(9), k = opaque(10), l = opaque(11), m = opaque(12);
    double total = 0;
    for (int i = 0; i < 32; i++) {
        data[i] = i * 5;
        real[i] = i * 0.25;
    }
    for (int r = 0; r < opaque(40); r++) {
#pragma algoprof loop
        for (int i = 0; i < opaque(20); i++) {
            a += data[i] ^ b;
            b = b * 3 + c;
            c ^= a >> 3;
            d += c * e;
            e = (e << 7) | (e >> 57);
            f -= d;
            g += f & a;
            h ^= g + data[i];
            j += h * 5;
            k = k * j + 1;
            l ^= k >> 5;
            m += l;
        }
        total += floats(a & 15, (b & 7) + 1, c & 3, d & 31, 5);
    }
    printf("%lx %lx %lx %lx %lx %lx %lx %lx %lx %lx %lx %lx %g\n", a, b, c, d, e, f, g, h, j, k, l, m, total);
    return 0;
}

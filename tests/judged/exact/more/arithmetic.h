/* Functions that access no memory. */
#ifndef ARITHMETIC_H
#define ARITHMETIC_H
#ifdef __cplusplus
extern "C" {
#endif
int plus(int a, int b);
double halve(double x);
unsigned divisor(unsigned a, unsigned b);
long seventh(long a, long b, long c, long d, long e, long f, long g);
#ifdef __cplusplus
}
#endif
#endif

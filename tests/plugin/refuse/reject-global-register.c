/* A global register variable takes a register that the trace needs; others do no harm. */
/* { dg-do compile } */
register long counter __asm__("rsi"); /* { dg-warning "call-clobbered register used" } */

__attribute__((algoprof)) int tree(const int *p, int n) /* { dg-warning "register rsi is reserved" } */
{
    int sum = 0;
    counter++;
#pragma algoprof loop
    for (int i = 0; i < n; i++) /* { dg-warning "register rsi is reserved" } */
        sum += p[i];
    return n ? sum + tree(p, n - 1) : 0;
}

/* In a traced callee a loop whose accesses are all told at its end is not left: only the marked
   loop asks, and each of the two functions where it begins. */
/* { dg-do compile } */
/* { dg-skip-if "no ranges without optimisation" { *-*-* } { "-O0" } { "" } } */
/* { dg-options "-fplugin-arg-algoprof-callees=unit" } */
/* { dg-final { scan-assembler-times "algoprof1_poll@" 3 } } */
static __attribute__((noinline)) int sum(const int *a, long n)
{
    int s = 0;
    for (long i = 0; i < n; i++)
        s += a[i];
    return s;
}

int sums(const int *a, const long *n, long count)
{
    int s = 0;
#pragma algoprof loop
    for (long i = 0; i < count; i++)
        s += sum(a, n[i]);
    return s;
}

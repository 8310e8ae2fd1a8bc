/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
static int __attribute__((noinline, noclone)) kept(const int *p) /* { dg-note "not traced: it is marked noclone" } */
{
    return *p + 1;
}

int f(int *a, int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++) /* { dg-note "its trace covers nothing; it misses 1 call$" } */
        sum += kept(a + i);
    return sum;
}

/* Two operators on one line: both loops are targets.  The loop between them is
   not. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#define MARK(what) _Pragma(#what)

int two(int *a, int n)
{
    int sum = 0;
    MARK(algoprof loop name(x)) for (int i = 0; i < n; i++) sum += a[i]; MARK(algoprof loop name(y)) for (int i = n; i; i--) sum ^= a[i]; /* { dg-note "profiled" } */
    return sum;
}
/* { dg-final { scan-assembler "__algoprof1_begin" } } */

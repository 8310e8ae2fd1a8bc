/* @FILE: a comment ends at its line's end, however long it is. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=@$srcdir/targets-long.txt" } */
int wanted(volatile int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum++;
    return sum;
}

/* A limit that is no class does not take the mark away. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
int f(int *a, int n)
{
    int s = 0;
#pragma algoprof loop limit(n^4) /* { dg-warning "'limit' in '#pragma algoprof loop' needs a class" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop limit() /* { dg-warning "1, log n, sqrt n, n, n log n, n.1.5, n.2, n.2 log n, n.3, 2.n" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop limit /* { dg-warning "'limit'" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop limit(n log n) name(fine) rate(7)
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
    return s;
}

/* A clause that is not understood does not take the mark away. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
int f(int *a, int n)
{
    int s = 0;
#pragma algoprof loop colour(red) /* { dg-warning "unknown clause 'colour'" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop rate(0) /* { dg-warning "'rate'" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop rate(abc) /* { dg-warning "'rate'" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop rate(-1) /* { dg-warning "'rate'" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop rate /* { dg-warning "'rate'" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop rate(3 /* { dg-warning "'rate'" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop name() /* { dg-warning "'name'" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
#pragma algoprof loop 7 /* { dg-warning "unknown clause '7'" } */
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        s += a[i];
    return s;
}

/* { dg-do compile } */
int f(int *a, int n)
{
    int s = 0;
#pragma algoprof lopp /* { dg-warning "'loop'" } */
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma algoprof /* { dg-warning "algoprof" } */
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma algoprof 12 /* { dg-warning "algoprof" } */
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

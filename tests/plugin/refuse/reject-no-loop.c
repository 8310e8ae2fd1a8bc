/* { dg-do compile } */
int f(int *a, int n)
{
    int s = 0;
#pragma algoprof loop /* { dg-warning "is not followed by a loop" } */
    s = a[0];
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma algoprof loop /* { dg-warning "is not followed by a loop" } */
    return s;
#pragma algoprof loop /* { dg-warning "is not followed by a loop" } */
}

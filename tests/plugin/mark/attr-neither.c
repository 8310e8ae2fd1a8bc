/* An attribute on a function without a loop that calls nothing. */
/* { dg-do compile } */
__attribute__((algoprof)) int twice(int n) /* { dg-warning "no loop and does not call itself; it is not profiled" } */
{
    return 2 * n;
}

/* The function has no loop at or after the line, or the path is another one. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-target=target-line-nothing.c:14 -fplugin-arg-algoprof-target=line-nothing.c:10 -fplugin-arg-algoprof-target=nowhere.c:3" } */
/* { dg-warning "matches nothing" "" { target *-*-* } 0 } */

int sum(int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s; /* line 11 */
}
/* line 13 */
int f(int x) { return x + 1; }
int g(int n) { int s = 0; while (n) s += n--; return s; }

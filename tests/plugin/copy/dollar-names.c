/* A name that begins with $ is a number to the assembler, unless it is quoted: of this file, of another, of a callback. */
/* { dg-do run } */
/* { dg-options "-fpic -fplugin-arg-algoprof-target=* -fplugin-arg-algoprof-contexts" } */
int $sum (const int *, int);
extern int $there (const int *) __attribute__ ((weak));
int (*volatile $called) (const int *, int) = $sum;

__attribute__ ((noinline)) int
$sum (const int *v, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return n > 1 ? s + $sum (v, n / 2) : s;
}

int
main (void)
{
  int v[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, s = 0;
  for (int i = 0; i < 8; i++)
    s += $called (v, i) + $sum (v, i) + ($there ? $there (v) : 0);
  return s == 216 ? 0 : 1;
}

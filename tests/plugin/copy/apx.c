/* With more registers than the runtime saves, loops that count in these are traced access by access.
   { dg-do compile }
   { dg-require "gcc>=14" }
   { dg-options "-mapxf -fplugin-arg-algoprof-target=*" } */
long a[100], b[100], c[100], d[100];
long add (long *p, long *q, long *r, long *s, long *t, long *u, long *v, long *w, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i] + q[2 * i] + r[3 * i] + s[4 * i] + t[5 * i] + u[6 * i] + v[7 * i] + w[8 * i] + a[9 * i] + b[10 * i]
           + c[11 * i] + d[12 * i];
  return sum;
}

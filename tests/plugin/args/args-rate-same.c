/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-rate=3 -fplugin-arg-algoprof-rate=3" } */
/* The same twice is no conflict. */
int f(int n) { int s = 0; while (n) s += n--; return s; }

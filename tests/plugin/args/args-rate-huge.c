/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-rate=99999999999999999999" } */
/* { dg-error "rate=9+'?.* expected" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

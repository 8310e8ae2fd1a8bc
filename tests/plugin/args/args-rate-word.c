/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-rate=abc" } */
/* { dg-error "rate=abc'?.* expected" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

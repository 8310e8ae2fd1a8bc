/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-rate=0" } */
/* { dg-error "rate=0'?.* expected" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

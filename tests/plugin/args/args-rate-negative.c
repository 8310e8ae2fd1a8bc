/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-rate=-1" } */
/* { dg-error "rate=-1'?.* expected" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

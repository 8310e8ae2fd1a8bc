/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-spool" } */
/* { dg-error "needs a value" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-verbose=1" } */
/* { dg-error "takes no value" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

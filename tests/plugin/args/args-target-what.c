/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-target=f:nothing" } */
/* { dg-error "is not a target" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

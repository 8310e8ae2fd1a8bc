/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-no-accesses=1" } */
/* { dg-error "takes no value" "" { target *-*-* } 0 } */
int f(int n) { return n ? n + f(n - 1) : 0; }

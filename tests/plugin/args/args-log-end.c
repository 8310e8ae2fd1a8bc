/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-log=log%" } */
/* { dg-error "behind '%' is one of" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

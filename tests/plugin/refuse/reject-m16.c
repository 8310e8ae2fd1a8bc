/* { dg-do compile } */
/* { dg-options "-m16" } */
/* { dg-error "only x86-64" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

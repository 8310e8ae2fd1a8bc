/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-spool=a/b" } */
/* { dg-error "expected a name of 1 to 64" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

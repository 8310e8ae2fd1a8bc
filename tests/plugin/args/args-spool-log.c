/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-spool=a -fplugin-arg-algoprof-log=x" } */
/* { dg-warning "has no effect beside" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

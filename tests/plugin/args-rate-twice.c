/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-rate=3 -fplugin-arg-algoprof-rate=5" } */
/* { dg-warning "rate'? is given twice; '5' holds" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

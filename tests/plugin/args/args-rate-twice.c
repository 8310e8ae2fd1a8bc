/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-rate=auto -fplugin-arg-algoprof-rate=7" } */
/* { dg-warning "rate'? is given twice; '7' holds" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

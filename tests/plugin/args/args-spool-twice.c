/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-spool=a -fplugin-arg-algoprof-spool=b" } */
/* { dg-warning "spool'? is given twice; 'b' holds" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

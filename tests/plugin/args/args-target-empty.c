/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-target=" } */
/* { dg-error "algoprof: " "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

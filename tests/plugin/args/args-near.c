/* A mistyped argument: the one that was meant is named. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-tragets=f" } */
/* { dg-error "unknown argument '-fplugin-arg-algoprof-tragets'; did you mean '-fplugin-arg-algoprof-target'." "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

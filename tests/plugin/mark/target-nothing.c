/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-target=absent" } */
/* { dg-warning "'absent' matches nothing" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

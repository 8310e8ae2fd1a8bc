/* { dg-do compile } */
/* { dg-options "-Werror -fplugin-arg-algoprof-target=absent" } */
/* { dg-error "'absent' matches nothing" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-target=@/nonexistent/file" } */
/* { dg-error "No such file" "" { target *-*-* } 0 } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

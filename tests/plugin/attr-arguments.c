/* { dg-do compile } */
__attribute__((algoprof("loops", "recursion"))) void f(void); /* { dg-error "wrong number of arguments" } */

/* { dg-do compile } */
__attribute__((algoprof("loops", "recursion", "limit(n)"))) void f(void); /* { dg-error "wrong number of arguments" } */
__attribute__((algoprof("loops", "recursion"))) void g(void); /* { dg-warning "attribute ignored: its argument" } */
__attribute__((algoprof("limit(n)", "limit(n)"))) void h(void); /* { dg-warning "attribute ignored: its argument" } */
__attribute__((algoprof("limit(n!)"))) void i(void); /* { dg-warning "one of 1, log n" } */
__attribute__((algoprof("limit"))) void j(void); /* { dg-warning "attribute ignored: its argument" } */
__attribute__((algoprof("limit(n"))) void k(void); /* { dg-warning "attribute ignored: its argument" } */
__attribute__((algoprof("loops", "limit(n log n)"))) void l(void);
__attribute__((algoprof("limit(2^n)", "recursion"))) void m(void);

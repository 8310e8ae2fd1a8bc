/* { dg-do compile } */
int counter __attribute__((algoprof)); /* { dg-warning "attribute ignored" } */

struct s {
    int field __attribute__((algoprof)); /* { dg-warning "attribute ignored" } */
};

typedef int number __attribute__((algoprof)); /* { dg-warning "attribute ignored" } */

void f(int n __attribute__((algoprof))); /* { dg-warning "attribute ignored" } */

__attribute__((algoprof("something"))) void g(void); /* { dg-warning "attribute ignored" } */

__attribute__((algoprof(3))) void h(void); /* { dg-warning "attribute ignored" } */

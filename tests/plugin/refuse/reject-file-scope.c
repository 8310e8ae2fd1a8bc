/* { dg-do compile } */
#pragma algoprof loop /* { dg-warning "is not followed by a loop" } */
int x;
#pragma algoprof loop /* { dg-warning "is not followed by a loop" } */
int f(int n) { int s = 0; while (n) s += n--; return s; }

struct s {
#pragma algoprof loop /* { dg-warning "is not followed by a loop" } */
    int field;
};
#pragma algoprof loop /* { dg-warning "is not followed by a loop" } */

/* The runtime's entry points take arguments in registers. */
/* { dg-do run } */
/* { dg-options "-ffixed-rdi" } */
#include <stdio.h>

static int a[8] = { 1, 2, 3 };

int main(int argc, char **argv)
{
    int sum = 0;
    (void)argv;
#pragma algoprof loop
    for (int i = 0; i < argc + 6; i++) /* { dg-warning "register rdi is reserved" } */
        sum += a[i];
    printf("%d\n", sum); /* { dg-output "6" } */
    return 0;
}

/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(int argc, char **argv)
{
    const char *p = argv[0];
    int n = 0;
#pragma algoprof loop
    while (*p) { /* { dg-note "profiled" } */
        p++;
        n += argc;
    }
    printf("%s\n", n > 0 ? "some" : "none"); /* { dg-output "some" } */
    return 0;
}

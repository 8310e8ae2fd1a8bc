/* A static program's own memcpy is called before there is thread-local storage: it is left alone, and so is what it
   calls. */
/* { dg-do run } */
/* { dg-options "-fno-builtin -fno-tree-loop-distribute-patterns -fno-inline -static -fplugin-arg-algoprof-target=*" } */
/* { dg-additional-options "-fplugin-arg-algoprof-target=own-memcpy.c:12" } */
/* { dg-output "hi 3" } */
#include <stddef.h>
#include <stdio.h>

static void copy(char *to, const char *from, size_t n)
{
    for (; n; n--) /* { dg-warning "the C library calls this code by a name of its own functions" } */
        *to++ = *from++;
}

void *memcpy(void *to, const void *from, size_t n)
{
    copy(to, from, n);
    return to;
}

int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += argv[0][0] != 0;
    printf("hi %d\n", sum + 0 * argc);
    return 0;
}

/* Functions of the program that are called as functions of the library with a
   model are, and are none of them. */
/* target names: instances 4, iterations 40 */
#include "opaque.h"
#include <stdio.h>

#define OWN __attribute__((noinline, noclone, noipa))

int index(int a, int b);
int send(int a, int b);
long strspn(long a, long b);

int main(void)
{
    long sum = 0;
    for (int k = 0; k < opaque(4); k++)
#pragma algoprof loop name(names)
        for (int i = 0; i < 10; i++)
            sum += index(i, k) + send(i, 3) + strspn(i, k);
    printf("%ld\n", sum);
    return 0;
}

OWN int index(int a, int b)
{
    return a * b;
}

OWN int send(int a, int b)
{
    return a + b;
}

OWN long strspn(long a, long b)
{
    return a - b;
}

/* A recursion in a module that the program opens, which comes back to the
   program's own; and calls of it through a pointer. */
/* target ping: instances 4, calls 24, longest 11 */
/* target pong: instances 2, calls 20, longest 10 */
/* module: more/pong.c */
#include "twin.h"
#include <dlfcn.h>
#include <stdio.h>

typedef int step(int n, void *next);

__attribute__((algoprof("recursion"))) int ping(int n, void *next)
{
    RECURSION("ping");
    step *pong;
    *(void **)&pong = next;
    return n == 0 ? 1 : pong(n - 1, (void *)ping) + 1;
}

int main(void)
{
    void *module = dlopen(PARTS "/pong.so", RTLD_NOW);
    void *pong = module ? dlsym(module, "pong") : NULL;
    if (!pong)
        return 1;
    for (int i = 0; i < 2; i++)
        printf("%d\n", ping(opaque(20), pong));
    for (int i = 0; i < 2; i++)
        printf("%d\n", ping(0, pong));
    return 0;
}

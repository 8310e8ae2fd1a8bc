#include "../twin.h"

typedef int step(int n, void *next);

__attribute__((algoprof("recursion"))) int pong(int n, void *next)
{
    RECURSION("pong");
    step *ping;
    void *self;
    *(void **)&ping = next;
    *(step **)&self = pong;
    return n < 0 ? 0 : ping(n - 1 < 0 ? 0 : n - 1, self) + 1;
}

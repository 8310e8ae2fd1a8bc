/* The program of ending.c, which may lie in a library. */
#include <stdlib.h>

int run(void);
void stay(void);

static void before_all(void)
{
    atexit(stay);
}

__attribute__((section(".preinit_array"), used)) static void (*early)(void) = before_all;

int main(void)
{
    return run();
}

// Exceptions that cross a library which dlopen brought: the program's callback throws through the
// library's loop, in body k + 1 for k = 0..5, not at all (3) for k = 6 and 7; the loop around the call goes on.
// target program: instances 3, iterations 24
// target library: instances 24, iterations 81
/* module: more/throws.C */
#include "opaque.h"
#include <cstdio>
#include <dlfcn.h>

static int limit;

static int callback(int i)
{
    if (i == limit)
        throw i;
    return i;
}

int main()
{
    void *module = dlopen(PARTS "/throws.so", RTLD_NOW);
    if (!module)
        return 1;
    auto run = reinterpret_cast<int (*)(int, int (*)(int))>(dlsym(module, "throw_at"));
    int sum = 0;
    for (int round = 0; round < opaque(3); round++)
#pragma algoprof loop name(program)
        for (int k = 0; k < opaque(8); k++)
            try {
                limit = k;
                sum += run(k > 5 ? 3 : 6, callback);
            } catch (int thrown) {
                sum += 100 * thrown;
            }
    std::printf("%d\n", sum);
    dlclose(module);
}

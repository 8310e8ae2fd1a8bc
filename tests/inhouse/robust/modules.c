// SPDX-License-Identifier: GPL-3.0-or-later
// A module is loaded, called and unloaded 20 times.
#include <dlfcn.h>
#include <stdio.h>

__attribute__((noipa)) static int use(const char *path, int n)
{
    void *module = dlopen(path, RTLD_NOW);
    int (*read_numbers)(int) = module ? (int (*)(int))dlsym(module, "read_numbers") : 0;
    int sum = read_numbers ? read_numbers(n) : -1;
    if (module)
        dlclose(module);
    return sum;
}

int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 0; i < 20; i++)
        sum += use(argv[argc - 1], 5 * (i + 1));
    printf("%d\n", sum);
}

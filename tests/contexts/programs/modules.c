/* A library that is loaded, called, and unloaded, again and again. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int sink;
static void callback(void) { sink++; }
static void use(const char *name)
{
    void *library = dlopen(name, RTLD_NOW);
    void (*entry)(void (*)(void)) = library ? (void (*)(void (*)(void)))dlsym(library, "module_entry") : NULL;
    if (!entry) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    for (int i = 0; i < 3; i++)
        entry(callback);
    dlclose(library);
}
int main(int argc, char **argv)
{
    for (int i = 0; i < 4; i++)
        for (int k = 1; k < argc; k++)
            use(argv[k]);
    printf("%d\n", sink);
    return 0;
}

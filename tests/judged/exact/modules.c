/* Modules that are opened and closed, the second where the first was: their
   functions' mirrors are found anew. */
/* module: more/plug-one.c */
/* module: more/plug-two.c */
#include "judge.h"
#include <dlfcn.h>
#include <stdio.h>

static int data[256];

int main(void)
{
    static const char *const names[] = { PARTS "/plug-one.so", PARTS "/plug-two.so" };
    int sum = 0;
    for (int i = 0; i < 256; i++)
        data[i] = i;
    for (int k = 0; k < 6; k++) {
        void *module = dlopen(names[k % 2], RTLD_NOW);
        int (*plug)(const int *, int);
        int i = 0, n = opaque(k * 10);
        if (!module)
            return 1;
        *(void **)&plug = dlsym(module, "plug");
        JUDGE_BEGIN("opened");
#pragma algoprof loop name(opened)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += plug(data, i);
        }
        JUDGE_END();
        dlclose(module);
    }
    printf("%d\n", sum);
    return 0;
}

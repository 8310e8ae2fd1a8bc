/* SPDX-License-Identifier: GPL-3.0-or-later
 * Loads a plugin as GCC does (gcc/plugin.c), and says of itself what its arguments say.
 *   host FILE BASEVER CONFIGURATION */
#include <dlfcn.h>
#include <stdio.h>

struct plugin_gcc_version {
    const char *basever, *datestamp, *devphase, *revision, *configuration_arguments;
};

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    void *plugin = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
    if (!plugin) {
        fprintf(stderr, "%s\n", dlerror());
        return 3;
    }
    int (*init)(void *, struct plugin_gcc_version *);
    *(void **)&init = dlsym(plugin, "plugin_init");
    if (!init || !dlsym(plugin, "plugin_is_GPL_compatible"))
        return 4;
    struct plugin_gcc_version version = { argv[2], "20200101", "", "", argv[3] };
    return init(NULL, &version);
}

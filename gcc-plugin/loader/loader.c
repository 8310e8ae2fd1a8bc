/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file that -fplugin= names, for every compiler: it loads the plugin that was built for the
 * compiler that asks, gcc-N/algoprof.so beside it, or says in one line why it can't.
 *
 * It is C and refers to no name of GCC's, so that every program that loads plugins can load it:
 * a GCC that is not supported, clang, a compiler for another machine.
 *
 * GCC passes -fplugin-arg-NAME-… to the file NAME.so, and the plugin gets what the loader got: so
 * this file is always called algoprof.so. */
#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What GCC gives a plugin (gcc/plugin.h, gcc/gcc-plugin.h): the same since GCC 4.5. */
struct plugin_gcc_version {
    const char *basever, *datestamp, *devphase, *revision, *configuration_arguments;
};
struct plugin_name_args;
typedef int init_function(struct plugin_name_args *, struct plugin_gcc_version *);

/* ALGOPROF_FIRST_GCC, ALGOPROF_LAST_GCC, ALGOPROF_MACHINE and ALGOPROF_PLUGINS come from
   gcc-plugin/plugin.mk. */
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define SUPPORTED "GCC " TEXT(ALGOPROF_FIRST_GCC) " to " TEXT(ALGOPROF_LAST_GCC)

#define VISIBLE __attribute__((visibility("default")))

VISIBLE int plugin_is_GPL_compatible;
VISIBLE init_function plugin_init;

/* Caches of compilations (ccache) look at the file that they know of, this one. */
VISIBLE const char algoprof_plugins[] = ALGOPROF_PLUGINS;

/* As GCC's own errors, where there is GCC's function for that: void error (const char *, ...). */
__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    char text[2 * PATH_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    void (*error)(const char *, ...);
    *(void **)&error = dlsym(RTLD_DEFAULT, "_Z5errorPKcz");
    if (error)
        error("algoprof: %s", text);
    else
        fprintf(stderr, "error: algoprof: %s\n", text);
}

/* Clang loads the file and asks it for nothing that is in it: it would compile without a word. */
__attribute__((constructor)) static void refuse_clang(void)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return;
    program[length] = '\0';
    const char *name = strrchr(program, '/');
    if (!strstr(name ? name : program, "clang"))
        return;
    fputs("clang: error: algoprof: this is clang, which can't run a plugin of GCC's: "
          "compile with " SUPPORTED "\n", stderr);
    _exit(1);
}

/* The folder that this file lies in, not a link to it. */
static int own_folder(char *folder)
{
    Dl_info info;
    if (!dladdr(&plugin_is_GPL_compatible, &info) || !realpath(info.dli_fname, folder))
        return 0;
    *strrchr(folder, '/') = '\0';
    return 1;
}

/* Does the compiler compile for the machine that the plugins know?  Its --target= says that; a
   compiler that was configured without one compiles for the machine that it runs on. */
static int is_for_machine(const char *configuration, char *target, size_t room)
{
    static const char option[] = "--target=";
    const char *begin = strstr(configuration, option);
    if (!begin)
        return 1;
    begin += sizeof option - 1;
    size_t length = strcspn(begin, " ");
    snprintf(target, room, "%.*s", (int)length, begin);
    return !strncmp(target, ALGOPROF_MACHINE "-", sizeof ALGOPROF_MACHINE)
           && strstr(target, "linux");
}

/* The plugin's entry; NULL, and it has been said why. */
static init_function *load(unsigned long major, const char *release)
{
    char folder[PATH_MAX], file[PATH_MAX + 64];
    if (!own_folder(folder)) {
        say("the folder of the plugin can't be found; give -fplugin= its whole path");
        return NULL;
    }
    snprintf(file, sizeof file, "%s/gcc-%lu/algoprof.so", folder, major);
    if (access(file, R_OK) != 0) {
        say("%s is not there: install g++-%lu and gcc-%lu-plugin-dev, and build algoprof again",
            file, major, major);
        return NULL;
    }
    void *plugin = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!plugin) {
        say("%s was built for another GCC %lu than this one (%s): "
            "build algoprof again with CC=gcc-%lu (%s)", file, major, release, major, dlerror());
        return NULL;
    }
    init_function *init = (init_function *)dlsym(plugin, "plugin_init");
    if (!init)
        say("%s is no plugin: build algoprof again with CC=gcc-%lu", file, major);
    return init;
}

int plugin_init(struct plugin_name_args *arguments, struct plugin_gcc_version *gcc)
{
    char target[128];
    unsigned long major = strtoul(gcc->basever, NULL, 10);
    if (!is_for_machine(gcc->configuration_arguments, target, sizeof target)) {
        say("this GCC compiles for %s; programs for " ALGOPROF_MACHINE
            " Linux only can be profiled", target);
        return 1;
    }
    if (major < ALGOPROF_FIRST_GCC || major > ALGOPROF_LAST_GCC) {
        say("GCC %s is not supported: compile with " SUPPORTED, gcc->basever);
        return 1;
    }
    init_function *init = load(major, gcc->basever);
    return init ? init(arguments, gcc) : 1;
}

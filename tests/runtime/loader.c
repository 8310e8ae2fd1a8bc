/* SPDX-License-Identifier: MIT
 *
 * Loads and unloads libraries with targets inside:
 *     loader MODE FOLDER [NUMBER] */
#include "shim.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct shim_site site = SHIM_SITE("outer", 0x0, 0);
static __thread struct algoprof_hot hot;
static const char *folder;

struct library {
    void *handle;
    void (*run)(long);
};

static struct library load(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    struct library l = { dlopen(path, RTLD_NOW | RTLD_LOCAL), NULL };
    if (l.handle)
        *(void **)&l.run = dlsym(l.handle, "run");
    if (!l.run) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return l;
}

static void load_and_run(const char *name, long n)
{
    struct library l = load(name);
    l.run(n);
    dlclose(l.handle);
}

/* All of it in one instance of the program's. */
static void cycle(long n)
{
    uint32_t token = shim_enter(&site.d, &hot);
    for (long i = 0; i < n; i++) {
        load_and_run("module-a.so", 6);
        load_and_run("module-a.so", 4);
        load_and_run("module-b.so", 7);
    }
    shim_leave(&hot, token, 1);
}

/* Nobody may touch what a library had: its records' memory is the program's now. */
static void reuse_and_fork(long n)
{
    enum { AREAS = 4000, BYTES = 900 };
    static unsigned char *taken[AREAS];
    load_and_run("module-c.so", n);
    load("module-d.so").run(n);         /* the loader frees what c had */
    for (int i = 0; i < AREAS; i++) {
        taken[i] = malloc(BYTES + (size_t)i % 20 * 16);
        memset(taken[i], 0x5a, BYTES + (size_t)i % 20 * 16);
    }
    pid_t child = fork();
    for (int i = 0; i < AREAS; i++)
        for (int k = 0; k < BYTES; k++)
            if (taken[i][k] != 0x5a)
                exit(5);
    if (!child)
        _exit(0);
    int status;
    if (waitpid(child, &status, 0) != child || status)
        exit(1);
}

static struct library with_runtime;
static pthread_barrier_t ran, unloaded;

static void *run_in_thread(void *n)
{
    with_runtime.run((long)(intptr_t)n);
    pthread_barrier_wait(&ran);
    pthread_barrier_wait(&unloaded);
    return NULL;
}

/* A library with a runtime of its own goes before a thread that it was used by. */
static void thread_outlives(long n)
{
    pthread_t thread;
    pthread_barrier_init(&ran, NULL, 2);
    pthread_barrier_init(&unloaded, NULL, 2);
    with_runtime = load("module-static.so");
    pthread_create(&thread, NULL, run_in_thread, (void *)(intptr_t)n);
    pthread_barrier_wait(&ran);
    dlclose(with_runtime.handle);
    pthread_barrier_wait(&unloaded);
    pthread_join(thread, NULL);
}

/* Two runtimes at once, each with its log. */
static void two_runtimes(long n)
{
    struct library l = load("module-static.so");
    uint32_t token = shim_enter(&site.d, &hot);
    l.run(n);
    shim_leave(&hot, token, 1);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(long);
    } modes[] = {
        { "cycle", cycle },
        { "reuse", reuse_and_fork },
        { "outlived", thread_outlives },
        { "two", two_runtimes },
    };
    folder = argc > 2 ? argv[2] : ".";
    for (size_t i = 0; argc > 3 && i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(argv[1], modes[i].name)) {
            modes[i].run(atol(argv[3]));
            return 0;
        }
    return 2;
}

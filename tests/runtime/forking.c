/* SPDX-License-Identifier: MIT
 *
 * A process that forks while another of its threads is in the loader's list, which the loader
 * locks: the child has no such thread, and looks there, too. */
#include "shim.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "core/modules.h"

#define SECONDS 10

static const struct shim_site site = SHIM_SITE("before", 0xb, 0), other = SHIM_SITE("after", 0xc, 0);
static __thread struct algoprof_hot hot, other_hot;
static pthread_mutex_t loader = PTHREAD_MUTEX_INITIALIZER;
static __thread bool is_slow, forks;
static sem_t go, inside;

int dl_iterate_phdr(int (*each)(struct dl_phdr_info *, size_t, void *), void *data)
{
    static int (*real)(int (*)(struct dl_phdr_info *, size_t, void *), void *);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "dl_iterate_phdr");
    pthread_mutex_lock(&loader);
    if (is_slow) {
        struct timespec time = { 0, 50000000 };
        sem_post(&inside);
        nanosleep(&time, NULL);
    }
    int result = real(each, data);
    pthread_mutex_unlock(&loader);
    if (forks) {                /* the last look before the fork */
        forks = false;
        sem_post(&go);
        sem_wait(&inside);
    }
    return result;
}

static void *look(void *unused)
{
    is_slow = true;
    sem_wait(&go);
    rt_modules_unloaded();
    return unused;
}

static void instance(const struct shim_site *s, struct algoprof_hot *h)
{
    shim_leave(h, shim_enter(&s->d, h), 1);
}

/* It holds signals where it hangs: an alarm would not end it. */
static int status_of(pid_t child)
{
    struct timespec time = { 0, 10000000 };
    int status = -1;
    for (int i = 0; i < SECONDS * 100 && !waitpid(child, &status, WNOHANG); i++)
        nanosleep(&time, NULL);
    if (status == -1)
        kill(child, SIGKILL);
    return status;
}

int main(void)
{
    pthread_t thread;
    instance(&site, &hot);
    pthread_create(&thread, NULL, look, NULL);
    forks = true;
    pid_t child = fork();
    if (!child) {
        instance(&other, &other_hot);
        exit(0);
    }
    pthread_join(thread, NULL);
    return status_of(child) != 0;
}

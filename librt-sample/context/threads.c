/* SPDX-License-Identifier: MIT
 *
 * Threads' trees.  That of a thread which ended is the next new thread's, counts and all: so a program of many
 * threads has as many as ever ran at once, and no address in an arena is ever that of nothing. */
#include "base/memory.h"
#include "base/options.h"
#include "base/stack.h"
#include "context/context.h"
#include "core/lock.h"
#include "core/state.h"
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_KEYS 32u           /* pthread_setspecific calls malloc beyond */
#define END_ROUNDS 4            /* of destructors: others' may have contexts, too */
#define LEAST_BYTES 32768u
#define MOST_BYTES ((uint64_t)16 << 30)         /* places are of 32 bits */

__thread uint64_t *rt_context_cursor = rt_no_slot;
__thread struct rt_contexts *rt_contexts;
struct rt_contexts *rt_contexts_all;
bool rt_contexts_refused;

static __thread bool ended;
static pthread_key_t key;
static enum { KEY_NONE, KEY_MADE, KEY_REFUSED } key_state;      /* under rt_lock */
static uint32_t numbers;

/* What every tree begins with: a function that calls by the cursor. */
static struct {
    struct algoprof_callable head;
    struct algoprof_call call;
    char text[8];
} root = { { .bytes = sizeof root, .slots = 1, .name = sizeof root - 8, .file = sizeof root - 8, .symbols = sizeof root - 8 },
           { .kind = ALGOPROF_CALL_CURSOR }, "" };

static void *reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* All of it lies in the memory: a 16th for links, a 64th for begins. */
static struct rt_contexts *make(void)
{
    uint64_t memory = rt_options.context_memory, links = 64;
    memory = memory > MOST_BYTES ? MOST_BYTES : memory < LEAST_BYTES ? LEAST_BYTES : memory;
    while (2 * links * sizeof(struct rt_link) <= memory / 16)
        links *= 2;
    size_t head = (sizeof(struct rt_contexts) + 63) & ~(size_t)63;
    uint64_t words = (memory - head - links * sizeof(struct rt_link)) / (64 * 8 + 8) * 64;
    char *p = reserve(head + words * 8 + words / 8 + links * sizeof(struct rt_link));
    struct rt_contexts *t = (void *)p;
    if (!t)
        return NULL;
    t->base = (void *)(p + head);
    t->words = words;
    t->begins = t->base + words;
    t->links = (void *)(t->begins + words / 64);
    t->mask = (uint32_t)links - 1;
    t->most_links = (uint32_t)(links / 4 * 3);
    t->at = t->base + 1;
    t->end = t->base + words;
    rt_context_make(t, &root.head, NULL);
    return t;
}

/* A thread's stack ends where libc has what it knows of the thread; the first one's where the process began. */
static void find_stack(struct rt_contexts *t)
{
    struct rlimit limit;
    uint64_t most = (uint64_t)1 << 40;
    bool first = syscall(SYS_gettid) == getpid();
    if (!getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur < most)
        most = limit.rlim_cur < 8u << 20 ? 8u << 20 : limit.rlim_cur;
    t->stack_end = first && rt_stack_end() ? rt_stack_end() : (uintptr_t)__builtin_thread_pointer();
    t->stack_low = t->stack_end - most;
    t->wanders = false;
}

static bool make_key(void (*end)(void *))
{
    if (key_state == KEY_NONE) {
        key_state = pthread_key_create(&key, end) ? KEY_REFUSED : KEY_MADE;
        if (key_state == KEY_MADE && key >= MOST_KEYS) {
            pthread_key_delete(key);
            key_state = KEY_REFUSED;
        }
    }
    return key_state == KEY_MADE;
}

void rt_contexts_leave_threads(void)
{
    if (key_state == KEY_MADE)
        pthread_key_delete(key);
    key_state = KEY_REFUSED;
}

static void end_thread(void *rounds)
{
    uintptr_t left = (uintptr_t)rounds;
    struct rt_contexts *t = rt_contexts;
    struct rt_held held;
    if (left > 1) {
        pthread_setspecific(key, (void *)(left - 1));
        return;
    }
    if (!t)
        return;
    ended = true;
    rt_contexts = NULL;
    rt_context_cursor = rt_no_slot;
    RT_BARRIER();
    t->closed |= t->pruning;
    t->busy = 0;
    if (!rt_lock(&held, RT_WAIT_LONG))
        return;
    t->parked = true;
    rt_unlock(&held);
}

static struct rt_contexts *parked(void)
{
    for (struct rt_contexts *t = rt_contexts_all; t; t = t->next)
        if (t->parked && !t->closed) {
            t->parked = false;
            return t;
        }
    return NULL;
}

static struct rt_contexts *begin(void)
{
    struct rt_held held;
    if (!rt_lock(&held, RT_WAIT_LONG))
        return NULL;
    struct rt_contexts *t = parked();
    bool made = !t && (t = make());
    rt_contexts_refused |= !t;
    if (made) {
        t->number = numbers++;
        t->next = rt_contexts_all;
        rt_contexts_all = t;
    }
    if (t) {
        find_stack(t);
        if (!make_key(end_thread) || pthread_setspecific(key, (void *)(uintptr_t)END_ROUNDS)) {
            t->parked = true;
            t = NULL;
        }
    }
    rt_unlock(&held);
    return t;
}

struct rt_contexts *rt_contexts_begin(void)
{
    return ended || !rt_options.contexts ? NULL : (rt_contexts = begin());
}

/* Those that are added meanwhile are put first. */
bool rt_contexts_hold(const void *p)
{
    for (const struct rt_contexts *t = rt_contexts_all; t; t = t->next)
        if ((uintptr_t)p - (uintptr_t)t->base < t->words * 8)
            return true;
    return false;
}

/* Calls of what has no record are counted in the caller's slots. */
static bool has_counts(const struct rt_context *r)
{
    bool any = r->count != 0;
    for (uint32_t i = 0; i < r->of->slots && !any; i++)
        any = rt_calls(r->of)[i].kind == ALGOPROF_CALL_COUNT && r->slot[i] != 0;
    return any;
}

bool rt_contexts_any(void)
{
    if (rt_callables_any())
        return true;
    for (const struct rt_contexts *t = rt_contexts_all; t; t = t->next)
        for (const struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r))
            if (has_counts(r))
                return true;
    return false;
}

static void forget_counts(struct rt_contexts *t)
{
    for (struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r)) {
        r->count = r->before = 0;
        for (uint32_t i = 0; i < r->of->slots; i++)
            if (rt_calls(r->of)[i].kind == ALGOPROF_CALL_COUNT)
                r->slot[i] = 0;
    }
    t->error = t->forgotten = 0;
    t->generation = 0;
}

/* What the parent has counted is in its log. */
void rt_contexts_forked(bool usable)
{
    struct rt_contexts *own = rt_contexts;
    rt_contexts_all = own;
    if (own) {
        own->next = NULL;
        forget_counts(own);
        own->closed |= !usable;
    }
    rt_callables_forked();
}

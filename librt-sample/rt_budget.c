/* SPDX-License-Identifier: MIT
 *
 * ALGOPROF_BUDGET: the CPU time that tracing may add, of all threads together.
 *
 *     saved = 2 ms + budget * (CPU time - spent) - spent
 *
 * spent is the CPU time of traced instances, nothing taken off for what the
 * program itself does in them.  A pair may start when its probable cost is
 * saved: time per iteration of the target's traced instances, times the mean
 * iterations of all its instances on this thread, which are counted exactly.
 *
 * The clock is the thread's CPU time, read twice a pair: when a start is due,
 * and at the end of the pair's first instance.  The second one costs as much per
 * iteration as the first.  Threads add their CPU time when they come here, so
 * that what is not known of is not spent. */
#include "rt.h"
#include <time.h>

#define ALLOWANCE_NS 2000000        /* of the process, and so of its first pair */
#define PATH_NS 1000u               /* a start's own cost, refused ones too */
#define UNKNOWN_NS 1000000          /* probable cost of a target that was never measured */

static _Atomic uint64_t cpu_ns, spent_ns;

static uint64_t thread_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now))
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t look(struct rt_thread *t)
{
    uint64_t now = thread_ns();
    if (now > t->cpu_ns) {
        cpu_ns += now - t->cpu_ns;
        t->cpu_ns = now;
    }
    return now;
}

static void spend(struct rt_thread *t, uint64_t ns)
{
    t->spent_ns += ns;
    spent_ns += ns;
}

static int64_t saved(void)
{
    uint64_t spent = spent_ns, cpu = cpu_ns;
    uint64_t plain = cpu > spent ? cpu - spent : 0;
    return ALLOWANCE_NS + (int64_t)((double)plain * rt_options.budget_ppm / 1e6) - (int64_t)spent;
}

/* Of an instance, in ns. */
static double probable(const struct rt_record *r)
{
    const struct rt_target *g = r->target;
    uint64_t units = g->measured_units;
    if (!units)
        return UNKNOWN_NS;
    double mean = r->instances ? (double)r->cost / (double)r->instances : 0;
    return (double)g->measured_ns / (double)units * (mean + 1) + PATH_NS;
}

/* A pair's probable cost counts as spent until its true one is known, so that
 * threads do not start on the same savings. */
static void reserve(struct rt_record *r, double ns)
{
    r->reserved_ns = (uint64_t)ns;
    spent_ns += r->reserved_ns;
}

void rt_budget_release(struct rt_record *r)
{
    spent_ns -= r->reserved_ns;
    r->reserved_ns = 0;
}

bool rt_budget_start(struct rt_thread *t, struct rt_record *r, bool first)
{
    if (!rt_options.budget_ppm)
        return true;
    uint64_t now = look(t);
    rt_budget_release(r);
    if (!first && (double)saved() < 2 * probable(r)) {
        spend(t, PATH_NS);
        return false;
    }
    reserve(r, first ? ALLOWANCE_NS : 2 * probable(r));
    r->began_ns = now;
    r->spent_before = t->spent_ns;
    r->first_ns = 0;
    return true;
}

bool rt_budget_second(struct rt_record *r)
{
    if (!rt_options.budget_ppm)
        return true;
    rt_budget_release(r);
    if (saved() < (int64_t)r->first_ns)
        return false;
    reserve(r, (double)r->first_ns);
    return true;
}

void rt_budget_ended(struct rt_thread *t, struct rt_record *r, unsigned place, uint64_t cost)
{
    if (!rt_options.budget_ppm)
        return;
    rt_budget_release(r);
    if (place) {
        spend(t, (uint64_t)((double)r->first_ns * (double)(cost + 1) / (double)(r->first_cost + 1)) + PATH_NS);
        return;
    }
    /* Instances inside have told of theirs. */
    uint64_t whole = look(t) - r->began_ns, inside = t->spent_ns - r->spent_before;
    uint64_t own = whole > inside ? whole - inside : 0;
    spend(t, own + PATH_NS);
    r->first_ns = own;
    r->first_cost = cost;
    reserve(r, (double)own);
    r->target->measured_ns += own;
    r->target->measured_units += cost + 1;
}

int64_t rt_budget_wait(const struct rt_thread *t, const struct rt_record *r)
{
    double missing = 2 * probable(r) - (double)saved();
    double each = (double)t->cpu_ns / ((double)r->instances + 1);
    double wait = missing * 1e6 / rt_options.budget_ppm / (each + 1);
    /* The program may change: look again before long. */
    double most = 4 * (double)r->instances + 1000;
    return wait <= 0 ? 0 : (int64_t)(wait < most ? wait : most);
}

void rt_budget_forget(void)
{
    cpu_ns = spent_ns = 0;
}

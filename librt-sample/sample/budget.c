/* SPDX-License-Identifier: MIT
 *
 * ALGOPROF_BUDGET: the CPU time that tracing may add, of all threads together.
 *
 *     saved = 2 ms + budget * (CPU time - spent) - spent
 *
 * spent is the CPU time of traced instances, nothing taken off for what the
 * program itself does in them, and of starts and ends.  A pair may start when its probable cost is
 * saved: time per iteration of the target's traced instances, times the mean
 * iterations of all its instances on this thread, which are counted exactly.
 *
 * The second instance of a pair costs as much per iteration as the first; but of a
 * target's first pair, in which all is cold, both are measured.  That is done by the
 * wall's clock, which is no system call and bounds the thread's CPU time from above.
 * The thread's own clock is one: it is looked at where what is known to be saved does
 * not do, so that what is not known of is not spent; by instances that take long, whose
 * thread may have had to wait meanwhile; and by all for a while after one did wait.
 *
 * An instance that outgrows what is saved is left: poll asks between iterations, and
 * trace/touch.c amid what one call tells. */
#include "rt.h"
#include "base/alone.h"
#include <time.h>

#define ALLOWANCE_NS 2000000        /* of the process, and so of its first pair */
#define THREADS_NS (ALLOWANCE_NS / 4)   /* of it, for threads besides the first */
#define PATH_NS 300u                /* of an instance, what is not between its two looks at a clock */
#define REFUSAL_NS 1000u            /* of a start: with a system call, and a gap that is drawn */
#define PATIENCE_NS (8 * REFUSAL_NS)    /* more than a pair is saved after a refusal, or what it took would be all that is */
#define UNKNOWN_NS 1000000          /* probable cost of a target that was never measured */
#define INNER_NS 10000u             /* likewise of its inner instances, most of which are small */
#define INNER_BURST 32              /* so many can be paid when they are looked for again */
#define LEAST_EACH_NS 0.1       /* between executions, whatever a clock says */
#define POLLED 1024                 /* iterations of traced code, or lines, between looks at a clock */
#define LEAST_NS 100000u        /* instances that took longer may have waited */
#define AGAIN_NS 1000000
#define TELL_NS 1000000000u     /* the log knows the CPU time at least as new as that */
#define CROWDED 64u
/* A line in an instance's set: at its end 10 to 35 were measured; when its table grows, most of it for new
 * memory, 25 to 55; to see one takes more than the last. */
#define LINE_END_NS 30u
#define LINE_GROWTH_NS 50u
#define LINE_NS 8u
#define NEAR_GROWTH 2048u       /* lines; fewer than that are seen between looks at the clock, mostly */

static _Atomic uint64_t cpu_ns, spent_ns;
static _Atomic uint64_t kept_ns;        /* of spent_ns, for threads that are to come */
static _Atomic bool has_threads;
static _Atomic uint64_t told_ns;        /* spent_ns without what is only reserved */

static uint64_t thread_ns(void)
{
    struct timespec now;
    if (!rt_clock(CLOCK_THREAD_CPUTIME_ID, &now))
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Without a system call. */
static uint64_t wall_ns(void)
{
    struct timespec now;
    if (!rt_clock(CLOCK_MONOTONIC, &now))
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The thread's CPU time: as it was last told, if it is not told any more. */
static uint64_t look(struct rt_thread *t)
{
    uint64_t now = thread_ns();
    t->looked = wall_ns();
    if (now > t->cpu_ns) {
        rt_add(&cpu_ns, now - t->cpu_ns);
        t->cpu_ns = now;
    }
    return t->cpu_ns;
}

static void spend(struct rt_thread *t, uint64_t ns)
{
    t->spent_ns += ns;
    rt_add(&spent_ns, ns);
    rt_add(&told_ns, ns);
}

static int64_t saved(void)
{
    uint64_t spent = spent_ns, cpu = cpu_ns;
    uint64_t plain = cpu > spent ? cpu - spent : 0;
    return ALLOWANCE_NS + (int64_t)((double)plain * rt_options.budget_ppm / 1e6) - (int64_t)spent;
}

/* Of an inner instance: as those before. */
static double probable_inner(const struct rt_target *g)
{
    uint64_t count = g->measured;
    return count ? (double)g->measured_ns / (double)count + PATH_NS : INNER_NS;
}

/* Of an instance, in ns. */
static double probable(const struct rt_record *r)
{
    const struct rt_target *g = r->target;
    uint64_t units = g->measured_units;
    if (g->is_inner)
        return probable_inner(g);
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
    rt_add(&spent_ns, r->reserved_ns);
}

void rt_budget_release(struct rt_record *r)
{
    rt_add(&spent_ns, -(r->reserved_ns));
    r->reserved_ns = 0;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* CPU time since then, at most. */
static uint64_t since(struct rt_thread *t, const struct rt_stamp *then)
{
    uint64_t wall = wall_ns() - then->wall, now;
    if (!then->cpu && wall < LEAST_NS)
        return wall;
    now = look(t);
    if (!then->cpu)
        t->crowded = CROWDED;
    uint64_t passed = now - (then->cpu ? then->cpu : then->known);
    return passed && (then->cpu || passed < wall) ? passed : wall;
}

/* CPU time of the outermost open instance, what is spent of it already taken
 * off.  It begins without a look at the CPU's clock: what passed until it was
 * looked at is at most what either clock says. */
static uint64_t used(struct rt_thread *t, uint64_t wall)
{
    struct rt_meter *m = &t->meter;
    uint64_t last = t->cpu_ns, now = look(t);
    if (!m->cpu) {
        m->cpu = now;
        m->before = smaller(wall - m->began, now - last);
    }
    uint64_t whole = now == last ? wall - m->began : m->before + now - m->cpu, inside = t->spent_ns - m->spent;
    return whole > inside ? whole - inside : 0;
}

static struct rt_record *outermost(const struct rt_thread *t)
{
    uint32_t i = t->depth - 1;
    while (i && !t->stack[i - 1].left)
        i--;
    return t->stack[i].record;
}

/* What the thread's open instances have reserved. */
static int64_t reserved_here(const struct rt_thread *t)
{
    uint64_t sum = 0;
    for (uint32_t i = t->depth; i && !t->stack[i - 1].left; i--)
        sum += t->stack[i - 1].record->reserved_ns;
    return (int64_t)sum;
}

/* Lines of an instance: of the innermost one the thread may have added some by itself. */
static uint64_t lines_of(const struct rt_thread *t, uint32_t i)
{
    uint64_t lines = t->stack[i].table.used;
    return i + 1 == t->depth && t->lent ? lines + (uint64_t)(t->lent - rt_tls.left - rt_tls.held) : lines;
}

/* What the outermost open instance will have taken in the end, when it is left after so much.
 * Each line that is known is sorted and written, for each instance that is open.  The
 * calls of a recursion that are open then return through traced code, what is known of them is
 * sorted and written, its memory goes, and the calls to come are counted one by one: with half as
 * much again for that bench/adversaries.c's had 2.2 ms, and so more than the allowance, with this 1.9. */
static uint64_t with_end(const struct rt_thread *t, uint64_t ns)
{
    uint64_t end = outermost(t)->recursion ? ns * 2 / 3 : 0;
    for (uint32_t i = t->depth; i && !t->stack[i - 1].left; i--)
        end += lines_of(t, i - 1) * LINE_END_NS;
    return ns + end;
}

/* That the innermost table grows; *room: lines until it does.  A small one, which mostly does not, has no such
 * price: half of the pairs that a budget only just bought would be left for it. */
static uint64_t growth_ns(const struct rt_thread *t, uint64_t *room)
{
    uint64_t lines = lines_of(t, t->depth - 1), most = rt_table_most(&t->stack[t->depth - 1].table);
    uint64_t ns = lines * LINE_GROWTH_NS;
    *room = most > lines ? most - lines : 0;
    return ns < LEAST_NS ? 0 : ns;
}

/* What a pair that starts now may take.  Inside an instance whose cost is not
 * known yet, which has all the allowance reserved, it is half of what that has
 * left: else nothing in a program's main loop is sampled before its end. */
static int64_t available(struct rt_thread *t)
{
    int64_t now = saved();
    if (!t->depth || t->stack[t->depth - 1].left)
        return now;
    const struct rt_record *around = outermost(t);
    if (around->target->measured_units)
        return now;
    int64_t left = now + reserved_here(t) - (int64_t)used(t, wall_ns());
    return now > left / 2 ? now : left / 2;
}

/* Is there so much? */
static bool can_pay(struct rt_thread *t, double ns)
{
    if ((double)saved() >= ns)
        return true;
    look(t);
    return (double)available(t) >= ns;
}

/* Its entry point's look at the clock, if it had one: most of what is cold is looked for before the sampler is asked. */
static uint64_t began_wall(const struct rt_thread *t)
{
    return t->entered ? t->entered : wall_ns();
}

void rt_budget_enter(struct rt_thread *t)
{
    t->entered = wall_ns();
}

static void stamp(struct rt_thread *t, struct rt_record *r, bool early)
{
    r->began.cpu = early ? look(t) : 0;
    r->began.known = t->cpu_ns;
    r->began.wall = began_wall(t);
    r->spent_before = t->spent_ns;
}

/* CPU time since the stamp; instances inside have told of theirs. */
static uint64_t own_since(struct rt_thread *t, const struct rt_record *r)
{
    uint64_t whole = since(t, &r->began), inside = t->spent_ns - r->spent_before;
    return whole > inside ? whole - inside : 0;
}

bool rt_budget_start(struct rt_thread *t, struct rt_record *r, bool first)
{
    if (!rt_options.budget_ppm)
        return true;
    rt_budget_release(r);
    double cost = probable(r);
    if (!first && !can_pay(t, 2 * cost)) {
        spend(t, REFUSAL_NS);
        return false;
    }
    reserve(r, first ? ALLOWANCE_NS : 2 * cost);
    bool early = first || t->crowded || cost >= LEAST_NS;
    t->crowded -= t->crowded != 0;
    stamp(t, r, early);
    r->first_ns = 0;
    return true;
}

bool rt_budget_second(struct rt_thread *t, struct rt_record *r)
{
    if (!rt_options.budget_ppm)
        return true;
    rt_budget_release(r);
    if (!can_pay(t, (double)r->first_ns))
        return false;
    reserve(r, (double)r->first_ns);
    r->second_measured = r->target->measured == 1 && r->first_ns;       /* not inside of the first */
    if (r->second_measured)
        stamp(t, r, t->crowded || r->first_ns >= LEAST_NS);
    return true;
}

static void measured(struct rt_target *g, uint64_t ns, uint64_t cost)
{
    rt_add(&g->measured_ns, ns);
    rt_add(&g->measured_units, cost + 1);
    rt_add(&g->measured, 1);
}

/* What its first pair's first instance cost is forgotten if that was more. */
static void measured_second(struct rt_target *g, const struct rt_record *r, uint64_t ns, uint64_t cost)
{
    measured(g, ns, cost);
    if ((double)ns * (double)(r->first_cost + 1) >= (double)r->first_ns * (double)(cost + 1))
        return;
    rt_add(&g->measured_ns, -(r->first_ns));
    rt_add(&g->measured_units, -(r->first_cost + 1));
    rt_add(&g->measured, -(uint64_t)1);
}

void rt_budget_ended(struct rt_thread *t, struct rt_record *r, unsigned place, uint64_t cost)
{
    if (!rt_options.budget_ppm)
        return;
    rt_budget_release(r);
    if (place && t->meter.cpu && !t->depth) {
        spend(t, used(t, wall_ns()) + PATH_NS);
        return;
    }
    if (place && r->second_measured) {
        uint64_t own = own_since(t, r);
        spend(t, own + PATH_NS);
        measured_second(r->target, r, own, cost);
        return;
    }
    if (place) {
        if (t->meter.began > t->looked + TELL_NS)       /* it began a moment ago: not worth a look at a clock */
            look(t);
        spend(t, (uint64_t)((double)r->first_ns * (double)(cost + 1) / (double)(r->first_cost + 1)) + PATH_NS);
        return;
    }
    uint64_t own = own_since(t, r);
    spend(t, own + PATH_NS);
    r->first_ns = own;
    r->first_cost = cost;
    reserve(r, (double)own);
    measured(r->target, own, cost);
    if (r->outer)
        rt_budget_release(r);   /* it has no second */
}

int64_t rt_budget_wait(const struct rt_thread *t, const struct rt_record *r)
{
    /* Inner instances are small: a refusal costs as much as one. */
    double needed = r->target->is_inner ? INNER_BURST * probable(r) : 2 * probable(r) + PATIENCE_NS;
    double each = (double)(t->cpu_ns - r->since_ns) / ((double)r->instances + 1);
    double wait = (needed - (double)saved()) * 1e6 / rt_options.budget_ppm / (each + LEAST_EACH_NS);
    /* The program may change, or end, and they are counted as if they came: look again before long. */
    double most = (double)r->instances / 4 + 1000;
    return wait <= 0 ? 0 : (int64_t)(wait < most ? wait : most);
}

int64_t rt_budget_fuel(void)
{
    return rt_options.budget_ppm ? POLLED : RT_NEVER;
}

void rt_budget_open(struct rt_thread *t, const struct rt_instance *in)
{
    if (!rt_options.budget_ppm)
        return;
    bool stamped = !in->place || in->record->second_measured;       /* just now */
    t->meter = (struct rt_meter){ .began = stamped ? in->record->began.wall : began_wall(t), .spent = t->spent_ns };
}

void rt_budget_left(struct rt_thread *t)
{
    if (!rt_options.budget_ppm || !t->depth || t->stack[t->depth - 1].left)
        return;
    struct rt_record *r = outermost(t);
    r->left_ns = with_end(t, used(t, wall_ns()));
    spend(t, r->left_ns + PATH_NS);
    for (uint32_t i = t->depth; i && !t->stack[i - 1].left; i--)
        rt_budget_release(t->stack[i - 1].record);
}

void rt_budget_closed(struct rt_record *r, uint64_t cost, bool known)
{
    if (!r->left_ns)
        return;
    /* Else: how long it would have taken nobody knows.  Twice as long, or what is saved would
       go into one like it after the other. */
    r->first_ns = known ? r->left_ns : 2 * r->left_ns;
    r->first_cost = cost;
    measured(r->target, r->first_ns, cost);
    r->left_ns = 0;
}

/* How long it has not outgrown the budget that has so much left: what it takes at its end grows
 * meanwhile, by LINE_END_NS for a line, which may take a tenth of that to see; and at once when its table grows. */
static uint64_t keeps_for(uint64_t left, uint64_t growth, uint64_t room)
{
    uint64_t ns = smaller(left / 16, AGAIN_NS);
    return room > NEAR_GROWTH && growth > left ? smaller(ns, (room - NEAR_GROWTH) * LINE_NS) : ns;
}

bool rt_budget_outgrown(struct rt_thread *t)
{
    if (!rt_options.budget_ppm || t->stack[t->depth - 1].left)
        return false;
    uint64_t wall = wall_ns(), room, growth = growth_ns(t, &room);
    if (wall < t->meter.again)
        return false;
    int64_t growing = room <= NEAR_GROWTH ? (int64_t)growth : 0, left = saved() + reserved_here(t) - growing;
    /* Below that the clock is not worth a look; above it is, once, and then while
       time might be short. */
    uint64_t most = with_end(t, wall - t->meter.began);
    if (left > (int64_t)most && (most < LEAST_NS || t->meter.cpu)) {
        uint64_t keeps = keeps_for((uint64_t)left - most, growth, room);
        t->meter.again = wall + (most < LEAST_NS ? smaller(keeps, LEAST_NS - most) : keeps);
        return false;
    }
    uint64_t own = with_end(t, used(t, wall));
    left = saved() + reserved_here(t) - growing - (int64_t)own;
    t->meter.again = wall + (left > 0 ? keeps_for((uint64_t)left, growth, room) : 0);
    return left < 0;
}

bool rt_budget_too_short(struct rt_thread *t, uint64_t ns)
{
    if (!rt_options.budget_ppm || t->stack[t->depth - 1].left)
        return false;
    int64_t left = saved() + reserved_here(t) - (int64_t)with_end(t, used(t, wall_ns()));
    return left < 0 || ns > (uint64_t)left;
}

/* At most a quarter of the allowance: where all is slow and cold that has to be left for
 * samples, and logs whose counts are of today. */
void rt_budget_begun(uint64_t ns)
{
    rt_add(&spent_ns, 2 * ns < ALLOWANCE_NS / 4 ? 2 * ns : ALLOWANCE_NS / 4);
}

/* Who begins first would spend all of it, before the others are known. */
static void keep_for_threads(void)
{
    if (atomic_exchange(&has_threads, true))
        return;
    rt_add(&spent_ns, THREADS_NS);
    kept_ns = THREADS_NS;
}

void rt_budget_thread(uint64_t ns, bool is_main)
{
    if (!is_main)
        keep_for_threads();
    uint64_t kept = kept_ns;
    while (kept && !atomic_compare_exchange_weak(&kept_ns, &kept, kept - smaller(kept, 2 * ns)))
        ;
    rt_add(&spent_ns, 2 * ns - smaller(kept, 2 * ns));
}

void rt_budget_seen(uint64_t *traced_ns, uint64_t *process_ns)
{
    *traced_ns = rt_options.budget_ppm ? told_ns : UINT64_MAX;
    *process_ns = cpu_ns;
}

void rt_budget_forget(void)
{
    cpu_ns = spent_ns = told_ns = kept_ns = 0;
    has_threads = false;
}

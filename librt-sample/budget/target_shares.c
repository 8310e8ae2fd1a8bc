/* SPDX-License-Identifier: MIT
 *
 * What is saved is for all targets.  Whoever asks first would have it, and those whose instances are cheap would always find
 * enough, so that the dear ones never do.  So each has a part: half of all is alike for all, half is as what their
 * iterations count for is of all that was heard of.  The first iterations of an instance hardly count: where a loop of few is the
 * inner one of a long one, that is the one to look at.  Of pairs beyond the first ones each tells less: the part
 * falls.  Who has had less than its part, and lacks something for its next pair, claims that; who has had more of its own
 * part then leaves as much.
 *
 * There is one claim at a time.  It is of the target that has had the least, until it is met or not made again for
 * a while: its loop may not come again.
 *
 * A program reads its input first, and works on it later: loops that begin late find what is left.  So some of the allowance
 * is kept while more targets are expected than have come, if a command of the compiler marked any: all loops may be targets then.  Of
 * those that the source marks a program may execute one. */
#include "budget/target_shares.h"
#include "base/alone.h"
#include "sample/sample.h"
#include <stddef.h>

#define ALIKE 0.5               /* of all, in equal parts */
#define FEW 8u                  /* iterations of an instance do not count, */
#define LEAST_COUNTED 8u        /* but one in so many of all does */
#define ENOUGH 64.0             /* pairs: from there on a part falls as pairs grow */
#define TO_COME 0.5             /* of the allowance, for targets to come, if all were; less from the half on that is released */
#define ALONE 0.5               /* of what is there: the part of the first target of several that a command marked */
#define LATE 2.0                /* times as late as it said a target may look again */
#define OLD_NS 1e6              /* a claim is so old at least when it ends, */
#define OLD_SHARE 0.25          /* and so much of the time since its target began */

_Atomic uint32_t rt_target_count;
static _Atomic uint32_t expected;
static _Atomic uint64_t all_worth;
static _Atomic bool any_by_command;
static _Atomic double since_ns; /* below 1: nothing began */
static _Atomic double first_part = 1, trial_part = 1;
/* Read one by one: a claim that is just being made may be taken for too much or too little. */
static const struct rt_costs *_Atomic claimant;
static _Atomic double claimed_ns, claimant_had, ends_ns;

void rt_claims_expect(uint32_t targets)
{
    expected = targets;
}

bool rt_claims_expects_more(void)
{
    return expected > rt_target_count;
}

/* A program of many targets may execute one: while no other came it has all. */
uint32_t rt_claims_targets(void)
{
    uint32_t known = rt_target_count;
    if (known <= 1)
        return 1;
    return known < expected ? expected : known;
}

/* By Newton's steps, from above. */
static double root_of(double x)
{
    double root = x;
    for (unsigned i = 0; i < 24; i++)
        root = (root + x / root) / 2;
    return root;
}

/* 1 / targets^(3/4) */
static double part_of_first(uint32_t targets)
{
    double root = root_of(targets);
    return 1 / (root * root_of(root));
}

void rt_claims_begin(double now_ns, bool by_command)
{
    uint32_t targets = rt_claims_targets();
    if (by_command)
        any_by_command = true;
    bool alone = targets == 1 && expected > 1 && by_command;
    trial_part = part_of_first(alone ? expected : targets);
    first_part = alone ? ALONE : trial_part;
    if (since_ns < 1)
        since_ns = now_ns + 1;
}

double rt_claims_first(void)
{
    return first_part;
}

double rt_claims_trial(void)
{
    return trial_part;
}

double rt_claims_to_come(void)
{
    double known = rt_target_count, all = expected;
    return any_by_command && known < all ? TO_COME * (all - known) / all : 0;
}

double rt_claims_since_ns(void)
{
    return since_ns;
}

void rt_claims_hear(struct rt_costs *c, uint64_t instances, uint64_t cost)
{
    uint64_t few = FEW * instances, least = cost / LEAST_COUNTED, worth = cost > few && cost - few > least ? cost - few : least;
    rt_add(&c->worth, worth);
    rt_add(&all_worth, worth);
}

double rt_claims_share(const struct rt_target *g)
{
    double targets = rt_claims_targets(), all = (double)all_worth, own = (double)g->costs->worth, pairs = (double)g->starts;
    double part = all > 0 ? ALIKE / targets + (1 - ALIKE) * (own < all ? own / all : 1) : 1 / targets;
    return targets > 1 && pairs > ENOUGH ? part * ENOUGH / pairs : part;
}

/* What was spent on it, were its part all. */
static double had(const struct rt_target *g)
{
    return (double)g->costs->spent_ns / rt_claims_share(g);
}

void rt_claims_make(const struct rt_target *g, double ns, double now_ns)
{
    double own = had(g), age = OLD_SHARE * (now_ns - (double)g->costs->since_ns);
    if (claimant && claimant != g->costs && now_ns < ends_ns && own >= claimant_had)
        return;
    claimed_ns = ns;
    claimant_had = own;
    ends_ns = now_ns + (age < OLD_NS ? OLD_NS : age);
    claimant = g->costs;
}

void rt_claims_wait(const struct rt_target *g, double ns, double now_ns)
{
    double ends = now_ns + LATE * ns;
    if (claimant == g->costs && ends > ends_ns)
        ends_ns = ends;
}

void rt_claims_met(const struct rt_target *g)
{
    if (claimant == g->costs)
        claimant = NULL;
}

double rt_claims_before(const struct rt_target *g, double now_ns)
{
    if (!claimant || claimant == g->costs || now_ns >= ends_ns)
        return 0;
    return had(g) > claimant_had ? claimed_ns : 0;
}

void rt_claims_forget(void)
{
    expected = 0;
    all_worth = 0;
    any_by_command = false;
    since_ns = 0;
    first_part = trial_part = 1;
    claimant = NULL;
}

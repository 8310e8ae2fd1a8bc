/* SPDX-License-Identifier: MIT
 * Profiles of in-house mode (inhouse/profiles.c), and the ends in assembly that add to them, against sums of 128 bits. */
#include "base/rng.h"
#include "inhouse/rows.h"
#include "shim.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the entry points and profiles refer to */

static struct rt_inhouse thread;
__thread struct rt_inhouse *rt_inhouse_quick = &thread;
__thread bool rt_inhouse_refused;
struct algoprof_frame rt_nobody[2];
static unsigned ends_in_c;

void rt_in_at_limit(void);
void rt_in_enter(void);
void rt_in_leave(void);
void rt_in_left(void);
void rt_in_tail(void);
void rt_save_result(void);
void rt_save_void(void);
void rt_in_at_limit(void) { abort(); }
void rt_in_enter(void) { abort(); }
void rt_in_leave(void) { abort(); }
void rt_in_left(void) { abort(); }
void rt_in_tail(void) { abort(); }
void rt_save_result(void) { abort(); }
void rt_save_void(void) { abort(); }
void rt_inhouse_count_anew(struct rt_inhouse *t) { (void)t; }
uint32_t rt_routines(void) { return 0; }

enum rt_left rt_frame_left(struct algoprof_frame *f, uint64_t cost)
{
    uint64_t all = f->below + (cost & ~RT_LEAF);
    ends_in_c++;
    rt_profile_add(&thread, &thread.profile[rt_frame_routine(&thread, f)], rt_frame_size(f), all, cost);
    f[-1].size += f->size;
    f[-1].below += all;
    thread.top = f - 1;
    return RT_LEFT;
}

/* ---- the same, in other words */

typedef unsigned __int128 wide;
#define SIZES 30000u
#define LARGE (RT_LARGE_SIZE / SIZES * SIZES + SIZES + 28000)     /* and the next eight: no small one has their place */

struct sums {
    uint64_t least, most;
    wide sum, square;
};
static struct known {
    uint64_t size, count;
    struct sums all, own;
} known[SIZES];

static void add_to(struct sums *s, uint64_t cost)
{
    if (cost < s->least)
        s->least = cost;
    if (cost > s->most)
        s->most = cost;
    s->sum += cost;
    s->square += (wide)cost * cost;
}

static void know(uint64_t size, uint64_t all, uint64_t own)
{
    struct known *k = &known[size % SIZES];
    if (!k->count)
        *k = (struct known){ .size = size, .all.least = UINT64_MAX, .own.least = UINT64_MAX };
    assert_int_equal(k->size, size);
    k->count++;
    add_to(&k->all, all);
    add_to(&k->own, own);
}

static void check_sums(const struct rt_blocks *b, const struct sums *s)
{
    assert_int_equal(b->least, s->least);
    assert_int_equal(b->most, s->most);
    assert_int_equal(b->sum, (uint64_t)s->sum);
    assert_int_equal(b->square_low, (uint64_t)s->square);
    assert_int_equal(b->square_high, (uint64_t)(s->square >> 64));
}

/* All of the sizes that belong to the row. */
static struct known gather(const struct rt_profile *p, const struct rt_wide_row *row, uint64_t *sizes)
{
    struct known all = { .all.least = UINT64_MAX, .own.least = UINT64_MAX };
    *sizes = 0;
    for (unsigned i = 0; i < SIZES; i++) {
        const struct known *k = &known[i];
        if (!k->count || rt_wide_key(p, k->size) + 1 != row->size)
            continue;
        struct sums *const to[] = { &all.all, &all.own };
        const struct sums *const from[] = { &k->all, &k->own };
        for (unsigned part = 0; part < 2; part++) {
            to[part]->least = from[part]->least < to[part]->least ? from[part]->least : to[part]->least;
            to[part]->most = from[part]->most > to[part]->most ? from[part]->most : to[part]->most;
            to[part]->sum += from[part]->sum;
            to[part]->square += from[part]->square;
        }
        all.count += k->count;
        *sizes += k->count * k->size;
    }
    return all;
}

/* Each activation is in one row of the list, with its costs. */
static void check(struct rt_profile *p, bool with_own)
{
    static const struct rt_wide_row *list[16384];
    static struct rt_wide_row room[16384];
    uint64_t count = 0, wanted = 0;
    uint32_t n = rt_profile_list(p, list, room, 16384);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t sizes;
        struct known k = gather(p, list[i], &sizes);
        assert_int_equal(list[i]->count, k.count);
        check_sums(&list[i]->all, &k.all);
        if (with_own)
            check_sums(&list[i]->own, &k.own);
        if (list[i]->size & RT_CLASS)
            assert_int_equal(list[i]->sizes, sizes);
        count += k.count;
    }
    for (unsigned i = 0; i < SIZES; i++)
        wanted += known[i].count;
    assert_int_equal(count, wanted);
}

/* ---- */

static struct rt_rng rng;

static uint64_t below(uint64_t n)
{
    return rt_rng_next(&rng) % n;
}

static int begin(void **state)
{
    (void)state;
    rt_rng_seed(&rng, 7);
    memset(known, 0, sizeof known);
    memset(&thread, 0, sizeof thread);
    thread.profile = thread.quick = aligned_alloc(64, 2 * sizeof *thread.profile);
    memset(thread.profile, 0, 2 * sizeof *thread.profile);
    ends_in_c = 0;
    return 0;
}

static int end(void **state)
{
    (void)state;
    rt_profiles_release(&thread);
    free(thread.profile);
    return 0;
}

/* Costs on both sides of what a short row takes, sizes likewise. */
static uint64_t some_cost(void)
{
    switch (below(4)) {
    case 0:
        return RT_LONG - 3 + below(6);
    case 1:
        return below((uint64_t)1 << 40);
    default:
        return below(RT_LONG);
    }
}

static uint64_t some_size(unsigned sizes)
{
    return below(8) ? below(sizes) : LARGE + below(8);
}

static void add_some(unsigned n, unsigned sizes)
{
    for (unsigned i = 0; i < n; i++) {
        uint64_t size = some_size(sizes), own = some_cost(), all = own + (below(2) ? 0 : some_cost());
        bool leaf = all == own && below(2);
        know(size, all, own);
        rt_profile_add(&thread, thread.profile, (int64_t)size, all, leaf ? own | RT_LEAF : own);
    }
    assert_int_equal(thread.lost, 0);
}

static void sizes_and_costs_of_all_kinds(void **state)
{
    (void)state;
    add_some(200000, 600);
    assert_false(thread.profile->classes);
    check(thread.profile, true);
}

static void classes_from_short_and_wide_rows(void **state)
{
    (void)state;
    for (unsigned n = 1000; n < 28000; n *= 3) {
        add_some(20000, n);
        check(thread.profile, true);
    }
    assert_true(thread.profile->classes);
}

static void rows_that_were_emptied(void **state)
{
    (void)state;
    add_some(5000, 300);
    rt_profile_empty(thread.profile);
    memset(known, 0, sizeof known);
    check(thread.profile, true);
    add_some(5000, 300);
    check(thread.profile, true);
}

/* ---- ends in assembly */

static struct algoprof_frame frames[8];

#define LEAVE(name) \
    static void name(struct algoprof_frame *f, uint64_t cost) \
    { \
        __asm__ volatile(SHIM_CALL("inhouse_" #name) : "+D"(f), "+S"(cost) : \
                         : "rcx", "r8", "r9", "r10", "r11", "memory", "cc"); \
    }
LEAVE(leave)
LEAVE(leave_leaf)

static void activate(void (*end_of)(struct algoprof_frame *, uint64_t), uint64_t size, uint64_t own, uint64_t callees)
{
    struct algoprof_frame *f = &frames[2];
    frames[1] = (struct algoprof_frame){ .size = 5 };
    *f = (struct algoprof_frame){ .profile = &thread.quick[1], .near = (int64_t)(size / 3), .size = (int64_t)(size - size / 3),
                                  .below = callees };
    thread.top = f;
    know(size, own + callees, own);
    end_of(f, own);
    assert_ptr_equal(thread.top, &frames[1]);
    assert_int_equal(frames[1].size, 5 + size - size / 3);
    assert_int_equal(frames[1].below, own + callees);
}

/* Squares beyond 64 bits; sizes that share places; costs that are long. */
static void ends_of_functions_that_call(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 100000; i++)
        activate(leave, below(64) * 17, RT_LONG - 1 - below(1000), below(20) ? 0 : below(3) * (RT_LONG << 8));
    assert_in_range(ends_in_c, 1, 90000);
    check(&thread.profile[1], true);
}

/* The lower half of a size is not the size. */
static void sizes_beyond_32_bits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 100; i++)
        activate(leave, below(2) ? 3 : ((uint64_t)1 << 32) + 3, 1, 1);
    check(&thread.profile[1], true);
}

static void ends_of_leaves(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 100000; i++)
        activate(leave_leaf, below(40), below(RT_LONG), below(1000) ? 0 : 7);
    assert_in_range(ends_in_c, 1, 1000);
    check(&thread.profile[1], true);
}

/* Runs of one kind, two kinds in turn, and a third one between; in every other part they differ in one of their costs only. */
static void activate_by_kinds(void (*end_of)(struct algoprof_frame *, uint64_t), uint64_t sizes, unsigned n)
{
    struct kind {
        uint64_t size, own, callees;
    } kinds[3];
    for (unsigned i = 0; i < n; i++) {
        if (i % 10000 == 0)
            for (unsigned k = 0; k < 3; k++)
                kinds[k] = (struct kind){ below(sizes), 1 + below(RT_LONG - 1), end_of == leave ? below(3) * below(1000) : 0 };
        if (i % 20000 == 10000 && end_of == leave) {
            kinds[1] = (struct kind){ kinds[0].size, kinds[0].own, kinds[0].callees + 2 };
            kinds[2] = (struct kind){ kinds[0].size, kinds[0].own + 1, kinds[0].callees + 1 };
        }
        const struct kind *k = &kinds[below(20) ? i % 20000 < 10000 ? 0 : i % 2 : 2];
        activate(end_of, k->size, k->own, k->callees);
    }
}

static void ends_of_usual_kinds(void **state)
{
    (void)state;
    activate_by_kinds(leave, 20000, 100000);
    assert_in_range(ends_in_c, 100, 12000);
    check(&thread.profile[1], true);
    rt_profile_empty(&thread.profile[1]);
    memset(known, 0, sizeof known);
    activate_by_kinds(leave, 20000, 1500);
    check(&thread.profile[1], true);
}

static void ends_of_usual_leaves(void **state)
{
    (void)state;
    activate_by_kinds(leave_leaf, 20000, 100000);
    activate(leave_leaf, known[0].count ? 0 : 1, 9, 7);        /* a handler was called: costs are told apart from now on */
    activate_by_kinds(leave_leaf, 20000, 2000);
    assert_in_range(ends_in_c, 100, 12000);
    check(&thread.profile[1], true);
}

/* What is usual has a row by itself first, and is told by classes then. */
static void usual_kinds_that_get_classes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 40; i++)
        activate(leave, 1000, 5, 6);
    assert_in_range(thread.profile[1].usual[0].times + thread.profile[1].usual[1].times, 35, 40);
    for (unsigned i = 0; i < 3 * RT_MOST_SIZES; i++)
        activate(leave, i % (2 * RT_MOST_SIZES), 5, 6);
    assert_true(thread.profile[1].classes);
    check(&thread.profile[1], true);
}

/* No kind is usual: where that is so for long another one is tried seldom. */
static void ends_that_are_all_different(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 100000; i++)
        activate(leave, i % 7, i, 0);
    assert_in_range(ends_in_c, 7, 600);
    check(&thread.profile[1], true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sizes_and_costs_of_all_kinds, begin, end),
        cmocka_unit_test_setup_teardown(classes_from_short_and_wide_rows, begin, end),
        cmocka_unit_test_setup_teardown(rows_that_were_emptied, begin, end),
        cmocka_unit_test_setup_teardown(ends_of_functions_that_call, begin, end),
        cmocka_unit_test_setup_teardown(sizes_beyond_32_bits, begin, end),
        cmocka_unit_test_setup_teardown(ends_of_leaves, begin, end),
        cmocka_unit_test_setup_teardown(ends_of_usual_kinds, begin, end),
        cmocka_unit_test_setup_teardown(ends_of_usual_leaves, begin, end),
        cmocka_unit_test_setup_teardown(usual_kinds_that_get_classes, begin, end),
        cmocka_unit_test_setup_teardown(ends_that_are_all_different, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

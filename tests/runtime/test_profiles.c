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

void rt_in_enter(void);
void rt_in_leave(void);
void rt_in_left(void);
void rt_save_result(void);
void rt_save_void(void);
void rt_in_enter(void) { abort(); }
void rt_in_leave(void) { abort(); }
void rt_in_left(void) { abort(); }
void rt_save_result(void) { abort(); }
void rt_save_void(void) { abort(); }
void rt_inhouse_count_anew(struct rt_inhouse *t) { (void)t; }
uint32_t rt_routines(void) { return 0; }

enum rt_left rt_frame_left(struct algoprof_frame *f, uint64_t cost)
{
    uint64_t all = f->below + (cost & ~RT_LEAF);
    ends_in_c++;
    rt_profile_add(&thread, &thread.profile[f->routine->number], (uint64_t)rt_frame_size(f), all, cost);
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
    thread.profile = thread.quick = calloc(2, sizeof *thread.profile);
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
        rt_profile_add(&thread, thread.profile, size, all, leaf ? own | RT_LEAF : own);
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
LEAVE(leave_alike)

static void activate(void (*end_of)(struct algoprof_frame *, uint64_t), uint64_t size, uint64_t own, uint64_t callees)
{
    static struct algoprof_routine routine = { .number = 1 };
    struct algoprof_frame *f = &frames[2];
    frames[1] = (struct algoprof_frame){ .size = 5 };
    *f = (struct algoprof_frame){ .routine = &routine, .profile = &thread.quick[1], .near = (int64_t)(size / 3), .size = (int64_t)(size - size / 3),
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

static void ends_that_are_alike(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 100000; i++)
        activate(leave_alike, below(40), RT_LONG - 1, below(30000) ? 0 : 7);
    assert_in_range(ends_in_c, 1, 20000);
    check(&thread.profile[1], true);
}

/* More of them than a row has room for. */
static void alike_ends_are_folded_in_time(void **state)
{
    (void)state;
    activate(leave_alike, 3, 9, 0);
    struct rt_size_row *r = rt_profile_row(&thread.profile[1], 3);
    r->again = RT_SPLIT / 2 - 1;
    known[3].count += r->again;
    known[3].all.sum += (wide)9 * r->again;
    known[3].all.square += (wide)81 * r->again;
    for (unsigned i = 0; i < 5; i++)
        activate(leave_alike, 3, 9, 0);
    assert_in_range(r->again, 1, 5);
    known[3].own = known[3].all;
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
        cmocka_unit_test_setup_teardown(ends_that_are_alike, begin, end),
        cmocka_unit_test_setup_teardown(alike_ends_are_folded_in_time, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

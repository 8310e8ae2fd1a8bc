/* SPDX-License-Identifier: MIT
 * What is input and what is not. */
#include "run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct run run;
static struct walk walk;

static void done(void)
{
    walk_close(&walk);
    run_clean(&run);
}

static void check_rms(const uint64_t *rms, unsigned n)
{
    assert_int_equal(walk.instances, n);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(walk.instance[i].i.rms, rms[i]);
        assert_int_equal(walk_cells(&walk.instance[i], NULL, 0), rms[i]);
        assert_int_equal(walk.instance[i].i.flags & (ALOG_I_CUT | ALOG_I_LOST), 0);
    }
}

static void first_reads(void **state)
{
    uint64_t rms[] = { 4, 8, 99000, 0, 200000, 8, 0, 0, 0 };
    (void)state;
    run_one(&run, &walk, "first-reads", "ALGOPROF_RATE=1");
    rms[7] = walk.instance[7].i.rms;            /* its frame's layout is the compiler's */
    assert_in_range(rms[7], 500, 1500);
    check_rms(rms, 9);
    assert_int_equal(walk.instance[3].i.external, 70000);
    assert_int_equal(walk.instance[2].i.work, alog_work_class(125 + 12500));
    assert_int_equal(walk.instance[3].i.work, alog_work_class(2 * 8750));
    assert_int_equal(walk.instance[4].i.work, alog_work_class(100000));
    assert_int_equal(alog_work_class(0), 0);
    assert_int_equal(alog_work_class(1), 1);
    assert_int_equal(alog_work_class(6), 1 + 4 * 2 + 2);
    assert_int_equal(alog_work_class(UINT64_MAX >> 1), 1 + 4 * 62 + 3);
    done();
}

static void opaque_calls_are_named(void **state)
{
    (void)state;
    run_one(&run, &walk, "first-reads", "ALGOPROF_RATE=1");
    const uint8_t *p = walk.instance[6].opaque, *end = p + walk.instance[6].i.opaque_bytes;
    unsigned puts_calls = 0, write_calls = 0;
    assert_int_equal(walk.names, 2);
    while (p < end) {
        uint64_t name = walk_varint(&p), calls = walk_varint(&p);
        assert_true(name < 2);
        if (walk.name_len[name] == 4 && !memcmp(walk.name[name], "puts", 4))
            puts_calls += (unsigned)calls;
        if (walk.name_len[name] == 5 && !memcmp(walk.name[name], "write", 5))
            write_calls += (unsigned)calls;
    }
    assert_int_equal(puts_calls, 3);
    assert_int_equal(write_calls, 1);
    done();
}

/* Contiguous memory stays contiguous. */
static void cells_keep_their_order(void **state)
{
    static uint64_t cell[100000];
    (void)state;
    run_one(&run, &walk, "first-reads", "ALGOPROF_RATE=1");
    size_t n = walk_cells(&walk.instance[2], cell, 100000);
    assert_int_equal(n, 99000);
    unsigned breaks = 0;
    for (size_t i = 1; i < n; i++)
        breaks += cell[i] != cell[i - 1] + 1;
    assert_in_range(breaks, 1, 2);      /* the hole; a region's end at most */
    done();
}

/* The sum of the lines' hashes. */
static uint64_t sum_of(const struct walk_instance *instance)
{
    static uint64_t cell[1 << 16];
    uint64_t sum = 0, mask = 0;
    size_t n = walk_cells(instance, cell, 1 << 16);
    assert_int_equal(n, instance->i.rms);
    for (size_t i = 0; i < n; i++) {
        mask |= (uint64_t)1 << (cell[i] & 63);
        if (i + 1 == n || cell[i + 1] >> 6 != cell[i] >> 6) {
            sum += alog_line_hash(mask);
            mask = 0;
        }
    }
    return sum;
}

/* The subject tells each: cells, and the sum of their lines' hashes.  In the file
 * they may have any order. */
static void ranges_are_as_their_bytes(void **state)
{
    (void)state;
    run_one(&run, &walk, "ranges 200", "ALGOPROF_RATE=1");
    const char *line = run.out;
    uint64_t *sum = malloc(walk.instances * sizeof *sum);
    bool *told = calloc(walk.instances, sizeof *told);
    unsigned n = 0;
    for (unsigned i = 0; i < walk.instances; i++)
        sum[i] = sum_of(&walk.instance[i]);
    for (; *line; line = strchr(line, '\n') + 1, n++) {
        char name[8];
        unsigned cells, i = 0;
        unsigned long expected;
        assert_int_equal(sscanf(line, "%7s %u %lx", name, &cells, &expected), 3);
        while (i < walk.instances && (told[i] || sum[i] != expected || walk.instance[i].i.rms != cells
                                      || strcmp(walk.site[walk.instance[i].i.site].name, name) != 0))
            i++;
        if (i == walk.instances)
            fail_msg("no instance is as told in line %u: %.40s", n + 1, line);
        told[i] = true;
    }
    assert_int_equal(n, walk.instances);
    assert_true(n > 400);
    free(sum);
    free(told);
    done();
}

static void nested_instances(void **state)
{
    (void)state;
    run_one(&run, &walk, "nested", "ALGOPROF_RATE=1");
    assert_int_equal(walk.instances, 2);
    const struct alog_instance *inner = &walk.instance[0].i, *outer = &walk.instance[1].i;
    assert_string_equal(walk.site[inner->site].name, "beta");
    assert_int_equal(inner->rms, 288);
    assert_int_equal(inner->parent, outer->site);
    assert_int_equal(inner->order, 1);
    assert_int_equal(outer->rms, 34);
    assert_int_equal(outer->parent, ALOG_NONE);
    assert_true(outer->opaque_bytes > 0);
    done();
}

static void red_zone_of_a_leaf(void **state)
{
    (void)state;
    run_one(&run, &walk, "leaf", "");
    assert_int_equal(walk.instance[0].i.rms, 16);
    done();
}

static void models(void **state)
{
    const uint64_t rms[] = { 12, 5, 14, 6, 14, 12, 12, 24, 16, 7, 5, 12, 4, 13, 9, 8, 16, 11, 4, 0, 16,
                             6, 5, 3, 2, 2, 7, 6, 6, 7, 7, 2, 3, 12, 12, 0, 0, 0 };
    (void)state;
    run_one(&run, &walk, "models", "ALGOPROF_RATE=1");
    check_rms(rms, sizeof rms / sizeof *rms);
    done();
}

static void comparisons(void **state)
{
    const uint64_t rms[] = { 14, 12, 6, 12, 14, 0, 0, 126, 128, 130, 400 };
    (void)state;
    run_one(&run, &walk, "comparisons", "ALGOPROF_RATE=1");
    check_rms(rms, sizeof rms / sizeof *rms);
    done();
}

static void recursion_nests(void **state)
{
    (void)state;
    run_one(&run, &walk, "recursion 200", "ALGOPROF_RATE=1");
    assert_int_equal(walk.instances, 201);
    for (unsigned i = 0; i < 201; i++) {
        assert_int_equal(walk.instance[i].i.rms, 8 * (i + 1));
        assert_int_equal(walk.instance[i].i.flags & ALOG_I_CUT, 0);
    }
    done();
}

/* Deeper than the limit: untraced and counted. */
static void deep_recursion(void **state)
{
    (void)state;
    run_one(&run, &walk, "recursion 6000", "ALGOPROF_RATE=1");
    assert_int_equal(walk.site[0].instances, 6001);
    assert_int_equal(walk.instances, 4096);
    assert_int_equal(walk.site[0].untraced_starts, 6001 - 4096);
    done();
}

static void jumps_cut(void **state)
{
    unsigned cut = 0;
    (void)state;
    run_one(&run, &walk, "longjmp", "ALGOPROF_RATE=1");
    for (unsigned i = 0; i < walk.instances; i++)
        if (walk.instance[i].i.flags & ALOG_I_CUT) {
            assert_string_equal(walk.site[walk.instance[i].i.site].name, "beta");
            cut++;
        } else {
            assert_int_equal(walk.instance[i].i.parent, ALOG_NONE);     /* beta was closed before */
        }
    assert_int_equal(cut, 3);
    assert_int_equal(walk.instances, 6);
    done();
}

static void exit_cuts(void **state)
{
    (void)state;
    run_one(&run, &walk, "exit-inside", "");
    assert_int_equal(walk.instances, 1);
    assert_true(walk.instance[0].i.flags & ALOG_I_CUT);
    assert_int_equal(walk.instance[0].i.rms, 40);
    assert_int_equal(walk.site[0].instances, 1);
    done();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_reads),
        cmocka_unit_test(opaque_calls_are_named),
        cmocka_unit_test(cells_keep_their_order),
        cmocka_unit_test(ranges_are_as_their_bytes),
        cmocka_unit_test(nested_instances),
        cmocka_unit_test(red_zone_of_a_leaf),
        cmocka_unit_test(models),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(recursion_nests),
        cmocka_unit_test(deep_recursion),
        cmocka_unit_test(jumps_cut),
        cmocka_unit_test(exit_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

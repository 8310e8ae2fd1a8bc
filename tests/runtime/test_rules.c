/* SPDX-License-Identifier: MIT
 *
 * Rules of frames that a thread remembers (callers/rules.c). */
#include "callers/rules.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static uint64_t state = 1;

static uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Frames of a walk; of which those are looked up that are not known. */
static unsigned walk(struct rt_rules *rules, const uint64_t *pc, unsigned frames)
{
    unsigned looked_up = 0;
    for (unsigned i = 0; i < frames; i++) {
        const struct rt_frame_rule *known = rt_rules_find(rules, pc[i]);
        if (!known) {
            rt_rules_keep(rules, pc[i], (struct rt_frame_rule){ .cfa_at = (int32_t)pc[i] });
            known = rt_rules_find(rules, pc[i]);
            looked_up++;
        }
        assert_non_null(known);
        assert_int_equal(known->cfa_at, (int32_t)pc[i]);
    }
    return looked_up;
}

/* Programs of 200 KB, whose walks come through so many places each: hardly any of these displaces another one. */
static void walks_again(void **unused)
{
    (void)unused;
    for (unsigned frames = 2; frames <= 16; frames++) {
        unsigned looked_up = 0;
        for (unsigned program = 0; program < 1000; program++) {
            struct rt_rules rules = { 0 };
            uint64_t pc[16], base = 0x550000000000 + (next_random() & 0xfffffff000);
            for (unsigned i = 0; i < frames; i++)
                pc[i] = base + next_random() % 200000;
            walk(&rules, pc, frames);
            looked_up += walk(&rules, pc, frames);
        }
        assert_true(looked_up <= 5 * frames * frames / 2);
    }
}

/* More than there is room for. */
static void the_last_ones(void **unused)
{
    struct rt_rules rules = { 0 };
    (void)unused;
    for (uint64_t pc = 1; pc < 100000; pc += 7) {
        walk(&rules, &pc, 1);
        assert_non_null(rt_rules_find(&rules, pc));
    }
    assert_null(rt_rules_find(&rules, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(walks_again), cmocka_unit_test(the_last_ones) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words of reports: C++ functions and times.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/demangle.h"
#include "report/time_of_larger_run.h"

static void test_demangle(void **state)
{
    static const struct { const char *name, *plain; } cases[] = {
        { "_ZN4shop4cart3addEi", "shop::cart::add" },
        { "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE",
          "std::operator>><…>" },
        { "_ZNK4listIiEltERKS0_", "list<int>::operator<" },
        { "printf", "printf" },
        { "(a call through a pointer)", "(a call through a pointer)" },
        { "_Zbroken", "_Zbroken" },
        { "", "" },
    };
    char room[DEMANGLED_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(demangle(cases[i].name, room), cases[i].plain);
}

/* Each argument stands for two of the one before: 2^60 names. */
static void test_demangle_bomb(void **state)
{
    char name[2000] = "_Z1fI1tI1aS0_E", room[DEMANGLED_ROOM];
    (void)state;
    for (int i = 1; i < 60; i++)
        snprintf(name + strlen(name), sizeof name - strlen(name), "1tIS%c_S%c_E", i % 36 < 10 ? '0' + i % 36 : 'A' + i % 36 - 10,
                 i % 36 < 10 ? '0' + i % 36 : 'A' + i % 36 - 10);
    strcat(name, "Evv");
    assert_true(strlen(demangle(name, room)) < sizeof name);
}

static void test_pace_text(void **state)
{
    static const struct { double seconds; const char *text; } cases[] = {
        { 0.012, "12 ms" }, { 1.2, "1.2 s" }, { 12, "12 s" }, { 75, "75 s" }, { 300, "5 min" }, { 7200, "2 h" },
        { 4 * 86400.0, "4 days" }, { 40 * 365.25 * 86400, "40 years" }, { 1e30, "3e+22 years" },
    };
    char text[16];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(pace_text(cases[i].seconds, text), cases[i].text);
}

/* Two runs: a start of 10 ms, and 1 us for each iteration. */
static void test_pace_seconds(void **state)
{
    struct log_points logs[2] = { { .path = (char *)"a" }, { .path = (char *)"b" } };
    struct packed_point packed[2] = { { .cost = 10000 }, { .cost = 100000 } };
    struct target_point points[2] = { { .log = &logs[0], .point = &packed[0] }, { .log = &logs[1], .point = &packed[1] } };
    struct target t = { .points = points, .n_points = 2, .judgement.decides = VIEW_RUNS };
    struct plain_run plain[2] = { { "b", 0.110 }, { "a", 0.020 } };
    (void)state;
    assert_true(pace_seconds(&t, 1e6, plain, 2) > 1.0099 && pace_seconds(&t, 1e6, plain, 2) < 1.0101);
    assert_false(pace_seconds(&t, 1e6, NULL, 0) > 0);       /* logs without CPU time */
    for (int i = 0; i < 2; i++) {
        logs[i].has_spent = true;
        logs[i].spent.process_ns = i ? 220000000 : 40000000;
    }
    assert_true(pace_seconds(&t, 1e6, NULL, 0) > 2.01 && pace_seconds(&t, 1e6, NULL, 0) < 2.03);
    logs[1].spent.traced_ns = UINT64_MAX;                   /* without a budget tracing took most of it */
    assert_false(pace_seconds(&t, 1e6, NULL, 0) > 0);
    plain[0].seconds = 0.0205;                              /* nothing but the start */
    assert_false(pace_seconds(&t, 1e6, plain, 2) > 0);
    t.judgement.decides = VIEW_INSTANCES;
    assert_false(pace_seconds(&t, 1e6, plain, 1) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_demangle),
        cmocka_unit_test(test_demangle_bomb),
        cmocka_unit_test(test_pace_text),
        cmocka_unit_test(test_pace_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

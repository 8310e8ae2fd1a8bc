/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Limits against fits: for each pair of classes, whichever the set of a fit is, the
 * verdict is that of its definition; targets are found again in another build. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "check/bounds_file.h"
#include "fit/class_limit.h"
#include "target/same_target.h"

static struct fit fit_of(enum fit_class best, unsigned set)
{
    return (struct fit){ .cls = best, .set = set, .exponent = NAN, .exponent_low = NAN,
                         .exponent_high = NAN };
}

/* Classes are in order of growth: only larger ones are exceeded, and a class is
 * within itself. */
static void single_classes(void **state)
{
    (void)state;
    for (int a = FIT_1; a <= FIT_EXP; a++) {
        struct limit limit;
        assert_true(limit_parse(fit_class_name((enum fit_class)a), &limit));
        for (int b = FIT_1; b <= FIT_EXP; b++) {
            const struct fit fit = fit_of((enum fit_class)b, 1u << b);
            assert_int_equal(limit_judge(&limit, &fit), b > a ? LIMIT_EXCEEDED : LIMIT_KEPT);
        }
    }
}

/* Whatever else is possible: exceeded only if all is beyond; kept only if the best is
 * not beyond and nothing is by more than a factor of log n. */
static void sets_of_classes(void **state)
{
    (void)state;
    for (int a = FIT_1; a <= FIT_EXP; a++)
        for (int b = FIT_1; b <= FIT_EXP; b++)
            for (int c = FIT_1; c <= FIT_EXP; c++) {
                struct limit limit;
                assert_true(limit_parse(fit_class_name((enum fit_class)a), &limit));
                const struct fit fit = fit_of((enum fit_class)b, 1u << b | 1u << c);
                enum limit_verdict verdict = limit_judge(&limit, &fit);
                assert_true((verdict == LIMIT_EXCEEDED) == (b > a && c > a));
                if (b > a && c <= a)
                    assert_int_equal(verdict, LIMIT_UNCLEAR);
                if (b <= a && c <= a)
                    assert_int_equal(verdict, LIMIT_KEPT);
                if (b <= a && c > a + 2)
                    assert_int_equal(verdict, LIMIT_UNCLEAR);
            }
    struct limit n;
    assert_true(limit_parse("n", &n));
    const struct fit nearby = fit_of(FIT_N, 1u << FIT_N | 1u << FIT_NLOGN);
    const struct fit far = fit_of(FIT_N, 1u << FIT_N | 1u << FIT_N15);
    assert_int_equal(limit_judge(&n, &nearby), LIMIT_KEPT);
    assert_int_equal(limit_judge(&n, &far), LIMIT_UNCLEAR);
}

static void powers(void **state)
{
    struct limit limit, other;
    struct fit fit = fit_of(FIT_POWER, 1u << FIT_POWER);
    (void)state;
    fit.exponent = 1.3;
    fit.exponent_low = 1.2;
    fit.exponent_high = 1.4;
    assert_true(limit_parse("n^1.5", &limit));
    assert_int_equal(limit_judge(&limit, &fit), LIMIT_KEPT);
    limit = limit_of_power(1.3);
    assert_int_equal(limit_judge(&limit, &fit), LIMIT_UNCLEAR);
    limit = limit_of_power(1.1);
    assert_int_equal(limit_judge(&limit, &fit), LIMIT_EXCEEDED);
    assert_true(limit_of_fit(&fit, &limit));
    assert_int_equal(limit_judge(&limit, &fit), LIMIT_KEPT);
    fit.exponent_high = NAN;
    limit = limit_of_power(1.5);
    assert_int_equal(limit_judge(&limit, &fit), LIMIT_UNCLEAR);
    fit = fit_of(FIT_NONE, 0);
    assert_int_equal(limit_judge(&limit, &fit), LIMIT_UNCLEAR);
    assert_false(limit_of_fit(&fit, &limit));
    assert_true(limit_parse(" n  log\tn ", &limit) && limit_parse("nlogn", &other));
    assert_string_equal(limit.name, other.name);
    for (const char *const *bad = (const char *const[]){ "", "n!", "n^", "n^-1", "n^x", "n^101",
                                                         "n^1e9", "m", "n^0x2", NULL }; *bad; bad++)
        assert_false(limit_parse(*bad, &limit));
}

/* What a fit allowed, it does not exceed itself. */
static void own_limit(void **state)
{
    (void)state;
    for (int b = FIT_1; b <= FIT_EXP; b++)
        for (unsigned set = 0; set < 1u << (FIT_EXP + 1); set += 2) {
            struct limit limit;
            const struct fit fit = fit_of((enum fit_class)b, set);
            assert_true(limit_of_fit(&fit, &limit));
            assert_int_equal(limit_judge(&limit, &fit), LIMIT_KEPT);
        }
}

static struct target_key key(char *build, char *file, char *name, uint32_t line)
{
    return (struct target_key){ .build = build, .file = file, .name = name, .function = name,
                                .line = line, .kind = ALOG_LOOP };
}

static void matching(void **state)
{
    char one[] = "1", two[] = "2", three[] = "3", a[] = "src/a.c", moved[] = "/home/x/a.c",
         b[] = "b.c", f[] = "f", g[] = "g";
    const struct target_key before[] = { key(one, a, f, 30), key(one, a, f, 10), key(one, b, g, 5) };
    const struct target_key after[] = { key(two, moved, f, 12), key(two, moved, f, 40),
                                        key(two, moved, f, 50), key(three, b, g, 9),
                                        key(two, b, g, 7), key(two, b, f, 8) };
    const struct target_key *x[] = { &before[0], &before[1], &before[2] };
    const struct target_key *y[] = { &after[0], &after[1], &after[2],
                                     &after[3], &after[4], &after[5] };
    size_t of[6];
    (void)state;
    assert_int_equal(match_targets(x, 3, y, 6, of), 0);
    assert_int_equal(of[0], 1);         /* by the order of lines */
    assert_int_equal(of[1], 0);
    assert_true(of[2] == MATCH_NONE);   /* there were two only */
    assert_int_equal(of[3], 2);         /* in each build */
    assert_int_equal(of[4], 2);
    assert_true(of[5] == MATCH_NONE);
}

static void bound_names(void **state)
{
    char none[] = "", file[] = "lib/hash.c", name[] = "find#2", function[] = "ns::find";
    const struct target_key k = { .build = none, .file = file, .name = name, .function = function,
                                  .line = 41, .kind = ALOG_LOOP };
    (void)state;
    for (const char *const *good = (const char *const[]){ "find#2", "find*", "*", "ns::find",
                                                          "hash.c:41", "lib/hash.c:41",
                                                          "hash.c:find*", "hash.c:*", NULL };
         *good; good++)
        assert_true(bounds_target_is(*good, &k));
    for (const char *const *bad = (const char *const[]){ "find", "ash.c:41", "hash.c:4", "hash.c:",
                                                         ":41", "x/hash.c:41", "hash.c:fin", "", NULL };
         *bad; bad++)
        assert_false(bounds_target_is(*bad, &k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_classes),
        cmocka_unit_test(sets_of_classes),
        cmocka_unit_test(powers),
        cmocka_unit_test(own_limit),
        cmocka_unit_test(matching),
        cmocka_unit_test(bound_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

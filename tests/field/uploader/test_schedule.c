/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When the uploader sends and tries again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "schedule.h"

#define NOW 1000000000          /* Sun, 09 Sep 2001 01:46:40 GMT */

static void delays_double(void **state)
{
    static const int64_t minutes[] = { 15, 30, 60, 120, 240, 480, 480, 480 };
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(schedule_delay(i + 1, 0.5), minutes[i] * 60);
        assert_int_equal(schedule_delay(i + 1, 0), minutes[i] * 45);
        assert_in_range(schedule_delay(i + 1, 0.999999), minutes[i] * 74, minutes[i] * 75);
    }
    assert_int_equal(schedule_delay(UINT32_MAX, 0.5), 8 * 3600);
    assert_int_equal(SCHEDULE_RETRIES, 6);
}

static void retry_after(void **state)
{
    static const struct { const char *value; int64_t wait; } cases[] = {
        { "0", 0 }, { "120", 120 }, { " 120 \r\n", 120 }, { "86400", 86400 }, { "86401", 86400 },
        { "99999999999999999999999999", 86400 },
        { "Sun, 09 Sep 2001 01:48:40 GMT", 120 }, { "Sunday, 09-Sep-01 01:48:40 GMT", 120 },
        { "Sun Sep  9 01:48:40 2001", 120 }, { "Sun, 09 Sep 2001 01:46:39 GMT", 0 },
        { "Fri, 31 Dec 2100 23:59:59 GMT", 86400 },
        { "", -1 }, { "soon", -1 }, { "-5", -1 }, { "12x", -1 }, { "1.5", -1 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(schedule_retry_after(cases[i].value, NOW), cases[i].wait);
}

/* In any minute there are at most fifteen, however they are asked for; and no time is
 * lost: that which waits goes in the first second it may. */
static void fifteen_a_minute(void **state)
{
    struct schedule_recent recent = { 0 };
    int64_t times[400], now = NOW;
    (void)state;
    srandom(1);
    for (int i = 0; i < 400; i++) {
        now += random() % 4 ? 0 : random() % 30;
        int64_t wait = schedule_recent_wait(&recent, now);
        assert_in_range(wait, 0, 61);
        assert_true(wait == 0 || schedule_recent_wait(&recent, now + wait - 1) > 0);
        now += wait;
        assert_int_equal(schedule_recent_wait(&recent, now), 0);
        schedule_recent_add(&recent, now);
        times[i] = now;
        assert_true(i < 15 || times[i] - times[i - 15] > 60);
    }
}

/* The clock was put back: nobody waits for years. */
static void clock_put_back(void **state)
{
    struct schedule_recent recent = { 0 };
    (void)state;
    for (int i = 0; i < 15; i++)
        schedule_recent_add(&recent, NOW);
    assert_int_equal(schedule_recent_wait(&recent, NOW - 1000000), 0);
    assert_false(schedule_is_due(NOW + 1, NOW));
    assert_false(schedule_is_due(NOW + 86400, NOW));
    assert_true(schedule_is_due(NOW, NOW));
    assert_true(schedule_is_due(0, NOW));
    assert_true(schedule_is_due(NOW + 10 * 86400, NOW));
    assert_true(schedule_is_due(INT64_MAX, NOW));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delays_double),
        cmocka_unit_test(retry_after),
        cmocka_unit_test(fifteen_a_minute),
        cmocka_unit_test(clock_put_back),
    };
    return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}

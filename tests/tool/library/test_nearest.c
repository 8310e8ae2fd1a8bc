/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The word that a mistyped one meant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "common/nearest.h"

static const char *nearest_of(const char *typed, size_t far, const char *const *words)
{
    struct nearest nearest = nearest_begin(typed, far);
    for (; *words; words++)
        nearest_try(&nearest, *words);
    return nearest.found;
}

static void fewest_letters(void **state)
{
    static const char *const words[] = { "report", "merge", "find", NULL };
    (void)state;
    assert_string_equal(nearest_of("fnid", 3, words), "find");          /* two changed */
    assert_string_equal(nearest_of("reprt", 3, words), "report");       /* one put in */
    assert_string_equal(nearest_of("merges", 3, words), "merge");       /* one taken out */
    assert_string_equal(nearest_of("find", 3, words), "find");
    assert_null(nearest_of("fi", 2, words));
    assert_string_equal(nearest_of("fin", 2, words), "find");
}

static void far_words(void **state)
{
    static const char *const words[] = { "abcdef", "", "x", NULL };
    (void)state;
    assert_null(nearest_of("abcxyz", 3, words));
    assert_string_equal(nearest_of("abcxyz", 4, words), "abcdef");
    assert_null(nearest_of("y", 4, words));     /* all of its letters would change */
    assert_null(nearest_of("", 4, words));
}

/* A C++ name has more letters than a command; one of 128 and more is not compared. */
static void long_words(void **state)
{
    char longest[128], longer[129], typed[129];
    const char *const words[] = { longest, longer, NULL };
    (void)state;
    memset(longest, 'n', 127);
    memset(longer, 'n', 128);
    memset(typed, 'n', 128);
    longest[127] = longer[128] = typed[128] = '\0';
    assert_null(nearest_of(typed, 4, words));
    typed[127] = '\0';
    assert_ptr_equal(nearest_of(typed, 4, words), longest);
    typed[126] = '\0';
    assert_ptr_equal(nearest_of(typed, 4, words), longest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewest_letters),
        cmocka_unit_test(far_words),
        cmocka_unit_test(long_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

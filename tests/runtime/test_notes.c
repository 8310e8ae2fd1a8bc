/* SPDX-License-Identifier: MIT
 *
 * How many targets the files of a program have, by their notes (core/modules.c). */
#include "arch/machine.h"
#include "core/lock.h"
#include "core/modules.h"
#include <algoprof/rt_abi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#define NOTE_OF(name, length_of_name, type, length, desc)                                               \
    __asm__(".pushsection .note.algoprof,\"a\",@note\n\t.balign 4\n\t.long " length_of_name ", " length ", " type "\n\t" \
            ".asciz \"" name "\"\n\t.balign 4\n\t" desc "\n\t.balign 4\n\t.popsection")
#define NOTE(type, length, desc) NOTE_OF("algoprof", "9", type, length, desc)

NOTE("3", "4", ".long 5");
NOTE("2", "4", ".asciz \"app\"");       /* of another type */
NOTE("3", "4", ".long 7");
NOTE("3", "2", ".short 100");           /* too short to say anything */
NOTE("3", "4", ".long 30");
NOTE_OF("other", "6", "3", "4", ".long 1234");  /* by another name: a build id has this type */

void rt_keep_all(void (*f)(void *), void *data)
{
    f(data);
}

void rt_hold_signals(struct rt_held *held)
{
    (void)held;
}

void rt_let_signals(const struct rt_held *held)
{
    (void)held;
}

unsigned rt_wait_turn(unsigned turn)
{
    return turn + 1;
}

static void all_files(void **state)
{
    (void)state;
    assert_int_equal(rt_modules_targets(), 42);
}

/* The others are found beside them. */
static void other_types(void **state)
{
    uint32_t len;
    (void)state;
    const char *app = rt_module_note(&all_files, ALGOPROF_NOTE, ALGOPROF_NOTE_SPOOL, &len);
    assert_non_null(app);
    assert_int_equal(len, 4);
    assert_string_equal(app, "app");
    const uint32_t *other = rt_module_note(&all_files, "other", ALGOPROF_NOTE_TARGETS, &len);
    assert_non_null(other);
    assert_int_equal(*other, 1234);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(all_files), cmocka_unit_test(other_types) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

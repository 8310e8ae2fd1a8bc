/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Source files by debugging information: a program is opened once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "report/source_elf.h"

static const char name[] = "tests/tool/library/test_source.c";

static void copy_self(char *path)
{
    char bytes[4096];
    size_t n;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *in = fopen("/proc/self/exe", "re"), *out = fdopen(fd, "w");
    assert_true(in && out);
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
        assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

static bool is_there(const char *path)
{
    return access(path, R_OK) == 0;
}

static void expect_found(struct elf_set *set, const char *program)
{
    char *found = source_by_dwarf(set, program, "", name, is_there);
    assert_non_null(found);
    assert_string_equal(found + strlen(found) - strlen(name), name);
    free(found);
}

static void test_opened_once(void **state)
{
    char program[] = "/tmp/test_source.XXXXXX";
    struct elf_set *set = elf_set_new(NULL);
    (void)state;
    assert_non_null(set);
    copy_self(program);
    expect_found(set, program);
    unlink(program);
    expect_found(set, program);     /* which nobody could open now */
    assert_null(source_by_dwarf(set, program, "00", name, is_there));
    assert_null(source_by_dwarf(set, program, "", "no-such.c", is_there));
    assert_null(source_by_dwarf(set, "/nowhere", "", name, is_there));
    elf_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_opened_once) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

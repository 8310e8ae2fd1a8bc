/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names of targets from demangled ones; texts of perf script and gprof. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "binary/hot_functions.h"

static void names(void **state)
{
    static const char *const pairs[][2] = {
        { "main", "main" },
        { "find.constprop.0", "find" },
        { "ns::Word::length() const", "ns::Word::length" },
        { "(anonymous namespace)::Word::length() const", "Word::length" },
        { "void sort<int*, less<int> >(int*, int*)", "sort" },
        { "Map<std::string, int>::insert(int)", "Map::insert" },
        { "ns::X::operator()(int) const", "ns::X::operator()" },
        { "bool operator< <int>(A<int>)", "operator< <int>" },
        { "main::{lambda(int)#1}::operator()(int) const", "main::lambda" },
        { "count(int)::{lambda(int)#1}::operator()(int) const", "count::lambda" },
        { "count(int)::<lambda(int)>::operator()", "count::lambda" },
        { "int ns::X<int>::f(A<int>, char const*) const::{lambda()#2}::operator()() const", "ns::X::f::lambda" },
        { "f()::{lambda()#1}::operator()() const::{lambda(int)#1}::operator()(int) const", "lambda" },
        { "X::operator()(int)::{lambda()#1}::operator()() const", "lambda" },
        { "int apply<count(int)::{lambda(int)#1}>(count(int)::{lambda(int)#1}, int)", "apply" },
        { "ns::f(A<int>, char const*)::helper::go(int (*)(int))", "ns::f::helper::go" },
        { "my_operator(int)", "my_operator" },
        { "_ZN2ns1fEv", "_ZN2ns1fEv" },
        { "f [clone .part.0]", "f" },
        { "memcpy@plt", "memcpy" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char name[100];
        hot_target_name(pairs[i][0], name);
        assert_string_equal(name, pairs[i][1]);
    }
}

static int read_text(const char *text, struct hot *hot)
{
    struct err err;
    char copy[4096];
    strcpy(copy, text);
    FILE *in = fmemopen(copy, strlen(copy), "r");
    assert_non_null(in);
    int result = hot_read(in, hot, &err);
    fclose(in);
    return result;
}

static void is_function(const struct hot *hot, size_t i, const char *name, double share)
{
    assert_true(i < hot->n);
    assert_string_equal(hot->list[i].name, name);
    assert_true(hot->list[i].self > share - 1e-9 && hot->list[i].self < share + 1e-9);
}

/* Samples with one frame in their line, and with chains: the innermost counts. */
static void perf(void **state)
{
    struct hot hot;
    (void)state;
    assert_int_equal(read_text(
        "# a comment: with: colons\n"
        "   prog 11 1.5:   250000 cpu-clock:ppp:   55aa slow+0x2e (/home/x/prog)\n"
        "   prog 11 1.6:   250000 cpu-clock:ppp:   55ab slow+0x2f (/home/x/prog)\n"
        "my prog 11/12 [001] 1.7: 1 cycles:u: \n"
        "\t    55ac ns::f(int, char)+0x1 (/home/x/prog)\n"
        "\t    55ad slow+0x3 (/home/x/prog)\n"
        "\n"
        "prog 11 1.8: 1 cycles:u: \n"
        "\tffffffff81 clear_page+0x1 ([kernel.kallsyms])\n"
        "\t    55ad slow+0x3 (/home/x/prog)\n"
        "\n", &hot), 0);
    assert_int_equal(hot.n, 2);
    is_function(&hot, 0, "slow", 0.5);
    is_function(&hot, 1, "ns::f", 0.25);
    assert_true(hot.elsewhere > 0.2499 && hot.elsewhere < 0.2501);
    hot_free(&hot);
}

static void flat_profile(void **state)
{
    struct hot hot;
    (void)state;
    assert_int_equal(read_text(
        "Flat profile:\n\nEach sample counts as 0.01 seconds.\n"
        "  %   cumulative   self              self     total           \n"
        " time   seconds   seconds    calls  ms/call  ms/call  name    \n"
        " 75.00      0.36     0.36       40     9.01     9.01  slow(int)\n"
        " 25.00      0.48     0.12                             fast\n"
        "  0.00      0.48     0.00      400     0.00     0.00  idle\n\n"
        " %         the percentage of the total running time of the\ntime       program\n"
        "                        Call graph\n"
        " 99 98 97 nobody\n", &hot), 0);
    assert_int_equal(hot.n, 3);
    is_function(&hot, 0, "slow", 0.75);
    is_function(&hot, 1, "fast", 0.25);
    is_function(&hot, 2, "idle", 0);
    hot_free(&hot);
}

static void no_samples(void **state)
{
    static const char *const texts[] = { "\n", "what is this\n", "a: b: c\n\n   xyz (f)\n",
                                         "Flat profile:\n\n no time accumulated\n",
                                         "a 1 2: 3 e: 55 (/x\n", "a 1 2: 3 e: 55 (\n", "(\n)\n",
                                         ": : )\n", "p 1 1: 1 c: \n )\n (x)\n 55 (x)\n" };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct hot hot;
        assert_int_equal(read_text(texts[i], &hot), -1);
        hot_free(&hot);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(perf),
        cmocka_unit_test(flat_profile),
        cmocka_unit_test(no_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * The log's file: its name, bounds, what cannot be written, what is not in it;
 * and the variables. */
#include "run.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static struct run run;
static struct walk walk;

static void done(void)
{
    walk_close(&walk);
    run_clean(&run);
}

/* The program must run as if nothing was. */
static void check_silent(unsigned logs)
{
    assert_int_equal(run.status, 0);
    assert_string_equal(run.err, "");
    assert_string_equal(run.out, "");
    assert_int_equal(run.logs, logs);
}

static void default_name(void **state)
{
    struct stat st;
    (void)state;
    run_subject(&run, "alphas 10", "ALGOPROF_LOG=");
    check_silent(1);
    assert_non_null(strstr(run.log[0], "/algoprof.subject."));
    assert_non_null(strstr(run.log[0], ".aplog"));
    assert_int_equal(stat(run.log[0], &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    run_clean(&run);
}

static void directives(void **state)
{
    (void)state;
    run_subject(&run, "alphas 10", "ALGOPROF_LOG=a%%b.%e.%u.%t.%h");
    check_silent(1);
    assert_non_null(strstr(run.log[0], "/a%b.subject."));
    run_clean(&run);
}

static void off(void **state)
{
    (void)state;
    run_subject(&run, "alphas 1000", "ALGOPROF_LOG=off");
    check_silent(0);
    run_clean(&run);
}

static void unwritable_folder(void **state)
{
    (void)state;
    run_subject(&run, "alphas 1000", "ALGOPROF_LOG=/no/such/folder/x.aplog");
    check_silent(0);
    run_clean(&run);
    run_subject(&run, "alphas 1000", "ALGOPROF_LOG=/proc/x.aplog");
    check_silent(0);
    run_clean(&run);
}

/* The last folder of the path is made, with its name's directives. */
static void makes_its_folder(void **state)
{
    char path[128];
    struct stat st;
    (void)state;
    run_subject(&run, "alphas 10", "ALGOPROF_LOG=new-%e/x.aplog");
    assert_int_equal(run.status, 0);
    assert_string_equal(run.err, "");
    snprintf(path, sizeof path, "%s/new-subject/x.aplog", run.folder);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    unlink(path);
    *strrchr(path, '/') = '\0';
    assert_int_equal(rmdir(path), 0);
    run_clean(&run);
    run_subject(&run, "alphas 10", "ALGOPROF_LOG=two/levels/x.aplog");
    check_silent(0);
    snprintf(path, sizeof path, "%s/two", run.folder);
    assert_int_equal(stat(path, &st), -1);
    run_clean(&run);
}

/* A link or a file that is there is never written to. */
static void plant_link(void)
{
    if (symlink("victim", "x.aplog"))
        _exit(126);
}

static void links_are_not_followed(void **state)
{
    (void)state;
    run_before_exec = plant_link;
    run_subject(&run, "alphas 10", "ALGOPROF_LOG=x.aplog");
    run_before_exec = NULL;
    check_silent(2);
    assert_non_null(strstr(run.log[1], "/x.aplog.1"));
    run_clean(&run);
}

static void limit_to(rlim_t bytes)
{
    struct rlimit limit = { bytes, bytes };
    setrlimit(RLIMIT_FSIZE, &limit);
}

static void limit_below_first(void)
{
    limit_to((64 << 10) - 1);
}

/* Less than it has at first is allowed: no log. */
static void file_size_limit(void **state)
{
    (void)state;
    run_before_exec = limit_below_first;
    run_subject(&run, "large 5000 0", "ALGOPROF_RATE=1");
    run_before_exec = NULL;
    check_silent(0);
    run_clean(&run);
}

static void limit_two_steps(void)
{
    limit_to(2500000);
}

static unsigned stops(void)
{
    unsigned n = 0;
    for (unsigned i = 0; i < walk.events; i++)
        n += walk.event[i].kind == ALOG_E_STOPPED;
    return n;
}

/* Two steps are: sampling stops there, counting goes on. */
static void check_stopped(void)
{
    run_open(&run, 0, &walk);
    assert_true(stops() > 0);
    assert_int_equal(walk.site[0].instances, 5000);
    assert_int_equal(walk.site[0].cost, 2500000);
    assert_int_equal(walk.commit.state, ALOG_FINISHED);
    walk_close(&walk);
}

static void file_size_limit_later(void **state)
{
    (void)state;
    run_before_exec = limit_two_steps;
    run_subject(&run, "large 5000 0", "ALGOPROF_RATE=1");
    run_before_exec = NULL;
    check_silent(1);
    check_stopped();
    run_clean(&run);
}

static void limit_to_step(void)
{
    limit_to(ALOG_STEP);
}

/* A short process needs no more than a log has at first. */
static void first_size_does(void **state)
{
    (void)state;
    run_before_exec = limit_to_step;
    run_subject(&run, "both", "ALGOPROF_RATE=1000000000");
    run_before_exec = NULL;
    check_silent(1);
    run_open(&run, 0, &walk);
    assert_int_equal(walk.sites, 2);
    assert_int_equal(walk.instances, 4);
    assert_int_equal(walk.events, 0);
    walk_close(&walk);
    run_clean(&run);
}

static void little_address_space(void)
{
    struct rlimit limit = { 100 << 20, 100 << 20 };
    setrlimit(RLIMIT_AS, &limit);
}

static void address_space_limit(void **state)
{
#ifndef __SANITIZE_ADDRESS__
    (void)state;
    run_before_exec = little_address_space;
    run_one(&run, &walk, "large 500 0", "ALGOPROF_RATE=1");
    run_before_exec = NULL;
    assert_int_equal(walk.instances, 500);
    done();
#else
    (void)state;
    (void)little_address_space;
#endif
}

/* A file system of 2 MiB, where we may mount one. */
static void full_disk(void **state)
{
    char disk[] = "/tmp/algoprof-disk-XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(disk));
    if (mount("tmpfs", disk, "tmpfs", 0, "size=2200k")) {
        rmdir(disk);
        print_message("# full_disk: only root may mount a small disk\n");
        skip();
    }
    run_prefix = disk;
    run_subject(&run, "large 5000 0", "ALGOPROF_RATE=1");
    bool silent = !run.status && !run.err[0] && run.logs == 1;
    if (silent)
        check_stopped();
    run_clean(&run);
    run_prefix = NULL;
    umount(disk);
    rmdir(disk);
    assert_true(silent);
}

/* In memory it begins with less, which does for some pairs. */
static void little_memory(void **state)
{
    char disk[] = "/tmp/algoprof-memory-XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(disk));
    if (mount("tmpfs", disk, "tmpfs", 0, "size=72k")) {
        rmdir(disk);
        print_message("# little_memory: only root may mount a small disk\n");
        skip();
    }
    run_prefix = disk;
    run_subject(&run, "both", "ALGOPROF_RATE=1");
    bool logged = !run.status && !run.err[0] && run.logs == 1, told = false;
    if (logged) {
        run_open(&run, 0, &walk);
        told = walk.instances && !stops();
    }
    run_clean(&run);
    run_prefix = NULL;
    umount(disk);
    rmdir(disk);
    assert_true(logged && told);
}

/* Near the end of its share a target is thinned, then it stops. */
static void check_bounded(const char *args, const char *env, uint64_t max, uint64_t share)
{
    uint64_t bytes = 0, thinned = 0, stopped = 0;
    run_one(&run, &walk, args, env);
    assert_true(walk.size <= max);
    for (unsigned i = 0; i < walk.instances; i++) {
        const struct alog_instance *in = &walk.instance[i].i;
        bytes += sizeof(struct alog_block) + sizeof *in + in->set_bytes;
        /* Of alpha and of beta, whatever is left of the set. */
        assert_true(in->rms == 1500 || in->rms == 1);
        assert_int_equal(in->flags & ALOG_I_UNSEEN, 0);
    }
    for (unsigned i = 0; i < walk.events; i++) {
        thinned += walk.event[i].kind == ALOG_E_THINNED;
        stopped += walk.event[i].kind == ALOG_E_STOPPED;
    }
    assert_true(bytes <= share);
    assert_true(bytes >= share / 2);
    assert_int_equal(thinned, 3);
    assert_int_equal(stopped, 1);
    for (unsigned i = 0; i < walk.sites; i++)
        if (!strcmp(walk.site[i].name, "alpha")) {
            assert_int_equal(walk.site[i].instances, 9000);
            assert_int_equal(walk.site[i].cost, 4500000);
        }
    done();
}

/* 64 KiB are for counters, a sixteenth of a large log, what 48 KiB leave of a small one. */
static void bounded_alone(void **state)
{
    (void)state;
    check_bounded("large 9000 0", "ALGOPROF_RATE=2 ALGOPROF_MAX_LOG=2M", 2 << 20, (2 << 20) / 16 * 15);
    check_bounded("large 9000 0", "ALGOPROF_RATE=2 ALGOPROF_MAX_LOG=256K", 256 << 10, 192 << 10);
    check_bounded("large 9000 0", "ALGOPROF_RATE=2 ALGOPROF_MAX_LOG=64K", 64 << 10, 48 << 10);
}

static void bounded_to_a_quarter(void **state)
{
    (void)state;
    check_bounded("large 9000 1", "ALGOPROF_RATE=2 ALGOPROF_MAX_LOG=4M", 4 << 20, 1 << 20);
}

/* Thinned sets are samples of the whole: their estimate is right on average. */
static void thinned_sets_estimate(void **state)
{
    double sum = 0;
    unsigned n = 0;
    (void)state;
    run_one(&run, &walk, "large 9000 0", "ALGOPROF_RATE=2 ALGOPROF_MAX_LOG=2M");
    for (unsigned i = 0; i < walk.instances; i++)
        if (walk.instance[i].i.thin == 1) {
            sum += 2.0 * (double)walk_cells(&walk.instance[i], NULL, 0);
            assert_int_equal(walk.instance[i].i.rms, 1500);
            n++;
        }
    assert_true(n > 20);
    assert_true(sum / n > 1200 && sum / n < 1800);  /* one sample of lines: sd 67 */
    done();
}

static void no_descriptor_is_left(void **state)
{
    (void)state;
    run_subject(&run, "files", "ALGOPROF_RATE=1");
    check_silent(1);
    run_clean(&run);
}

static void errno_is_kept(void **state)
{
    (void)state;
    run_subject(&run, "errno", "ALGOPROF_RATE=1 ALGOPROF_LOG=errno.aplog");
    check_silent(0);
    run_clean(&run);
}

/* Who cuts the log loses it, and disturbs nobody; it does not grow again. */
static void cut_from_outside(void **state)
{
    static const char *const args[] = { "cut 0", "cut 4096", "cut 5000" };
    static const char *const envs[] = { "ALGOPROF_LOG=cut.aplog", "ALGOPROF_LOG=cut.aplog ALGOPROF_RATE=1 ALGOPROF_BUDGET=0" };
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        struct stat st;
        run_subject(&run, args[i / 2], envs[i % 2]);
        check_silent(1);
        assert_int_equal(stat(run.log[0], &st), 0);
        assert_int_equal(st.st_size, i / 2 ? i / 2 == 1 ? 4096 : 5000 : 0);
        run_clean(&run);
    }
}

/* No eight bytes of the log are an address of the process. */
static void no_addresses(void **state)
{
    (void)state;
    run_subject(&run, "maps", "ALGOPROF_RATE=1");
    assert_int_equal(run.status, 0);
    run_open(&run, 0, &walk);
    assert_int_equal(walk.instances, 200);
    for (char *line = strtok(run.out, "\n"); line; line = strtok(NULL, "\n")) {
        unsigned long long from, to;
        assert_int_equal(sscanf(line, "%llx-%llx", &from, &to), 2);
#ifdef __SANITIZE_ADDRESS__
        if (from < 0x550000000000 || from >> 40 >> 3 == 0x60 >> 3)
            continue;           /* the sanitizer's own: terabytes, any number lies there */
#endif
        for (size_t i = 0; i + 8 <= walk.size; i++) {
            uint64_t word;
            memcpy(&word, walk.data + i, 8);
            assert_false(word >= from && word < to);
        }
    }
    done();
}

/* A malformed value is as if unset; told at exit only if asked to. */
static void malformed_variables(void **state)
{
    static const char *const values[] = { "RATE=0", "RATE=-1", "RATE=abc", "RATE=1x", "PAIRS=0", "PAIRS=2000000",
                                          "BUDGET=-1", "BUDGET=1.", "MAX_LOG=12x", "MAX_LOG=9T", "SEED=x",
                                          "LOG=%q", "RATE=99999999999" };
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char env[128], name[32];
        snprintf(env, sizeof env, "ALGOPROF_%s", values[i]);
        run_subject(&run, "alphas 100", env);
        check_silent(1);
        run_open(&run, 0, &walk);
        assert_int_equal(walk.header.rate, ALOG_RATE_UNSET);
        assert_int_equal(walk.header.pairs, 8192);
        assert_int_equal(walk.header.max_log, 64 << 20);
        assert_int_equal(walk.header.flags, strncmp(values[i], "BUDGET", 6) ? 0 : ALOG_H_BUDGET_ENFORCED);
        done();
        snprintf(env, sizeof env, "ALGOPROF_%s ALGOPROF_VERBOSE=1", values[i]);
        snprintf(name, sizeof name, " ALGOPROF_%.*s\n", (int)strcspn(values[i], "="), values[i]);
        run_subject(&run, "alphas 100", env);
        assert_non_null(strstr(run.err, name));
        assert_ptr_equal(strchr(run.err, '\n'), run.err + strlen(run.err) - 1);
        run_clean(&run);
    }
}

static void options_are_logged(void **state)
{
    static const char *const less[] = { "ALGOPROF_MAX_LOG=0", "ALGOPROF_MAX_LOG=1", "ALGOPROF_MAX_LOG=63K" };
    (void)state;
    run_one(&run, &walk, "alphas 10", "ALGOPROF_BUDGET=2.5 ALGOPROF_RATE=auto ALGOPROF_MAX_LOG=128K");
    assert_int_equal(walk.header.rate, ALOG_RATE_AUTO);
    assert_int_equal(walk.header.max_log, 131072);
    for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
        done();
        run_one(&run, &walk, "alphas 10", less[i]);
        assert_int_equal(walk.header.max_log, 65536);
    }
    done();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_name),
        cmocka_unit_test(directives),
        cmocka_unit_test(off),
        cmocka_unit_test(unwritable_folder),
        cmocka_unit_test(makes_its_folder),
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(file_size_limit),
        cmocka_unit_test(file_size_limit_later),
        cmocka_unit_test(first_size_does),
        cmocka_unit_test(address_space_limit),
        cmocka_unit_test(full_disk), cmocka_unit_test(little_memory),
        cmocka_unit_test(bounded_alone),
        cmocka_unit_test(bounded_to_a_quarter),
        cmocka_unit_test(thinned_sets_estimate),
        cmocka_unit_test(no_descriptor_is_left),
        cmocka_unit_test(errno_is_kept),
        cmocka_unit_test(cut_from_outside),
        cmocka_unit_test(no_addresses),
        cmocka_unit_test(malformed_variables),
        cmocka_unit_test(options_are_logged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

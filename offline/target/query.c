/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/query.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DAY 86400
#define OLDEST (400 * (int64_t)DAY)     /* a log that lay on a user's disk */

int64_t query_time(uint64_t start, int64_t changed)
{
    int64_t latest = changed + DAY, earliest = changed - OLDEST;
    return start <= INT64_MAX && (int64_t)start <= latest && (int64_t)start >= earliest
               ? (int64_t)start : changed;
}

static bool is_wanted(const struct query *q, const struct log_points *log, const struct point *p)
{
    const char *build = log->targets[p->target].key.build;
    if (q->build && strncmp(build, q->build, strlen(q->build)) != 0)
        return false;
    return !q->label || (p->label && strcmp(p->label, q->label) == 0);
}

/* Opaque calls are told of targets, not of points. */
static void drop_opaque(struct log_points *log)
{
    size_t at = 0;
    for (size_t i = 0; i < log->n_targets; i++) {
        struct log_target *t = &log->targets[i];
        while (at < log->n_points && log->points[at].target < i)
            at++;
        if (at < log->n_points && log->points[at].target == i)
            continue;
        for (size_t k = 0; k < t->n_opaque && !log->shares_texts; k++)
            free(t->opaque[k].name);
        t->n_opaque = 0;
    }
}

bool query_select(const struct query *q, struct log_points *log)
{
    size_t kept = 0;
    if (log->time < q->since)
        return false;
    if (!q->build && !q->label)
        return true;
    for (size_t i = 0; i < log->n_points; i++) {
        struct point *p = &log->points[i];
        if (is_wanted(q, log, p))
            log->points[kept++] = *p;
        else
            point_free(p);
    }
    log->n_points = kept;
    drop_opaque(log);
    return kept > 0;
}

/* A number and its unit, before now. */
static int parse_span(const char *text, int64_t now, int64_t *out)
{
    static const struct {
        char unit;
        int64_t seconds;
    } units[] = { { 'm', 60 }, { 'h', 3600 }, { 'd', DAY }, { 'w', 7 * DAY } };
    char *end;
    long n = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || n > 1000000 || !*end || end[1])
        return -1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (*end == units[i].unit) {
            *out = now - n * units[i].seconds;
            return 0;
        }
    return -1;
}

int query_parse_since(const char *text, int64_t now, int64_t *out)
{
    static const char *const forms[] = { "%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S" };
    if (parse_span(text, now, out) == 0)
        return 0;
    if (*text == '@') {
        char *end;
        long long seconds = strtoll(text + 1, &end, 10);
        *out = seconds;
        return text[1] >= '0' && text[1] <= '9' && !*end ? 0 : -1;
    }
    for (size_t i = 0; i < 3; i++) {
        struct tm tm = { 0 };
        const char *end = strptime(text, forms[i], &tm);
        if (end && !*end) {
            *out = timegm(&tm);
            return 0;
        }
    }
    return -1;
}

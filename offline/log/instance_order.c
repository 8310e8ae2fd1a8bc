/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/instance_order.h"

#include <stdlib.h>

static int compare_sampled(const void *a, const void *b)
{
    const struct sampled *x = a, *y = b;
    const struct alog_instance *i = &x->in->rec, *j = &y->in->rec;
    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    if (x->in->run != y->in->run)
        return x->in->run < y->in->run ? -1 : 1;
    if (i->order != j->order)
        return i->order < j->order ? -1 : 1;
    return (x->in > y->in) - (x->in < y->in);
}

struct sampled *sampled_sort(const struct log *log, const size_t *of)
{
    struct sampled *list = calloc(log->n_instances + 1, sizeof *list);
    if (!list)
        return NULL;
    for (size_t i = 0; i < log->n_instances; i++)
        list[i] = (struct sampled){ of[log->instances[i].site], &log->instances[i] };
    qsort(list, log->n_instances, sizeof *list, compare_sampled);
    return list;
}

struct half {
    const struct log_instance *in;
    size_t at;
};

static int compare_halves(const void *a, const void *b)
{
    const struct log_instance *i = ((const struct half *)a)->in;
    const struct log_instance *j = ((const struct half *)b)->in;
    const struct alog_instance *x = &i->rec, *y = &j->rec;
    if (i->run != j->run)
        return i->run < j->run ? -1 : 1;
    if (x->site != y->site)
        return x->site < y->site ? -1 : 1;
    if (x->pair != y->pair)
        return x->pair < y->pair ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->place != y->place)
        return (int)x->place - (int)y->place;
    return (x->index > y->index) - (x->index < y->index);
}

static bool are_pair(const struct log_instance *first, const struct log_instance *second)
{
    const struct alog_instance *a = &first->rec, *b = &second->rec;
    return first->run == second->run && a->site == b->site && a->pair == b->pair &&
           a->thread == b->thread && a->place == 0 && b->place == 1 && b->index == a->index + 1;
}

size_t *sampled_partners(const struct sampled *sampled, size_t n)
{
    size_t *partner = malloc((n + 1) * sizeof *partner);
    struct half *halves = calloc(n + 1, sizeof *halves);
    if (!partner || !halves) {
        free(partner);
        free(halves);
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        partner[i] = SIZE_MAX;
        halves[i] = (struct half){ sampled[i].in, i };
    }
    qsort(halves, n, sizeof *halves, compare_halves);
    for (size_t i = 1; i < n; i++)
        if (are_pair(halves[i - 1].in, halves[i].in))
            partner[halves[i].at] = halves[i - 1].at;
    free(halves);
    return partner;
}

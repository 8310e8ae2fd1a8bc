/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/dataset_most_targets.h"

#include <stdlib.h>
#include <string.h>

#define SEVERAL NULL            /* in place of a client's id */

/* A group as one among too many. */
struct rival {
    struct dataset_group *group;
    const uint8_t *sender;      /* the only one that has it, or SEVERAL */
    size_t logs;
    double cost;
};

static int compare_senders(const uint8_t *a, const uint8_t *b)
{
    return memcmp(a, b, sizeof((struct log_header *)0)->client);
}

static const uint8_t *sender_of(const struct dataset *set, const struct dataset_local *local)
{
    return set->logs[local->log]->header.client;
}

static bool has_several_senders(const struct dataset *set)
{
    for (size_t i = 1; i < set->n_logs; i++)
        if (compare_senders(set->logs[i]->header.client, set->logs[0]->header.client) != 0)
            return true;
    return false;
}

static struct rival make_rival(const struct dataset *set, const struct dataset_local *locals,
                               struct dataset_group *group)
{
    struct rival r = { group, sender_of(set, &locals[group->from]), group->to - group->from, 0 };
    for (size_t i = group->from; i < group->to; i++) {
        size_t n;
        const struct packed_point *p = dataset_local_points(set, &locals[i], &n);
        for (size_t k = 0; k < n; k++)
            r.cost += (double)p[k].cost;
        if (r.sender && compare_senders(sender_of(set, &locals[i]), r.sender) != 0)
            r.sender = SEVERAL;
    }
    return r;
}

/* Those that stay first; of equal ones the first by key. */
static int by_claim(const void *a, const void *b)
{
    const struct rival *x = a, *y = b;
    if (x->logs != y->logs)
        return x->logs > y->logs ? -1 : 1;
    if (x->cost < y->cost || x->cost > y->cost)
        return x->cost > y->cost ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

static int by_sender(const void *a, const void *b)
{
    const struct rival *x = a, *y = b;
    if (!x->sender || !y->sender)
        return !x->sender - !y->sender;
    int c = compare_senders(x->sender, y->sender);
    return c ? c : by_claim(a, b);
}

/* Leaves out what each sender alone has beyond its share; those that stay move to
 * the front.  How many they are. */
static size_t cut_shares(struct rival *rivals, size_t n)
{
    size_t kept = 0;
    qsort(rivals, n, sizeof *rivals, by_sender);
    for (size_t i = 0, from = 0; i < n; i++) {
        if (!rivals[i].sender || compare_senders(rivals[i].sender, rivals[from].sender) != 0)
            from = i;
        if (i - from < CROWD_SENDER)
            rivals[kept++] = rivals[i];
        else
            rivals[i].group->left_out = true;
    }
    return kept;
}

static void cut_rest(struct rival *rivals, size_t n)
{
    qsort(rivals, n, sizeof *rivals, by_claim);
    for (size_t i = CROWD_ALL; i < n; i++)
        rivals[i].group->left_out = true;
}

int dataset_crowd(struct dataset *set, const struct dataset_local *locals, struct dataset_group *groups, size_t n)
{
    if (n <= CROWD_SENDER)
        return 0;
    struct rival *rivals = malloc(n * sizeof *rivals);
    if (!rivals)
        return -1;
    for (size_t i = 0; i < n; i++)
        rivals[i] = make_rival(set, locals, &groups[i]);
    size_t kept = has_several_senders(set) ? cut_shares(rivals, n) : n;
    if (kept > CROWD_ALL)
        cut_rest(rivals, kept);
    free(rivals);
    for (size_t i = 0; i < n; i++)
        set->n_left_out += groups[i].left_out;
    return 0;
}

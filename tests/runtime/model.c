/* SPDX-License-Identifier: MIT */
#include "model.h"
#include <algoprof/log_format.h>
#include <stdio.h>
#include <stdlib.h>

void model_begin(struct model *m, const char *name)
{
    free(m->parent);
    free(m->done);
    *m = (struct model){ .name = name, .now = MODEL_NONE };
}

uint32_t model_call(struct model *m)
{
    if (m->calls == m->room) {
        m->room = m->room ? m->room * 2 : 1024;
        m->parent = realloc(m->parent, m->room * sizeof *m->parent);
        m->done = realloc(m->done, m->room * sizeof *m->done);
        if (!m->parent || !m->done)
            exit(1);
    }
    uint32_t around = m->now;
    m->parent[m->calls] = around;
    m->done[m->calls] = false;
    m->now = m->calls++;
    return around;
}

void model_return(struct model *m, uint32_t call)
{
    for (; m->now != call; m->now = m->parent[m->now])
        m->done[m->now] = true;
}

void model_sum_add(struct model_sum *s, uint64_t size, uint64_t cost)
{
    s->size_low = !s->count || size < s->size_low ? size : s->size_low;
    s->size_high = size > s->size_high ? size : s->size_high;
    s->cost_low = !s->count || cost < s->cost_low ? cost : s->cost_low;
    s->cost_high = cost > s->cost_high ? cost : s->cost_high;
    s->count++;
    s->size_sum += size;
    s->cost_sum += cost;
    s->squares += (unsigned __int128)cost * cost;
}

void model_sum_print(const struct model_sum *s)
{
    printf("%lu %lu %lu %lu %lu %lu %lu %a\n", s->size_low, s->size_high, s->count, s->size_sum, s->cost_low,
           s->cost_high, s->cost_sum, (double)s->squares);
}

struct node {
    uint64_t size, cost;
};

static int by_size_and_cost(const void *a, const void *b)
{
    const struct node *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->cost < y->cost ? -1 : x->cost > y->cost;
}

/* Children come after their parents. */
static void measure(const struct model *m, struct node *node)
{
    for (uint32_t i = m->calls; i-- > 0;) {
        node[i].size = node[i].size + 1;
        node[i].cost = node[i].cost + 1;
        if (m->parent[i] == MODEL_NONE)
            continue;
        struct node *around = &node[m->parent[i]];
        around->size = node[i].size > around->size ? node[i].size : around->size;
        around->cost += node[i].cost;
    }
}

static uint64_t longest(const struct model *m)
{
    uint64_t most = 0;
    uint32_t *depth = calloc(m->calls + 1, sizeof *depth);
    for (uint32_t i = 0; i < m->calls; i++) {
        depth[i] = m->parent[i] == MODEL_NONE ? 1 : depth[m->parent[i]] + 1;
        most = depth[i] > most ? depth[i] : most;
    }
    free(depth);
    return most;
}

static void print_rows(const struct node *node, uint32_t n, bool sums)
{
    for (uint32_t i = 0, next; i < n; i = next) {
        struct model_sum sum = { 0 };
        for (next = i; next < n; next++) {
            if (sums ? alog_size_class(node[next].size) != alog_size_class(node[i].size)
                     : by_size_and_cost(&node[next], &node[i]) != 0)
                break;
            model_sum_add(&sum, node[next].size, node[next].cost);
        }
        model_sum_print(&sum);
    }
}

void model_end(struct model *m, bool cut)
{
    struct node *node = calloc(m->calls + 1, sizeof *node);
    uint32_t n = 0, different = 0;
    if (!cut)
        model_return(m, MODEL_NONE);
    measure(m, node);
    for (uint32_t i = 0; i < m->calls; i++)
        if (m->done[i])
            node[n++] = node[i];
    qsort(node, n, sizeof *node, by_size_and_cost);
    for (uint32_t i = 0; i < n; i++)
        different += !i || by_size_and_cost(&node[i - 1], &node[i]);
    flockfile(stdout);
    printf("instance %s %u %lu %u %d\n", m->name, m->calls, longest(m), n, different > ALOG_CHAIN_LISTED);
    print_rows(node, n, different > ALOG_CHAIN_LISTED);
    funlockfile(stdout);
    free(node);
    model_begin(m, m->name);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "patterns.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compound.h"

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t hash_of(uint64_t seed, uint64_t i, uint64_t j)
{
    return mix(mix(i ^ mix(seed)) + j * 0xd6e8feb86659fd93u);
}

double uniform_of(uint64_t seed, uint64_t i, uint64_t j)
{
    return (double)(hash_of(seed, i, j) >> 11) / 9007199254740992.0;
}

void *need(void *memory)
{
    if (!memory) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return memory;
}

void spans_add(struct spans *s, uint64_t first, uint64_t count)
{
    if (count == 0)
        return;
    if (s->n == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 64;
        s->span = need(realloc(s->span, s->cap * sizeof *s->span));
    }
    s->span[s->n++] = (struct span){ first, count };
}

static int compare_spans(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* Sorts and joins; the cells. */
static uint64_t spans_join(struct spans *s)
{
    size_t n = 0;
    uint64_t cells = 0;
    if (s->n > 1)
        qsort(s->span, s->n, sizeof *s->span, compare_spans);
    for (size_t i = 0; i < s->n; i++) {
        struct span *last = n > 0 ? &s->span[n - 1] : NULL;
        uint64_t end = s->span[i].first + s->span[i].count;
        if (!last || last->first + last->count < s->span[i].first)
            s->span[n++] = s->span[i];
        else if (end > last->first + last->count)
            last->count = end - last->first;
    }
    s->n = n;
    for (size_t i = 0; i < n; i++)
        cells += s->span[i].count;
    return cells;
}

static double u(const struct pattern *p, uint64_t i, uint64_t j)
{
    return uniform_of(p->seed, i, j);
}

/* k probes of `cells` from base on. */
static void probe(const struct pattern *p, uint64_t i, uint64_t k, uint64_t cells, uint64_t base,
                  struct spans *out)
{
    for (uint64_t j = 0; j < k; j++)
        spans_add(out, base + (uint64_t)(u(p, i, j) * (double)cells), 1);
}

static void rescan(const struct pattern *p, uint64_t i, struct spans *out)
{
    (void)i;
    spans_add(out, 0, p->cells);
}

static void grow(const struct pattern *p, uint64_t i, struct spans *out)
{
    (void)p;
    spans_add(out, 0, i + 1);
}

/* Back from i over a Pareto (1) length. */
static void parent(const struct pattern *p, uint64_t i, struct spans *out)
{
    uint64_t length = (uint64_t)(1 / fmax(u(p, i, 0), 1e-9));
    length = length < i + 1 ? length : i + 1;
    spans_add(out, i + 1 - length, length);
}

static void shrink(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, i, p->n - i);
}

/* k cells from i a on: streams, windows. */
static void window(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, i * (uint64_t)p->a, p->k);
}

static void own(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, p->start[i], p->start[i + 1] - p->start[i]);
}

static void uniform(const struct pattern *p, uint64_t i, struct spans *out)
{
    probe(p, i, p->k, p->cells, 0, out);
}

/* One cell of 16 each, scattered. */
static void uniform_heap(const struct pattern *p, uint64_t i, struct spans *out)
{
    for (uint64_t j = 0; j < p->k; j++) {
        uint64_t c = (uint64_t)(u(p, i, j) * (double)p->cells);
        spans_add(out, c * 16 + hash_of(p->seed + 5, c, 0) % 16, 1);
    }
}

/* From the root to a random node, nodes scattered. */
static void tree(const struct pattern *p, uint64_t i, struct spans *out)
{
    uint64_t node = (uint64_t)(u(p, i, 0) * (double)p->cells) + 1;
    for (; node >= 1; node >>= 1)
        spans_add(out, hash_of(p->seed + 9, node, 0) % (UINT64_C(1) << 34) * 4, 1);
}

double *zipf_make(uint64_t cells, double a)
{
    double sum = 0, *cumulated = need(malloc(cells * sizeof *cumulated));
    for (uint64_t c = 0; c < cells; c++)
        cumulated[c] = sum += pow((double)c + 1, -a);
    for (uint64_t c = 0; c < cells; c++)
        cumulated[c] /= sum;
    return cumulated;
}

uint64_t zipf_draw(const double *cumulated, uint64_t cells, double q)
{
    uint64_t low = 0, high = cells - 1;
    while (low < high) {
        uint64_t mid = (low + high) / 2;
        if (cumulated[mid] < q)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void zipf(const struct pattern *p, uint64_t i, struct spans *out)
{
    for (uint64_t j = 0; j < p->k; j++)
        spans_add(out, zipf_draw(p->cumulated, p->cells, u(p, i, j)) * 48271 % p->cells, 1);
}

static void list_walk(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, 0, (uint64_t)(u(p, i, 0) * (double)p->cells) + 1);
}

static void binary_search(const struct pattern *p, uint64_t i, struct spans *out)
{
    int64_t key = (int64_t)(u(p, i, 0) * (double)p->cells), low = 0, high = (int64_t)p->cells - 1;
    while (low <= high) {
        int64_t mid = (low + high) / 2;
        spans_add(out, (uint64_t)mid, 1);
        if (mid == key)
            break;
        if (key < mid)
            high = mid - 1;
        else
            low = mid + 1;
    }
}

static void core_fresh(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, 0, 64);
    spans_add(out, REGION + i * 4, 4);
    probe(p, i, p->k, p->cells, 2 * REGION, out);
}

static void fresh_pool(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, REGION + i * 4, 4);
    probe(p, i, 4, p->cells, 0, out);
}

static void phases_uniform(const struct pattern *p, uint64_t i, struct spans *out)
{
    probe(p, i, p->k, p->cells, i < p->n / 2 ? 0 : REGION, out);
}

static void phases_rescan(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, i < p->n / 2 ? 0 : REGION, p->cells);
}

static void rows(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, i % p->cells * 16, 16);
}

/* A node's own adjacency, and flags of random neighbours. */
static void graph(const struct pattern *p, uint64_t i, struct spans *out)
{
    own(p, i, out);
    for (uint64_t j = 0; j + 1 < p->start[i + 1] - p->start[i]; j++)
        spans_add(out, REGION + (uint64_t)(uniform_of(p->seed + 3, i, j) * (double)p->n), 1);
}

static void strings(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, i / p->cells * 10, 10);
    spans_add(out, i % p->cells * 10, 10);
}

static void matmul(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, i / p->cells * p->cells, p->cells);
    spans_add(out, REGION + i % p->cells * p->cells, p->cells);
}

static void drifting(const struct pattern *p, uint64_t i, struct spans *out)
{
    probe(p, i, 8, 200, i / 5, out);
}

static void alternate(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, i % 2 * p->cells, p->cells);
}

static void grow_probe(const struct pattern *p, uint64_t i, struct spans *out)
{
    probe(p, i, 4, i + 1, 0, out);
}

/* Records of 8 words of which 2 are read. */
static void fields(const struct pattern *p, uint64_t i, struct spans *out)
{
    for (uint64_t j = 0; j < 4; j++) {
        uint64_t c = (uint64_t)(u(p, i, j) * (double)p->cells) * 8;
        spans_add(out, c, 1);
        spans_add(out, c + 3, 1);
    }
}

/* A tenth of a table's slots is in use. */
static void sparse(const struct pattern *p, uint64_t i, struct spans *out)
{
    for (uint64_t j = 0; j < 8; j++) {
        uint64_t c = (uint64_t)(u(p, i, j) * (double)p->cells);
        spans_add(out, c * 10 + hash_of(p->seed + 5, c, 0) % 10, 1);
    }
}

static void arenas(const struct pattern *p, uint64_t i, struct spans *out)
{
    spans_add(out, hash_of(p->seed, i, 0) % 200 * (UINT64_C(1) << 32) + i * 4, 4);
}

/* Nodes of three words with holes between, some more popular. */
static void heap_nodes(const struct pattern *p, uint64_t i, struct spans *out)
{
    for (uint64_t j = 0; j < 3; j++) {
        uint64_t node = zipf_draw(p->cumulated, p->cells, u(p, i, j)) * 48271 % p->n;
        spans_add(out, node * 6 + hash_of(p->seed + 2, node, 0) % 3 * 7, 3);
    }
}

/* Lengths of own (), by pattern. */
static double own_length(const struct pattern *p, uint64_t i)
{
    if (p->name[0] == '0')      /* log-normal */
        return ceil(exp(1.2 * sqrt(-2 * log(fmax(u(p, i, 0), 1e-300))) *
                            cos(2 * M_PI * u(p, i, 1)) + 1));
    if (p->name[1] == '7')
        return u(p, i, 0) < 0.01 ? 500 : 4;
    return fmin(2 + floor(2 / sqrt(fmax(u(p, i, 0), 1e-9))), 201);
}

static void mixed(const struct pattern *p, uint64_t i, struct spans *out)
{
    mixture_read(p->mixture, p->n, i, out);
}

static void make_own(struct pattern *p)
{
    p->start = need(malloc((p->n + 1) * sizeof *p->start));
    p->start[0] = 0;
    for (uint64_t i = 0; i < p->n; i++)
        p->start[i + 1] = p->start[i] + (uint64_t)own_length(p, i);
}

const char *const pattern_names[] = {
    "01_rescan", "02_grow", "02b_parent", "03_shrink", "04_stream", "04b_stream_var",
    "05_win50_5", "05b_win2000_1", "06_unif_0.1", "06_unif_1", "06_unif_10", "06h_unif_heap_1",
    "06t_bst_1", "06t_bst_10", "07_zipf_1.0", "07_zipf_1.3", "08_listwalk", "09_binsearch_1",
    "09_binsearch_10", "10_core_fresh", "10b_core_fresh_warm", "10c_fresh_pool", "11_phases_unif",
    "11b_phases_rescan", "12_rows_once", "12_rows_sweep10", "12_rows_50", "13_graph",
    "13b_strings", "13c_matmul", "15_driftset", "16_alternate", "17_bursty", "18_growprobe",
    "19_fields", "20_sparse", "21_arenas", "22_heapnodes", NULL
};

/* The number behind the name's last '_'. */
static double suffix(const char *name)
{
    const char *bar = strrchr(name, '_');
    return bar ? atof(bar + 1) : 0;
}

static uint64_t at_least(uint64_t least, double value)
{
    return value > (double)least ? (uint64_t)value : least;
}

/* The pattern as it is before its tables are made. */
static struct pattern find_pattern(const char *name, uint64_t instances)
{
    double n = (double)instances, c = suffix(name);
    uint64_t root = at_least(2, floor(sqrt(n) + 0.5));
    const struct pattern all[] = {
        { "01_rescan", .read = rescan, .cells = at_least(10, n / 10) },
        { "02_grow", .read = grow },
        { "02b_parent", .read = parent },
        { "03_shrink", .read = shrink },
        { "04_stream", .read = window, .a = 8, .k = 8 },
        { "04b_stream_var", .read = own },
        { "05_win50_5", .read = window, .a = 5, .k = 50 },
        { "05b_win2000_1", .read = window, .a = 1, .k = instances / 4 < 2000 ? instances / 4 : 2000 },
        { "06_unif_", .read = uniform, .k = 8, .cells = (uint64_t)(n * 8 / c) },
        { "06h_unif_heap_", .read = uniform_heap, .k = 8, .cells = instances * 8 },
        { "06t_bst_", .read = tree, .cells = at_least(7, n / c) },
        { "07_zipf_", .read = zipf, .k = 8, .cells = instances * 8, .a = c },
        { "08_listwalk", .read = list_walk, .cells = at_least(20, n / 10) },
        { "09_binsearch_", .read = binary_search, .cells = at_least(7, n / c) },
        { "10_core_fresh", .read = core_fresh },
        { "10b_core_fresh_warm", .read = core_fresh, .k = 4, .cells = 500 },
        { "10c_fresh_pool", .read = fresh_pool, .cells = instances },
        { "11_phases_unif", .read = phases_uniform, .k = 8, .cells = (uint64_t)(n * 8 / 2 / 3) },
        { "11b_phases_rescan", .read = phases_rescan, .cells = at_least(10, n / 20) },
        { "12_rows_once", .read = rows, .cells = instances },
        { "12_rows_sweep10", .read = rows, .cells = at_least(1, n / 10) },
        { "12_rows_50", .read = rows, .cells = 50 },
        { "13_graph", .read = graph },
        { "13b_strings", .n = root * root, .read = strings, .cells = root },
        { "13c_matmul", .n = root * root, .read = matmul, .cells = root },
        { "15_driftset", .read = drifting },
        { "16_alternate", .read = alternate, .cells = at_least(10, n / 10) },
        { "17_bursty", .read = own },
        { "18_growprobe", .read = grow_probe },
        { "19_fields", .read = fields, .cells = (uint64_t)(n * 4 / 3) },
        { "20_sparse", .read = sparse, .cells = (uint64_t)(n * 8 / 3) },
        { "21_arenas", .read = arenas },
        { "mixture", .read = mixed },
        { "compound", .read = mixed },
        { "22_heapnodes", .read = heap_nodes, .cells = instances, .a = 0.8 },
    };
    const struct pattern *found = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t length = strlen(all[i].name);
        bool family = all[i].name[length - 1] == '_';
        if (family ? strncmp(all[i].name, name, length) == 0 : strcmp(all[i].name, name) == 0)
            found = &all[i];
    }
    if (!found) {
        fprintf(stderr, "no pattern '%s'\n", name);
        exit(2);
    }
    return *found;
}

void pattern_start(struct pattern *p, const char *name, uint64_t instances, uint64_t seed)
{
    *p = find_pattern(name, instances);
    snprintf(p->name, sizeof p->name, "%s", name);
    p->n = p->n ? p->n : instances;
    p->seed = seed * 1000003;
    if (p->read == mixed) {
        bool compound = p->name[0] == 'c';
        if (p->n == 0)
            p->n = compound ? compound_instances(seed) : mixture_instances(seed);
        p->mixture = need(malloc(sizeof *p->mixture));
        (compound ? compound_make : mixture_make)(p->mixture, seed, p->n);
    }
    if (p->read == own || p->read == graph)
        make_own(p);
    if (p->read == zipf || p->read == heap_nodes)
        p->cumulated = zipf_make(p->cells, p->a);
}

void pattern_end(struct pattern *p)
{
    free(p->start);
    free(p->cumulated);
    mixture_free(p->mixture);
}

uint64_t pattern_read(const struct pattern *p, uint64_t i, struct spans *out)
{
    out->n = 0;
    p->read(p, i, out);
    return spans_join(out);
}

void pattern_place(const struct pattern *p, struct spans *spans)
{
    if (p->name[0] == 'c')
        compound_place(p->mixture, spans);
}

uint64_t pattern_size(const struct pattern *p)
{
    struct spans all = { 0 };
    size_t bound = 1u << 16;
    for (uint64_t i = 0; i < p->n; i++) {
        p->read(p, i, &all);
        if (all.n > bound) {
            spans_join(&all);
            bound = all.n < 1u << 15 ? 1u << 16 : 2 * all.n;
        }
    }
    uint64_t cells = spans_join(&all);
    free(all.span);
    return cells;
}

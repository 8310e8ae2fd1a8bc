/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "size/capture_sums.h"

#include <stdlib.h>

struct capture_collect {
    size_t pairs, samples;
    unsigned word_shift;
    uint64_t *size, *again;     /* of each sample: cells; those in earlier samples */
    uint64_t *common;           /* of each pair */
    uint64_t seen, words, marked, q[CAPTURE_RARE + 1];
};

struct capture_collect *capture_collect_new(size_t pairs, size_t samples, unsigned word_shift)
{
    struct capture_collect *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    *c = (struct capture_collect){ .pairs = pairs, .samples = samples, .word_shift = word_shift };
    c->size = calloc(2 * samples + pairs + 1, sizeof *c->size);
    if (!c->size) {
        free(c);
        return NULL;
    }
    c->again = c->size + samples;
    c->common = c->again + samples;
    return c;
}

void capture_collect_free(struct capture_collect *c)
{
    if (!c)
        return;
    free(c->size);
    free(c);
}

void capture_collect_lines(struct capture_collect *c, const struct sweep_lines *lines)
{
    for (size_t g = 0; g < lines->n_groups; g++) {
        const struct sweep_group *group = &lines->group[g];
        uint64_t cells = lines->times * lines->lines * (uint64_t)__builtin_popcountll(group->mask);
        size_t n = sweep_sets_below(group, c->samples);
        c->marked += cells;
        if (n == 0)
            continue;
        c->seen += cells;
        c->words += lines->times * lines->lines * cell_mask_count(group->mask, c->word_shift);
        if (n <= CAPTURE_RARE)
            c->q[n] += cells;
        for (size_t i = 0; i < n; i++) {
            uint32_t set = group->set[i];
            c->size[set] += cells;
            c->again[set] += i > 0 ? cells : 0;
            if (i > 0 && set % 2 == 1 && group->set[i - 1] == set - 1 && set / 2 < c->pairs)
                c->common[set / 2] += cells;
        }
    }
}

uint64_t capture_collect_size(const struct capture_collect *c, size_t sample)
{
    return c->size[sample];
}

static void sum_pairs(const struct capture_collect *c, struct capture *out)
{
    double word = out->words > 0 ? out->seen / out->words : 1;
    for (size_t k = 0; k < c->pairs; k++) {
        double a = (double)c->size[2 * k], b = (double)c->size[2 * k + 1];
        double common = (double)c->common[k];
        out->chapman_sum += (a / word + 1) * (b / word + 1) / (common / word + 1) - 1;
        if (common > 0) {
            out->pairs_common++;
            out->pair_sum += a * b / common;
        }
    }
}

void capture_collect_finish(const struct capture_collect *c, double instances, struct capture *out)
{
    double marked = 0;
    *out = (struct capture){ .instances = instances, .samples = (double)c->samples,
                             .pairs = (double)c->pairs, .seen = (double)c->seen,
                             .words = (double)c->words, .marked = (double)c->marked };
    for (int j = 1; j <= CAPTURE_RARE; j++)
        out->q[j] = (double)c->q[j];
    for (size_t i = 0; i < c->samples; i++) {
        double size = (double)c->size[i], again = (double)c->again[i], cm = size * marked;
        out->cm += cm;
        out->r += again;
        out->cm2 += cm * marked;
        out->rm += again * marked;
        if (cm > 0) {
            out->r2_over_cm += again * again / cm;
            out->informative++;
        }
        marked += size - again;
    }
    sum_pairs(c, out);
}

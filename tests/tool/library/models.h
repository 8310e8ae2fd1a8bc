/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small models of recursive programs: they make the calls and memory accesses
 * that the program would, and record them as a traced outermost instance.
 */
#ifndef TESTS_MODELS_H
#define TESTS_MODELS_H

#include "chainmake.h"

#define MODEL_MEMORY (1u << 22)

/* Where a model runs: what it calls, and the bytes that it read before it
 * wrote them (RMS). */
struct machine {
    struct calls calls;
    uint32_t *met;              /* by address: the last instance that met the byte */
    uint32_t instance;
    uint64_t rms;
    uint64_t random;            /* state */
    int32_t *word;              /* the program's own data, as it likes */
    unsigned table;             /* bytes that some programs read besides */
};

void machine_start(struct machine *m, uint64_t seed);
void machine_end(struct machine *m);

/* Uniform from 0 to below - 1. */
unsigned machine_draw(struct machine *m, unsigned below);

/* Begins a new outermost instance. */
void machine_clear(struct machine *m);

/* Runs one outermost instance (between machine_clear and whatever looks at
 * calls and rms) of size n, whatever that is to the program. */
typedef void model_fn(struct machine *m, unsigned n);

struct model {
    const char *name;
    model_fn *run;
    unsigned low, high;         /* sensible n */
    unsigned repeat;            /* outermost instances a run */
};

/* Harmless, whatever their chains look like. */
extern const struct model innocents[];
extern const unsigned n_innocents;

/* Programs that make too many calls. */
extern const struct model guilty[];
extern const unsigned n_guilty;

/* By name; NULL if there is none. */
const struct model *model_find(const char *name);

/* The log of a run of a model: `repeat` outermost instances of random size up to
 * n, but the first of size n, all traced.  flags: of all of them (enum
 * alog_instance_flag). */
void model_log(struct logmake *log, struct machine *m, const struct model *model, unsigned n,
               uint8_t id, uint8_t flags);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_FUZZ_HEAVY_H
#define TESTS_FUZZ_HEAVY_H

#include <stdbool.h>

#include "logmake.h"

#define HEAVY_BUILD "0123456789abcdefghij"
#define HEAVY_SHARE(bytes, percent) (4096 + (bytes) / 100 * (percent))

/* A text behind its length. */
void heavy_string(struct logmake *p, const char *text);
/* A block, whose payload is freed. */
void heavy_block(struct logmake *log, unsigned tag, struct logmake *payload);
/* A log with a target of so many instances, all traced. */
void heavy_begin(struct logmake *log, uint64_t instances, uint64_t cost);

void heavy_functions(struct logmake *log, size_t bytes);
void heavy_fitted(struct logmake *log, size_t bytes);
void heavy_tuples(struct logmake *log, size_t bytes);
void heavy_own_tuples(struct logmake *log, size_t bytes);
void heavy_calls(struct logmake *log, size_t bytes);
void heavy_parts(struct logmake *log, size_t bytes);
void heavy_cycles(struct logmake *log, size_t bytes);
void heavy_chain(struct logmake *log, size_t bytes);
void heavy_long_names(struct logmake *log, size_t bytes);
void heavy_inlined(struct logmake *log, size_t bytes);
void heavy_callers(struct logmake *log, size_t bytes);
void heavy_threads(struct logmake *log, size_t bytes);
void heavy_beside(struct logmake *log, size_t bytes);
void heavy_words(struct logmake *log, size_t bytes);
void heavy_words_of_functions(struct logmake *log, size_t bytes);

#endif

/* SPDX-License-Identifier: MIT
 * What a target's instances are expected to take, in ns of tracing (budget/expected_price.c). */
#ifndef RT_EXPECTED_PRICE_H
#define RT_EXPECTED_PRICE_H

#include <stdbool.h>
#include <stdint.h>

struct rt_record;
struct rt_target;

#define RT_NEAR_GROWTH 2048u    /* lines that are seen before it is asked again, at most, mostly */

/* The owner asks what it has counted since it asked last. */
void rt_expect_hear(struct rt_record *);
/* Of the next instance. */
double rt_expect_ns(const struct rt_record *);
/* Is it much longer than one that was cut? */
bool rt_expect_is_unsure(const struct rt_record *);
/* Of the next instance, if it is thinned from its beginning on. */
double rt_expect_thinned_ns(const struct rt_record *);
/* Of all instances so far, were they traced. */
double rt_expect_all_ns(const struct rt_target *);
/* A traced instance was whole: it took that, for so many iterations and lines of its table; of it around_ns would have been as much
 * for any others. */
void rt_expect_whole(struct rt_target *, uint64_t ns, uint64_t around_ns, uint64_t cost, uint64_t lines);
/* One was cut: it may have taken that, for so many iterations. */
void rt_expect_cut(struct rt_target *, uint64_t ns, uint64_t cost);
/* An instance that is thinned takes so much, for so many iterations; known: one did, or was cut and may have.  Else it is a guess, which
 * holds until one is known. */
void rt_expect_thinned(struct rt_target *, uint64_t ns, uint64_t cost, bool known);
/* Will a table with so many lines, which has room for `most`, have room for the rest, as far as the last whole instance
 * tells? */
bool rt_expect_room(const struct rt_target *, uint64_t lines, uint64_t most);

#endif

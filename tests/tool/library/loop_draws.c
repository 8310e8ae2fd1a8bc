/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loop_draws.h"

#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "streak_case.h"

static uint64_t random_state;

unsigned loop_draw(unsigned below)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((random_state >> 33) % below);
}

void loop_draw_anew(void)
{
    random_state = 1;
}

/* Draws of their own, as alike as chance makes them (splitmix64). */
static void begin(uint64_t number)
{
    uint64_t x = (number + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    random_state = x ^ x >> 31;
}

static void begin_instance(unsigned round, unsigned i)
{
    begin((uint64_t)round << 32 | i);
}

static void add_to_list(void *list, unsigned cell)
{
    json_array_append_new(list, json_integer(cell));
}

static void add_to_map(void *map, unsigned cell)
{
    ((bool *)map)[cell] = true;
}

static json_t *cells_of(loop_fn *loop, unsigned round, unsigned i)
{
    static bool map[LOOP_CELLS];
    json_t *list = json_array();
    memset(map, 0, sizeof map);
    begin_instance(round, i);
    loop(i, add_to_map, map);
    for (unsigned cell = 0; cell < LOOP_CELLS; cell++)
        if (map[cell])
            add_to_list(list, cell);
    return list;
}

/* What a run reads. */
struct truth {
    bool map[LOOP_CELLS];
    double cells, reads;
};

static void add_to_truth(void *arg, unsigned cell)
{
    struct truth *t = arg;
    t->cells += !t->map[cell];
    t->map[cell] = true;
    t->reads++;
}

/* cost[i]: reads of the instances up to i. */
static double truth_of(loop_fn *loop, unsigned round, double cost[LOOP_INSTANCES])
{
    static struct truth t;
    memset(&t, 0, sizeof t);
    for (unsigned i = 0; i < LOOP_INSTANCES; i++) {
        begin_instance(round, i);
        loop(i, add_to_truth, &t);
        cost[i] = t.reads;
    }
    return t.cells;
}

/* cost: of all instances, 0: unknown. */
static struct sample sample_of(loop_fn *loop, unsigned round, unsigned step, bool groups, double cost)
{
    json_t *list = json_array();
    struct sample s;
    uint64_t own = (uint64_t)round << 32;
    for (unsigned i = 0; i + 1 < LOOP_INSTANCES;) {
        json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "i", i, "A", cells_of(loop, round, i),
                                              "B", cells_of(loop, round, i + 1)));
        begin(~++own);
        i += 2 + loop_draw(groups && loop_draw(3) ? step / 40 : groups ? 5 * step : 2 * step);
    }
    json_t *object = json_pack("{s:i, s:o}", "n", LOOP_INSTANCES, "pairs", list);
    if (cost > 0)
        json_object_set_new(object, "total_cost", json_real(cost));
    streak_case_sample(object, 0, true, &s);
    json_decref(object);
    return s;
}

static void count_score(struct loop_score *score, const struct sample *s, double truth, double within)
{
    score->right += s->by_streaks.size >= truth / within && s->by_streaks.size <= truth * within;
    score->held += s->by_streaks.low <= truth && s->by_streaks.high >= truth;
}

struct loop_score loop_play(loop_fn *loop, unsigned step, bool groups, bool costs, double within)
{
    struct loop_score score = { 0, 0 };
    for (unsigned round = 0; round < LOOP_ROUNDS; round++) {
        double cost[LOOP_INSTANCES], truth = truth_of(loop, round, cost);
        struct sample s = sample_of(loop, round, step, groups, costs ? cost[LOOP_INSTANCES - 1] : 0);
        count_score(&score, &s, truth, within);
    }
    return score;
}

#define EARLY_PAIRS 6
#define EVEN_STEP 240           /* at most, from a pair to the next */

static unsigned next_pair(unsigned i, enum loop_places places)
{
    if (places == LOOP_EARLY)
        return i + 2 + loop_draw(14);
    if (places == LOOP_HALVED)
        return i + 2 + (i < 100 ? 0 : loop_draw(i * i / 20000 + 2));
    if (places == LOOP_OVER_ALL)
        return i + 2 + loop_draw(i + 8 < EVEN_STEP ? i + 8 : EVEN_STEP);
    return i < LOOP_INSTANCES / 5 ? i + 2 + loop_draw(i + 8) : i < LOOP_INSTANCES * 9 / 10 ? LOOP_INSTANCES - 2 - loop_draw(200) : LOOP_INSTANCES;
}

static struct sample sample_with_costs(loop_fn *loop, unsigned round, const double cost[LOOP_INSTANCES], enum loop_places places)
{
    json_t *list = json_array();
    struct sample s;
    unsigned last = 0;
    begin((uint64_t)round << 32);
    for (unsigned k = 0, i = 0; (places != LOOP_EARLY || k < EARLY_PAIRS) && i + 1 < LOOP_INSTANCES; k++, i = next_pair(i, places)) {
        uint64_t own = random_state;
        json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "i", i, "A", cells_of(loop, round, i),
                                              "B", cells_of(loop, round, i + 1)));
        random_state = own;
        last = i + 1;
    }
    json_t *object = json_pack("{s:i, s:o, s:f, s:f, s:b}", "n", LOOP_INSTANCES, "pairs", list, "total_cost",
                               cost[LOOP_INSTANCES - 1], "cost_so_far", cost[last], "uneven", places == LOOP_HALVED);
    streak_case_sample(object, 0, true, &s);
    json_decref(object);
    return s;
}

struct loop_score loop_play_costs(loop_fn *loop, enum loop_places places, double within)
{
    struct loop_score score = { 0, 0 };
    for (unsigned round = 0; round < LOOP_ROUNDS; round++) {
        double cost[LOOP_INSTANCES], truth = truth_of(loop, round, cost);
        struct sample s = sample_with_costs(loop, round, cost, places);
        count_score(&score, &s, truth, within);
    }
    return score;
}

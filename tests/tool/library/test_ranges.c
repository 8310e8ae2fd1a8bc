/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes from few pairs of loops whose address ranges tell more than births and deaths of streaks: each over 100 draws
 * of their own, of which 90 must be near the truth (within a quarter, mostly), and 95 intervals hold it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "loop_draws.h"

/* The keys of two records of ten words, anywhere in an array of 2000. */
static void keys_of_records(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    give(arg, 10 * loop_draw(2000));
    give(arg, 10 * loop_draw(2000));
}

/* Keys of five records, and behind these records an array of which every second step reads anywhere; some segments in all. */
static void records_before_an_array(unsigned i, cell_fn *give, void *arg)
{
    for (unsigned k = 0; k < 5; k++)
        give(arg, 10 * loop_draw(2000));
    if (i % 2 == 0)
        for (unsigned k = 0, at = loop_draw(4000); k < 6; k++)
            give(arg, 20000 + at + k);
}

/* The first and third word of nodes of eight, down a chain of ten. */
static void chains_of_nodes(unsigned i, cell_fn *give, void *arg)
{
    unsigned first = loop_draw(200);
    (void)i;
    for (unsigned k = loop_draw(10); k < 10; k++) {
        give(arg, 8 * (first + 200 * k));
        give(arg, 8 * (first + 200 * k) + 2);
    }
}

/* One place, and those about fifty further on. */
static void two_places(unsigned i, cell_fn *give, void *arg)
{
    give(arg, i);
    for (unsigned k = loop_draw(3); k < 3; k++)
        give(arg, i + 50 + k);
}

/* Six of 4000 slots, which lie in no order: some are read far more often than others. */
static void slots_of_all_ranks(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    for (unsigned k = 0; k < 6; k++)
        give(arg, 1 + loop_draw(1 + loop_draw(1 + loop_draw(4000))) * 1777 % 4001);
}

/* From the root of a heap down to a leaf. */
static void down_a_heap(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    for (unsigned at = 0; at < 4000; at = 2 * at + 1 + loop_draw(2))
        give(arg, at);
}

/* One of many slots: of most nobody reads. */
static void slots_of_a_table(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    give(arg, loop_draw(16000));
}

/* A search by halves, for what is in the first tenth mostly. */
static void searched_by_halves(unsigned i, cell_fn *give, void *arg)
{
    unsigned key = loop_draw(i % 8 ? 300 : 3000), low = 0, high = 3000;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        give(arg, middle);
        if (middle < key)
            low = middle + 1;
        else
            high = middle;
    }
}

/* Each column of a matrix once, then rows of its first quarter again and again. */
static void columns_before_rows(unsigned i, cell_fn *give, void *arg)
{
    unsigned columns = LOOP_INSTANCES / 4, row = loop_draw(10);
    for (unsigned k = 0; k < (i < columns ? 40 : columns); k++)
        give(arg, i < columns ? i + k * columns : k + row * columns);
}

/* All of an array, and something new each time, which is a record of two words. */
static void array_and_new(unsigned i, cell_fn *give, void *arg)
{
    for (unsigned k = 0; k < 2000 + i / 16; k++)
        give(arg, k);
    give(arg, 4000 + 2 * i);
}

/* Open addressing that fills up: instance i finds these slots in use, and the one behind them empty. */
#define SLOTS (LOOP_INSTANCES * 4 / 3)
static struct {
    unsigned first, length;
} probes[LOOP_INSTANCES];

static void fill_table(void)
{
    static bool in_use[SLOTS];
    loop_draw_anew();
    for (unsigned i = 0; i < LOOP_INSTANCES; i++) {
        unsigned first = loop_draw(SLOTS), length = 0;
        while (in_use[(first + length) % SLOTS])
            length++;
        in_use[(first + length) % SLOTS] = true;
        probes[i].first = first;
        probes[i].length = length;
    }
}

static void probes_of_a_table(unsigned i, cell_fn *give, void *arg)
{
    for (unsigned k = 0; k <= probes[i].length; k++)
        give(arg, (probes[i].first + k) % SLOTS);
}

/* Of fewer slots than instances one at random. */
static void slot_at_random(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    give(arg, loop_draw(LOOP_INSTANCES * 6 / 7));
}

/* Slots in random order, each of them once. */
static unsigned shuffled[LOOP_INSTANCES];

static void shuffle(void)
{
    loop_draw_anew();
    for (unsigned i = 0; i < LOOP_INSTANCES; i++) {
        unsigned at = loop_draw(i + 1);
        shuffled[i] = shuffled[at];
        shuffled[at] = i;
    }
}

static void each_slot_once(unsigned i, cell_fn *give, void *arg)
{
    give(arg, shuffled[i]);
}

/* An array is read in two passes. */
static void two_passes(unsigned i, cell_fn *give, void *arg)
{
    for (unsigned k = 0; k < 3; k++)
        give(arg, 3 * (i % (LOOP_INSTANCES / 2)) + k);
}

/* A text at one place after the other, as far as it is like a word. */
static void words_at_all_places(unsigned i, cell_fn *give, void *arg)
{
    give(arg, i);
    for (unsigned k = 1; k < 8 && loop_draw(8) == 0; k++)
        give(arg, i + k);
}

/* Four words of ten, one instance after the other; one in the middle reads all. */
static void huge_among_small(unsigned i, cell_fn *give, void *arg)
{
    unsigned from = i == LOOP_INSTANCES / 2 ? 0 : 10 * i, to = i == LOOP_INSTANCES / 2 ? 10 * LOOP_INSTANCES : from + 4;
    for (unsigned at = from; at < to; at++)
        give(arg, at);
}

/* A column of a matrix with rows of 40: a few of them are not records with few members. */
static void columns(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    for (unsigned row = 0, column = loop_draw(40); row < 100; row++)
        give(arg, 40 * row + column);
}

/* Where node k of a hash table is: between them is what others use. */
static unsigned node_at(unsigned k)
{
    return 20 * k + k * 2654435761u / 65536 % 18;
}

/* A chain of nodes of two words, to where what is looked for is. */
static void nodes_among_others(unsigned i, cell_fn *give, void *arg)
{
    unsigned chain = loop_draw(30);
    (void)i;
    for (unsigned k = loop_draw(80); k < 80; k++) {
        give(arg, node_at(chain + 30 * k));
        give(arg, node_at(chain + 30 * k) + 1);
    }
}

static void first_nodes(unsigned n, cell_fn *give, void *arg)
{
    for (unsigned k = 0; k < n; k++) {
        give(arg, node_at(k));
        give(arg, node_at(k) + 1);
    }
}

/* A list that grows by a node with each second instance, which walks it. */
static void growing_list(unsigned i, cell_fn *give, void *arg)
{
    first_nodes(i / 2 + 1, give, arg);
}

/* The same, but nothing is added any more after a third of the run. */
static void filled_list(unsigned i, cell_fn *give, void *arg)
{
    first_nodes((i < LOOP_INSTANCES / 3 ? i : LOOP_INSTANCES / 3) / 2 + 1, give, arg);
}

/* A queue: two nodes are added for each that is taken, and all that wait are looked at. */
static void growing_queue(unsigned i, cell_fn *give, void *arg)
{
    for (unsigned k = i / 2; k <= i; k++)
        give(arg, 2 * k);
}

/* The same in an array that moves to one of twice the room. */
static void growing_array(unsigned i, cell_fn *give, void *arg)
{
    unsigned n = i + 1, room = 4;
    while (room < n)
        room *= 2;
    for (unsigned k = 0; k < n; k++)
        give(arg, 4 * room + 3 * k);
}

/* The nodes of a tree: the one above, and at which side of it. */
static struct {
    unsigned key, above, side, below[2];
} node[LOOP_INSTANCES];

static void grow_tree(void)
{
    loop_draw_anew();
    for (unsigned n = 0; n < LOOP_INSTANCES; n++) {
        node[n].key = loop_draw(1u << 30);
        for (unsigned at = 0; n > 0 && node[n].above == 0 && at != n;) {
            unsigned side = node[at].key < node[n].key, next = node[at].below[side];
            if (next == 0) {
                node[at].below[side] = n;
                node[n].above = at + 1;
                node[n].side = side;
            }
            at = next ? next : n;
        }
    }
}

/* Instance i puts node i into it: the keys and links on its way; a node has four words, of which one is unused. */
static void inserts_into_tree(unsigned i, cell_fn *give, void *arg)
{
    for (unsigned at = i; node[at].above > 0; at = node[at].above - 1) {
        give(arg, 4 * (node[at].above - 1) + node[at].side);
        give(arg, 4 * (node[at].above - 1) + 2);
    }
}

/* All walk the same list, until nodes are added to it from a quarter of the run on. */
static void walks_then_grows(unsigned i, cell_fn *give, void *arg)
{
    first_nodes(200 + (i < LOOP_INSTANCES / 4 ? 0 : (i - LOOP_INSTANCES / 4) / 2), give, arg);
}

/* All walk the same list, and in the last third a longer one. */
static void walks_two_lists(unsigned i, cell_fn *give, void *arg)
{
    first_nodes(i < 2 * LOOP_INSTANCES / 3 ? 200 : 1000, give, arg);
}

/* Particles that fly: from a tenth of the run on there are ten times as many, but never as many for long. */
static void particles(unsigned i, cell_fn *give, void *arg)
{
    first_nodes(i < LOOP_INSTANCES / 10 ? 5 + i * 7 % 20 : 50 + i * 7 % 450, give, arg);
}

static void expect(struct loop_score score)
{
    if (score.right < 90 || score.held < 95)
        fail_msg("%u of %u sizes are right, %u intervals hold", score.right, LOOP_ROUNDS, score.held);
}

static void check_with(loop_fn *loop, unsigned step, bool groups, bool costs, double within)
{
    expect(loop_play(loop, step, groups, costs, within));
}

static void check_growth(loop_fn *loop, enum loop_places places, double within)
{
    expect(loop_play_costs(loop, places, within));
}

static void check(loop_fn *loop, unsigned step, bool groups)
{
    check_with(loop, step, groups, false, 1.25);
}

static void members_of_records(void **state)
{
    (void)state;
    check(keys_of_records, 150, false);
    check(records_before_an_array, 60, false);
    check(chains_of_nodes, 100, false);
}

static void ranges_that_go_on(void **state)
{
    (void)state;
    check(two_places, 120, true);
    check(two_places, 150, false);
}

static void ranges_read_all_over(void **state)
{
    (void)state;
    check(down_a_heap, 150, false);
    check(words_at_all_places, 150, false);
    check(words_at_all_places, 80, true);
    check(columns, 200, false);
}

/* What is hidden lies where cells are seen once.  Of the pairs eight see what is searched seldom. */
static void parts_read_seldom(void **state)
{
    (void)state;
    check_with(searched_by_halves, 60, false, false, 1.5);
    check_with(columns_before_rows, 100, false, false, 1.5);
}

/* Cells that are met again tell by how much visits differ. */
static void slots_read_seldom(void **state)
{
    (void)state;
    check(slots_of_all_ranks, 60, false);
}

/* What else is read has no end that moves on. */
static void new_besides_the_same(void **state)
{
    (void)state;
    check_growth(array_and_new, LOOP_AND_LATE, 1.25);
}

/* The run costs more than the sampled instances tell: others read what these leave. */
static void ranges_of_dear_instances(void **state)
{
    (void)state;
    check_with(huge_among_small, 150, false, true, 1.25);
}

static void ranges_read_here_and_there(void **state)
{
    (void)state;
    check(slots_of_a_table, 60, false);
}

/* Few meet near each other, so that their density is known to a third. */
static void ranges_with_others_between(void **state)
{
    (void)state;
    check_with(nodes_among_others, 100, false, false, 1.5);
}

/* What the instances cost that come behind the last pair tells how it goes on. */
static void what_grows(void **state)
{
    (void)state;
    check_growth(growing_list, LOOP_EARLY, 1.25);
    check_growth(filled_list, LOOP_EARLY, 1.25);
    check_growth(growing_array, LOOP_EARLY, 1.5);
}

/* What is left behind is not read by those that come later: the gaps between what pairs read are read as well. */
static void what_grows_and_slides(void **state)
{
    (void)state;
    check_growth(growing_queue, LOOP_AND_LATE, 1.5);
}

/* Likewise where none of the pairs has seen it grow: all that is known is the mean of what comes then. */
static void what_will_grow(void **state)
{
    (void)state;
    check_growth(walks_then_grows, LOOP_EARLY, 1.75);
    check_growth(walks_two_lists, LOOP_EARLY, 1.75);
    check_growth(particles, LOOP_EARLY, 1.75);
}

/* Of the nodes that came last many are not read. */
static void nodes_of_trees(void **state)
{
    (void)state;
    grow_tree();
    check_with(inserts_into_tree, 25, false, false, 1.5);
}

/* Of random slots some are never read; of what is read in passes nothing is left. */
static void slots_in_random_order(void **state)
{
    (void)state;
    fill_table();
    check_with(probes_of_a_table, 60, false, true, 1.2);
    check_with(two_passes, 60, false, false, 1.1);
    shuffle();
    check_with(slot_at_random, 40, false, false, 1.3);
    check_with(each_slot_once, 40, false, false, 1.3);
}

/* Close pairs at the begin meet the same cells, pairs further on never do. */
static void passes_with_a_dense_begin(void **state)
{
    (void)state;
    struct loop_score score = loop_play_costs(two_places, LOOP_HALVED, 1.25);
    assert_in_range(score.right, 90, LOOP_ROUNDS);
    assert_in_range(score.held, 95, LOOP_ROUNDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_of_records),
        cmocka_unit_test(ranges_that_go_on),
        cmocka_unit_test(ranges_read_all_over),
        cmocka_unit_test(parts_read_seldom),
        cmocka_unit_test(slots_read_seldom),
        cmocka_unit_test(new_besides_the_same),
        cmocka_unit_test(ranges_of_dear_instances),
        cmocka_unit_test(ranges_read_here_and_there),
        cmocka_unit_test(ranges_with_others_between),
        cmocka_unit_test(what_grows),
        cmocka_unit_test(what_grows_and_slides),
        cmocka_unit_test(what_will_grow),
        cmocka_unit_test(nodes_of_trees),
        cmocka_unit_test(slots_in_random_order),
        cmocka_unit_test(passes_with_a_dense_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/warn.h"

static const struct {
    const char *code, *text;
} table[WARNINGS] = {
    [WARN_FEW_PAIRS] = { "few-pairs", "few sampled pairs: sizes tell the order of magnitude only" },
    [WARN_NO_RECAPTURE] = { "no-recapture",
                            "no cell was seen twice: the size cannot be told by this estimator" },
    [WARN_BUDGET_LIMITED] = { "budget-limited", "samples were refused to keep the CPU budget" },
    [WARN_SPACE_LIMITED] = { "space-limited",
                             "samples were refused: the log or memory was full" },
    [WARN_CUT] = { "cut", "some traced instances ended early: they are not taken for whole ones" },
    [WARN_LOST] = { "lost", "parts of some traces were lost for want of memory" },
    [WARN_THINNED] = { "thinned", "cell sets were thinned to bound the log" },
    [WARN_PARTIAL] = { "partial", "the process did not end normally: counts up to that moment" },
    [WARN_OPAQUE] = { "opaque", "calls of uninstrumented code, whose accesses are not in the trace" },
    [WARN_BLIND] = { "blind", "some accesses could not be recorded" },
    [WARN_MIXED_BUILDS] = { "mixed-builds", "the logs hold this target in several builds" },
    [WARN_UNSEEN] = { "unseen", "the RMS of some outermost calls is unknown: it was given up, or not traced" },
    [WARN_BALANCED] = { "balanced",
                        "calls grow with the memory read (RMS) rather than exponentially: n is "
                        "the RMS in bytes" },
    [WARN_UNREPRESENTATIVE] = { "unrepresentative",
                                "the sampled instances are not like the others: their mean cost is "
                                "off by more than a fifth" },
    [WARN_FEW_RECAPTURES] = { "few-recaptures",
                              "too few cells were met again to tell cells read once from a large, "
                              "rarely read population: the size is an upper value" },
    [WARN_EXTRAPOLATED] = { "extrapolated", "more than 80 % of the size is extrapolated" },
    [WARN_UNEVEN] = { "uneven", "new cells come very unevenly: few instances may hold most" },
    [WARN_WIDE] = { "wide", "the size's interval is wider than a factor of 3" },
    [WARN_BOUNDED] = { "bounded", "the size is bounded by the extents of the arrays touched" },
    [WARN_TWO_KINDS] = { "two-kinds", "two kinds of cells: some are read once, others often" },
    [WARN_PREFIX_WALKS] = { "prefix-walks",
                            "every instance walks the same path from its start: the size is that "
                            "of the longest walk" },
    [WARN_NO_SCALING] = { "no-scaling",
                          "the size hardly varies over the runs: they cannot tell how cost grows" },
    [WARN_GROWING_WORK] = { "growing-work",
                            "the larger an instance, the more it accesses in each iteration: counting "
                            "iterations understates its cost" },
    [WARN_CROSSED] = { "crossed",
                       "traced instances began in one run of the log and ended in another: they "
                       "are no samples" },
    [WARN_WILD] = { "wild", "a few runs are so far off all others that they were left out" },
    [WARN_CAPPED] = { "capped", "of senders with very many runs only some are fitted" },
    [WARN_NO_INPUT] = { "no-input", "no input read" },
    [WARN_ROUNDED] = { "rounded", "senders left two digits of sizes and costs" },
};

const char *warn_code(enum warning warning)
{
    return table[warning].code;
}

const char *warn_text(enum warning warning)
{
    return table[warning].text;
}

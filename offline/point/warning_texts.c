/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "point/warning_texts.h"

static const struct {
    const char *code, *text;
} table[WARNINGS] = {
    [WARN_FEW_PAIRS] = { "few-pairs", "fewer than 10 pairs were traced: the size is an order of magnitude only" },
    [WARN_NO_RECAPTURE] = { "no-recapture",
                            "no byte was read by two traced pairs: the size is unknown" },
    [WARN_BUDGET_LIMITED] = { "budget-limited", "pairs were not traced, to keep ALGOPROF_BUDGET" },
    [WARN_SPACE_LIMITED] = { "space-limited",
                             "pairs were not traced: the log or memory was full" },
    [WARN_CUT] = { "cut", "some traced instances were not traced to their end: they are left out" },
    [WARN_LOST] = { "lost", "parts of some traces were lost for want of memory" },
    [WARN_THINNED] = { "thinned", "sets have a sample of the bytes read, to stay within the budget or the log's limit" },
    [WARN_PARTIAL] = { "partial", "the process did not end normally, or its log was full: counts up to that moment" },
    [WARN_OPAQUE] = { "opaque", "what some called functions read is not in the size: they were built without the plugin" },
    [WARN_BLIND] = { "blind", "some accesses could not be recorded" },
    [WARN_MIXED_BUILDS] = { "mixed-builds", "the logs hold this target in several builds" },
    [WARN_UNSEEN] = { "unseen", "the bytes read by some outermost calls are unknown" },
    [WARN_BALANCED] = { "balanced",
                        "calls grow with the bytes read, not exponentially: n is bytes read" },
    [WARN_UNREPRESENTATIVE] = { "unrepresentative",
                                "the traced instances are not like the others: their mean cost is "
                                "off by more than a fifth" },
    [WARN_FEW_RECAPTURES] = { "few-recaptures",
                              "hardly any byte was read by two pairs: the size is the larger of two "
                              "that are possible" },
    [WARN_EXTRAPOLATED] = { "extrapolated", "more than 80 % of the size was read by no traced instance: it is extrapolated" },
    [WARN_UNEVEN] = { "uneven", "new bytes come very unevenly: a few instances may read most of them" },
    [WARN_WIDE] = { "wide", "the size's interval is wider than a factor of 3" },
    [WARN_BOUNDED] = { "bounded", "the estimate was larger than the arrays that were read, and was reduced to these" },
    [WARN_TWO_KINDS] = { "two-kinds", "two kinds of bytes: some are read once, others often" },
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
                       "are left out" },
    [WARN_WILD] = { "wild", "a few runs are so far off all others that they were left out" },
    [WARN_CAPPED] = { "capped", "of clients that sent more than 64 runs, 64 are fitted" },
    [WARN_NO_INPUT] = { "no-input", "no input read" },
    [WARN_ROUNDED] = { "rounded", "sizes and costs were sent with two digits" },
};

const char *warn_code(enum warning warning)
{
    return table[warning].code;
}

const char *warn_text(enum warning warning)
{
    return table[warning].text;
}

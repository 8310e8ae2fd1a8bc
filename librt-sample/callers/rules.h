/* SPDX-License-Identifier: MIT
 * Rules of frames (callers/cfi.h) of the program's own places, as a thread met them last (callers/rules.c). */
#ifndef RT_RULES_H
#define RT_RULES_H

#include "callers/cfi.h"

#define RT_RULES 64u
#define RT_RULES_SET 4u         /* a place is looked for among so many */

/* All zero: none is known. */
struct rt_rules {
    struct rt_known_rule {
        uint64_t pc;
        struct rt_frame_rule rule;
    } known[RT_RULES];
    uint32_t kept;              /* so many were, ever */
};

/* Of the place pc, not 0.  NULL: it is not known; else it holds until the next is kept.  A thread's own: takes no lock. */
const struct rt_frame_rule *rt_rules_find(const struct rt_rules *, uint64_t pc);
/* In place of an older one.  A signal's handler may jump out of it. */
void rt_rules_keep(struct rt_rules *, uint64_t pc, struct rt_frame_rule);

#endif

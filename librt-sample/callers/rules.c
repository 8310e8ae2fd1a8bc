/* SPDX-License-Identifier: MIT
 *
 * Most walks of a thread come through the same few places.  The frames of one walk must not displace each other: of ten,
 * two would in every second program, if each had one slot of 64.  So each place has four slots. */
#include "callers/rules.h"
#include "core/state.h"
#include <stddef.h>

static unsigned set_of(uint64_t pc)
{
    return (unsigned)(pc * 0x9e3779b97f4a7c15u >> 32) % (RT_RULES / RT_RULES_SET) * RT_RULES_SET;
}

const struct rt_frame_rule *rt_rules_find(const struct rt_rules *r, uint64_t pc)
{
    const struct rt_known_rule *set = &r->known[set_of(pc)];
    for (unsigned i = 0; i < RT_RULES_SET; i++)
        if (set[i].pc == pc)
            return &set[i].rule;
    return NULL;
}

void rt_rules_keep(struct rt_rules *r, uint64_t pc, struct rt_frame_rule rule)
{
    struct rt_known_rule *set = &r->known[set_of(pc)], *known = &set[r->kept++ % RT_RULES_SET];
    for (unsigned i = 0; i < RT_RULES_SET && known->pc; i++)
        if (!set[i].pc)
            known = &set[i];
    known->pc = 0;
    RT_BARRIER();
    known->rule = rule;
    RT_BARRIER();
    known->pc = pc;
}

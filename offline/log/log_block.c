/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Payloads of blocks: checked, copied (a log's blocks are 8-byte aligned in the
 * file, but nothing relies on that here), added to arrays.
 */
#include "log/log_block.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "size/cell_code.h"
#include "log/log_chain.h"

#define MOST_INSTANCES (UINT64_C(1) << 25)      /* of a log, each of which takes time; one of the default size has fewer */

#define ADD(log, what) \
    (array_grow(&(log)->what, &(log)->cap_##what, (log)->n_##what + 1, sizeof *(log)->what) == 0 \
         ? &(log)->what[(log)->n_##what] : NULL)

/* Takes `size` bytes off the front of a payload. */
static bool take(const uint8_t **p, size_t *left, void *out, size_t size)
{
    if (*left < size)
        return false;
    memcpy(out, *p, size);
    *p += size;
    *left -= size;
    return true;
}

/* Takes len bytes as clean text.  NULL: too short (err says so) or no memory. */
static char *take_text(const uint8_t **p, size_t *left, size_t len, struct err *err)
{
    if (*left < len) {
        err_set(err, "string of %zu bytes in %zu", len, *left);
        return NULL;
    }
    char *text = text_clean(*p, len);
    if (!text)
        err_memory(err);
    *p += len;
    *left -= len;
    return text;
}

static char *take_string(const uint8_t **p, size_t *left, struct err *err)
{
    uint16_t len;
    if (!take(p, left, &len, sizeof len)) {
        err_set(err, "string without length");
        return NULL;
    }
    return take_text(p, left, len, err);
}

static int add_run(struct log *log, uint32_t run, const uint8_t *p, size_t left, struct err *err)
{
    struct alog_run rec;
    struct log_run *entry = ADD(log, runs);
    if (!entry)
        return err_memory(err);
    if (!take(&p, &left, &rec, sizeof rec))
        return err_set(err, "run too short");
    *entry = (struct log_run){ .run = run, .flags = rec.flags, .start_time = rec.start_time };
    entry->label = take_text(&p, &left, rec.label_len, err);
    if (!entry->label)
        return -1;
    log->n_runs++;
    return 0;
}

static int add_run_end(struct log *log, uint32_t run, const uint8_t *p, size_t left,
                       struct err *err)
{
    struct log_run_end *entry = ADD(log, run_ends);
    if (!entry)
        return err_memory(err);
    entry->run = run;
    if (!take(&p, &left, &entry->rec, sizeof entry->rec))
        return err_set(err, "end of a run too short");
    log->n_run_ends++;
    return 0;
}

static int add_module(struct log *log, const uint8_t *p, size_t left, struct err *err)
{
    struct alog_module rec;
    struct log_module *entry = ADD(log, modules);
    if (!entry)
        return err_memory(err);
    if (!take(&p, &left, &rec, sizeof rec) || rec.build_id_len > LOG_MAX_BUILD_ID ||
        rec.build_id_len > left)
        return err_set(err, "module with a bad build-id");
    entry->module = rec.module;
    text_hex(p, rec.build_id_len, entry->build_id);
    log->n_modules++;
    return 0;
}

static int add_site(struct log *log, const uint8_t *p, size_t left, struct err *err)
{
    struct log_site *entry = ADD(log, sites);
    if (!entry)
        return err_memory(err);
    memset(entry, 0, sizeof *entry);
    if (!take(&p, &left, &entry->rec, sizeof entry->rec))
        return err_set(err, "site too short");
    if (entry->rec.kind != ALOG_LOOP && entry->rec.kind != ALOG_RECURSION)
        return err_set(err, "site of unknown kind %u", entry->rec.kind);
    log->n_sites++;     /* log_free frees what follows */
    entry->name = take_string(&p, &left, err);
    if (entry->name)
        entry->function = take_string(&p, &left, err);
    if (entry->function)
        entry->file = take_string(&p, &left, err);
    return entry->file ? 0 : -1;
}

static int add_name(struct log *log, const uint8_t *p, size_t left, struct err *err)
{
    struct alog_name rec;
    struct log_name *entry = ADD(log, names);
    if (!entry)
        return err_memory(err);
    if (!take(&p, &left, &rec, sizeof rec))
        return err_set(err, "name too short");
    *entry = (struct log_name){ rec.name, take_text(&p, &left, rec.len, err) };
    if (!entry->text)
        return -1;
    log->n_names++;
    return 0;
}

/* What of an instance must be so whatever else it says. */
static int check_instance(const struct log_instance *in, struct err *err)
{
    const struct alog_instance *rec = &in->rec;
    if (rec->place > 1 || rec->thin > 32 || rec->thread == ALOG_NONE || rec->period == 0)
        return err_set(err, "instance with values out of range");
    if ((rec->flags & ALOG_I_INNER) && (!in->recursive || rec->place > 0))
        return err_set(err, "inner start that is none of a recursion");
    if ((rec->flags & ALOG_I_UNSEEN) && (rec->rms > 0 || rec->set_bytes > 0))
        return err_set(err, "instance with a set that was given up");
    bool whole = rec->thin == 0 && !(rec->flags & ALOG_I_LOST);
    if (rec->flags & ALOG_I_COUNTED) {
        if (rec->set_bytes > 0 || rec->thin > 0)
            return err_set(err, "instance with a set that is only counted");
    } else if (in->cells > rec->rms || (whole && in->cells != rec->rms))
        return err_set(err, "cell set of %" PRIu64 " cells, %" PRIu64 " announced", in->cells,
                       rec->rms);
    return in->recursive ? chain_check(in, err) : 0;
}

int log_block_lists(struct log_instance *entry, const uint8_t **p, size_t *left, struct err *err)
{
    const struct alog_instance *rec = &entry->rec;
    uint64_t need = (uint64_t)rec->opaque_bytes + rec->set_bytes + entry->chain.rows_bytes;
    if (need > *left)
        return err_set(err, "instance with wrong lengths");
    entry->site = rec->site;
    entry->parent = rec->parent;
    entry->opaque = *p;
    entry->set = *p + rec->opaque_bytes;
    entry->rows = entry->set + rec->set_bytes;
    if (!cell_check(entry->set, rec->set_bytes, &entry->cells))
        return err_set(err, "bad cell set");
    if (check_instance(entry, err) != 0)
        return -1;
    *p += need;
    *left -= need;
    return 0;
}

int log_block_count(struct log *log, uint64_t more, struct err *err)
{
    log->n_traced += more;
    if (more <= MOST_INSTANCES && log->n_traced <= MOST_INSTANCES)
        return 0;
    return err_set(err, "more than %" PRIu64 " traced instances; a lower ALGOPROF_RATE traces fewer", MOST_INSTANCES);
}

static int add_instance(struct log *log, const struct alog_block *block, const uint8_t *p,
                        size_t left, struct err *err)
{
    if (log_block_count(log, 1, err) != 0)
        return -1;
    struct log_instance *entry = ADD(log, instances);
    if (!entry)
        return err_memory(err);
    bool recursive = block->tag == ALOG_CHAIN || block->tag == ALOG_SIZED_CHAIN;
    bool sized = block->tag == ALOG_SIZED_INSTANCE || block->tag == ALOG_SIZED_CHAIN;
    *entry = (struct log_instance){ .run = block->run, .sized = sized, .recursive = recursive, .times = 1 };
    struct alog_instance *rec = &entry->rec;
    if (sized && !take(&p, &left, &entry->user_size, sizeof entry->user_size))
        return err_set(err, "instance too short");
    if (!take(&p, &left, rec, sizeof *rec) ||
        (recursive && !take(&p, &left, &entry->chain, sizeof entry->chain)))
        return err_set(err, "instance too short");
    if (log_block_lists(entry, &p, &left, err) != 0)
        return -1;
    log->n_instances++;
    return left <= 7 ? 0 : err_set(err, "instance with wrong lengths");
}

static bool is_zero(const uint8_t *p, size_t n)
{
    while (n > 0 && p[n - 1] == 0)
        n--;
    return n == 0;
}

#define IS_MUTABLE(type) (offsetof(type, sequence) == 0 && offsetof(type, checksum) == sizeof(type) - sizeof(uint64_t))
static_assert(IS_MUTABLE(struct alog_counts) && IS_MUTABLE(struct alog_sampler_state) &&
              IS_MUTABLE(struct alog_union_state), "take_valid has to find the fields");

/* A copy of a mutable struct, if it is valid and newer than *out: the sequence number is its first field, the
 * checksum its last.  True: it is damaged, rather than never written. */
static bool take_valid(const void *copy, size_t size, void *out)
{
    const size_t checked = size - sizeof(uint64_t);
    uint64_t newest, sequence, checksum;
    memcpy(&newest, out, sizeof newest);
    memcpy(&sequence, copy, sizeof sequence);
    memcpy(&checksum, (const uint8_t *)copy + checked, sizeof checksum);
    if (checksum != XXH3_64bits(copy, checked))
        return !is_zero(copy, size);
    if (sequence > newest)
        memcpy(out, copy, size);
    return false;
}

/* The newest of two copies.  Where neither is valid *out stays. */
static bool take_newest(const void *copies, size_t size, void *out)
{
    bool damaged = take_valid(copies, size, out);
    return take_valid((const uint8_t *)copies + size, size, out) || damaged;
}

static int add_counter(struct log *log, uint32_t run, const uint8_t *p, size_t left,
                       struct err *err)
{
    struct alog_counter rec;
    struct log_counter *entry = ADD(log, counters);
    if (!entry)
        return err_memory(err);
    if (!take(&p, &left, &rec, sizeof rec))
        return err_set(err, "counter too short");
    *entry = (struct log_counter){ .run = run, .site = rec.site, .thread = rec.thread };
    entry->damaged = take_newest(rec.copy, sizeof *rec.copy, &entry->counts);
    if (entry->counts.sequence == 0)
        entry->counts.folded = ALOG_NONE;
    log->n_counters++;
    return 0;
}

static int add_sampler(struct log *log, uint32_t run, const uint8_t *p, size_t left,
                       struct err *err)
{
    struct alog_sampler rec;
    struct log_sampler *entry = ADD(log, samplers);
    if (!entry)
        return err_memory(err);
    if (!take(&p, &left, &rec, sizeof rec))
        return err_set(err, "sampler too short");
    *entry = (struct log_sampler){ .run = run, .site = rec.site, .period = rec.period };
    entry->damaged = take_newest(rec.copy, sizeof *rec.copy, &entry->state);
    log->n_samplers++;
    return 0;
}

static int add_union(struct log *log, uint32_t run, const uint8_t *p, size_t left, struct err *err)
{
    struct alog_union rec;
    struct log_union *entry = ADD(log, unions);
    if (!entry)
        return err_memory(err);
    if (!take(&p, &left, &rec, sizeof rec))
        return err_set(err, "union too short");
    *entry = (struct log_union){ .run = run, .site = rec.site };
    for (unsigned i = 0; i < 2; i++) {
        struct alog_union_state *state = &entry->copy[i];
        entry->damaged |= take_valid(&rec.copy[i], sizeof *state, state);
        for (unsigned k = 1; k < ALOG_UNION_UNITS; k++)
            if (state->cells[k] > state->cells[k - 1])
                return err_set(err, "union of more large units than small ones");
    }
    log->n_unions++;
    return 0;
}

static int add_event(struct log *log, uint32_t run, const uint8_t *p, size_t left, struct err *err)
{
    struct log_event *entry = ADD(log, events);
    if (!entry)
        return err_memory(err);
    entry->run = run;
    if (!take(&p, &left, &entry->rec, sizeof entry->rec))
        return err_set(err, "event too short");
    log->n_events++;
    return 0;
}

int log_block_add(struct log *log, const struct alog_block *block, const uint8_t *payload,
                  size_t size, struct err *err)
{
    switch (block->tag) {
    case ALOG_RUN:
        return add_run(log, block->run, payload, size, err);
    case ALOG_MODULE:
        return add_module(log, payload, size, err);
    case ALOG_SITE:
        return add_site(log, payload, size, err);
    case ALOG_NAME:
        return add_name(log, payload, size, err);
    case ALOG_RUN_END:
        return add_run_end(log, block->run, payload, size, err);
    case ALOG_INSTANCE:
    case ALOG_CHAIN:
    case ALOG_SIZED_INSTANCE:
    case ALOG_SIZED_CHAIN:
        return add_instance(log, block, payload, size, err);
    case ALOG_COMPACT:
        return log_compact_add(log, block, payload, size, err);
    case ALOG_UNION:
        return add_union(log, block->run, payload, size, err);
    case ALOG_COUNTER:
        return add_counter(log, block->run, payload, size, err);
    case ALOG_SAMPLER:
        return add_sampler(log, block->run, payload, size, err);
    case ALOG_EVENT:
        return add_event(log, block->run, payload, size, err);
    case ALOG_LABEL:
    case ALOG_SPENT:
    case ALOG_LOST:
        return log_about_add(&log->about, block, payload, size, err);
    case ALOG_FUNCTION:
    case ALOG_PROFILE:
    case ALOG_SHARED_PROFILE:
    case ALOG_OWN_COSTS:
    case ALOG_OPAQUE_CALL:
        return log_profiles_add(&log->profiles, block, payload, size, err);
    case ALOG_CONTEXT_COSTS:
        return log_growths_add(&log->growths, payload, size, err);
    case ALOG_CONTEXT:
    case ALOG_CONTEXT_OF:
        return log_callers_add(&log->callers, block, payload, size, err);
    case ALOG_CALLABLE:
    case ALOG_CONTEXTS:
        return log_contexts_add(&log->contexts, block, payload, size, err);
    default:
        log->unknown_blocks++;
        return 0;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a log (include/algoprof/log_format.h) into arrays.  Everything in it
 * is checked first: a log is whole and consistent here, or was refused.
 */
#ifndef OFFLINE_LOG_READ_H
#define OFFLINE_LOG_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"
#include "base/util.h"
#include "log/log_callers.h"
#include "log/log_compact.h"
#include "log/log_context.h"
#include "log/log_growth.h"
#include "log/log_profile.h"

/* Larger files are refused: the runtime's own bound is ALGOPROF_MAX_LOG. */
#define LOG_MAX_BYTES (UINT64_C(8) << 30)
#define LOG_MAX_BUILD_ID 64

struct log_run {
    uint32_t run;
    uint32_t flags;             /* enum alog_run_flag */
    uint64_t start_time;
    char *label;
    bool closed;                /* its counts are final */
    bool has_end;
    bool is_short;              /* some of them, or of the run before, were not read in time */
    struct alog_run_end end;    /* only if has_end, else all 0 */
};

struct log_run_end {
    uint32_t run;
    struct alog_run_end rec;
};

struct log_module {
    uint32_t module;
    char build_id[2 * LOG_MAX_BUILD_ID + 1];    /* hexadecimal; "" if there is none */
};

struct log_site {
    struct alog_site rec;
    char *name, *function, *file;
    const struct log_module *module;
};

struct log_name {
    uint32_t name;
    char *text;
};

struct log_instance {
    struct alog_instance rec;
    uint32_t run;
    uint32_t site;              /* index in log.sites */
    uint32_t parent;            /* likewise, or ALOG_NONE */
    uint64_t cells;             /* cells in the stored (perhaps thinned) set; 0 with ALOG_I_COUNTED */
    const uint8_t *opaque, *set;    /* rec.opaque_bytes, rec.set_bytes; inside the log */
    bool sized;                 /* the user's size is known: */
    uint64_t user_size;
    uint32_t context;           /* index + 1 in log.callers; 0: not known */
    bool folded;                /* it stands for all that are alike but for when they were, all of them only counted
                                   (ALOG_I_COUNTED): for */
    uint64_t times;             /* so many; else 1 */
    bool recursive;             /* of a recursion, outermost or an inner start; only then
                                   are these: */
    struct alog_chain chain;
    const uint8_t *rows;        /* chain.rows_bytes; log_chain.h reads them */
};

struct log_counter {
    uint32_t run, site, thread; /* site: index in log.sites */
    bool damaged;               /* a copy was written but is not valid */
    struct alog_counts counts;  /* newest valid copy; all 0 if there is none */
};

struct log_sampler {
    uint32_t run, site;         /* site: index in log.sites */
    uint64_t period;
    bool damaged;
    struct alog_sampler_state state;
};

struct log_union {
    uint32_t run, site;         /* site: index in log.sites */
    bool damaged;
    struct alog_union_state copy[2];    /* all 0: not valid */
};

struct log_event {
    uint32_t run;
    struct alog_event rec;
};

struct log_label {
    uint32_t order;
    char *key, *text;           /* key: "" is the label without a key */
};

/* Kinds of targets that no site of a log has: functions of in-house mode, by rms and by trms. */
enum { KIND_FUNCTION = 0xf0, KIND_FUNCTION_TRMS };

/* "loop" or "recursion", of an enum alog_kind; "function" of the two above. */
const char *log_kind_name(unsigned kind);

/* About the process as a whole. */
struct log_about {
    struct log_label *labels;   /* sorted by key, unique */
    size_t n_labels, cap_labels;
    bool has_spent;
    struct alog_spent spent;
    struct alog_lost lost;      /* what the uploader told of; all 0: of nothing */
};

/* Of an enum alog_loss, as spool_layout.h names reasons. */
const char *log_loss_name(unsigned loss);

/* How many logs that is of all reasons. */
uint64_t log_losses(const struct alog_lost *lost);

/* The labels as one text, "TEXT" or "KEY=TEXT" with blanks between; "": none.
 * malloc'ed; NULL: no memory. */
char *log_about_label(const struct log_about *about);

/* Strings are clean UTF-8 (text_clean).  Runs, sites, names and modules are
 * sorted by their numbers, samplers by run and site, the rest stands in the
 * file's order.  The number of a run is its index; only a log of a single run
 * may have none in `runs`. */
struct log {
    struct alog_header header;
    struct alog_commit commit;
    uint8_t *bytes;
    struct log_run *runs;
    struct log_run_end *run_ends;
    struct log_module *modules;
    struct log_site *sites;
    struct log_name *names;
    struct log_instance *instances;
    struct log_counter *counters;
    struct log_sampler *samplers;
    struct log_union *unions;
    struct log_event *events;
    struct log_about about;
    struct log_profiles profiles;       /* of in-house mode */
    struct log_growths growths;         /* of that and contexts */
    struct log_contexts contexts;
    struct log_callers callers;
    struct log_compact *compacts;       /* of which the instances from n_single on are; and */
    struct log_tally *tallies;
    size_t n_compacts, cap_compacts, n_tallies, n_single;
    uint64_t n_traced;          /* instances that the log has */
    uint64_t n_only_counted;    /* of these, whose sets are left out: there are too many (log_compact.h) */
    size_t n_runs, n_run_ends, n_modules, n_sites, n_names, n_instances, n_counters, n_samplers,
        n_unions, n_events;
    size_t cap_runs, cap_run_ends, cap_modules, cap_sites, cap_names, cap_instances, cap_counters,
        cap_samplers, cap_unions, cap_events;
    uint64_t free_bytes;        /* in dropped blocks */
    size_t unknown_blocks;      /* skipped: tags of later versions */
};

/* A file that begins so is neither a log, nor a packed or merged one; it need not be read on. */
bool log_is_foreign(const uint8_t *begin, size_t n);

/* Reads the file `path`, "-" for stdin, which may be compressed (unpack.h).  0, or -1 with the reason in err.
 * Threads may read different logs at once.  Free with log_free. */
int log_read(const char *path, struct log **out, struct err *err);

/* As log_read, from memory.  bytes is malloc'ed and becomes the log's, also
 * on error. */
int log_parse(uint8_t *bytes, size_t size, struct log **out, struct err *err);

void log_free(struct log *log);

/* What stopped more than one target: 1 << enum alog_stop of each reason. */
unsigned log_stops(const struct log *log);

/* Exact counts of one target in one run, all threads. */
struct log_total {
    uint32_t run, site;         /* site: index in log.sites */
    uint64_t instances, cost;
    uint64_t traced, untraced_starts;
    uint64_t threads;
    bool damaged;               /* some copy was damaged: counts are older ones */
};

/* All totals with a counter or an instance, sorted by run, then site.  Of a
 * thread the counter or its newest instance block counts, whichever has more
 * instances; threads already folded into a sum are skipped.  Free *out. */
int log_totals(const struct log *log, struct log_total **out, size_t *n, struct err *err);

/* The index of the total of that run and site, which has one: n > 0. */
size_t log_total_find(const struct log_total *totals, size_t n, uint32_t run, uint32_t site);

/* What the first instances read, of so many that are counted: the newest copy that has no more.  A killed process's
 * union may be of a later moment than its counts; without an older copy it says nothing, and all is 0. */
struct alog_union_state log_union_of(const struct log_union *u, uint64_t counted);

/* Whether counts can be those of the traced instances: of a finished log no
 * fewer than these in any run, and no less cost.  Of others, and of forked
 * processes', the counts may be of an earlier moment; of runs marked short they
 * are.  0, or -1 with the reason. */
int log_totals_check(const struct log *log, const struct log_total *totals, size_t n,
                     struct err *err);

/* Called with each (name, calls) of an instance's opaque list. */
typedef void log_opaque_fn(void *arg, const char *name, uint64_t calls);
void log_opaque(const struct log *log, const struct log_instance *instance, log_opaque_fn *fn,
                void *arg);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Programs that are shipped: consent, the operator's switch and the user's
 * spool (include/algoprof/spool_layout.h, docs/spool.md).  All system calls by
 * path are made at start, at exit and in the calls of algoprof.h.
 */
#ifndef RT_SPOOL_H
#define RT_SPOOL_H

#include "log/log.h"
#include <algoprof/rt_abi.h>

/* The application compiled in; NULL: a developer's program, which has no spool. */
const char *rt_spool_app(void);

/* ---- what may be recorded (spool/allowed_modules.c): what is shipped, in its own application's spool only.  If it may,
 * it asks for the log (rt_asked). */

bool rt_site_is_of_place(const struct algoprof_site *);
/* What lies at the address; shipped: in a module that has a note of its application. */
bool rt_module_is_of_place(bool shipped, const void *address);
/* May the module that has the address say anything for the log?  That asks for none. */
bool rt_caller_is_of_place(const void *address);
/* Is there a module that may record for a log on the desk? */
bool rt_desk_is_asked_for(void);

/* ---- everything below only where there is one, and under rt_lock ---- */

/* The spool's folders while they are worked in. */
struct rt_spool {
    char path[2048];            /* of the application's folder, absolute */
    size_t len;
    int folder, run, out;       /* descriptors; -1: not open */
};

enum rt_make { RT_FIND, RT_MAKE };      /* what is missing may be made */

/* Open the application's folder.  false: there is none, or it is not only the
 * user's.  Nothing stays open then. */
bool rt_spool_open(struct rt_spool *, enum rt_make);
/* And the folders in it; false: not both could be opened. */
bool rt_spool_open_inner(struct rt_spool *, enum rt_make);
void rt_spool_close(struct rt_spool *);

/* What is in a folder, but "." and ".."; entry returns false to stop.  false:
 * stopped, unreadable or too much. */
typedef bool rt_entry(int folder, const char *name, void *arg);
bool rt_spool_walk(int folder, rt_entry *, void *arg);

/* Rename, where nothing is; names are relative to the folders. */
void rt_spool_move(int from_folder, const char *from, int to_folder, const char *to);
/* Logs of dead writers go to out/. */
void rt_spool_bury(struct rt_spool *);
/* For the uploader: a log of that name, "ID…", could not be begun. */
void rt_spool_note_not_begun(const struct rt_spool *, const char *name);
/* Keep the spool's limits, with a log that is to begin; false: not to be had. */
bool rt_spool_make_room(const struct rt_spool *);

/* The log's file: made in run/, if there is consent; when the process ends in order, trimmed and moved to
 * out/, for which nothing is opened. */
extern const struct rt_place rt_spool_place;

/* May this process write?  Consent in the open folder, or by the variable. */
bool rt_consent_in(const struct rt_spool *);
/* Is there consent at all?  Opens nothing but the folder, makes nothing. */
bool rt_consent_given(void);
/* RT_ON, RT_WAIT for consent, or RT_OFF.  forked: the parent was on. */
int rt_shipped_state(bool forked);
/* The client id that the user agreed to; false: none. */
bool rt_client_id(uint8_t id[16]);

/* The program's calls, under rt_lock: false: failed. */
bool rt_consent_store(void);
bool rt_consent_remove(void);

/* Whether the receiver asked for a pause, which the spool's file `paused` says. */
bool rt_spool_paused(void);

/* What the operator says: may processes of this program write logs, and is this
 * one of the share that does?  Draws. */
bool rt_switched_on(const char *app);

#endif

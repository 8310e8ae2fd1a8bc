/* SPDX-License-Identifier: MIT
 *
 * The spool's folder: whose it is, what was agreed, which logs are in it.
 */
#ifndef UPLOAD_SPOOL_H
#define UPLOAD_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algoprof/spool_layout.h"
#include "say.h"

#define ID_ROOM (ASPOOL_ID_DIGITS + 1)

struct spool {
    char app[ASPOOL_APP_MAX + 1];
    int folder, run, out;       /* -1: not open */
    int lock;
};

/* One log, complete or not. */
struct spool_log {
    char id[ID_ROOM];
    char file[96];              /* its name in run or out */
    bool in_run;                /* else in out */
    bool dead;                  /* its writer died */
    bool alive;                 /* the writer may still write: leave it alone */
    int64_t changed;            /* seconds since 1970 */
    uint64_t size;              /* the file's, bytes */
};

struct spool_list {
    struct spool_log *logs;     /* those that changed first come first */
    size_t n;
};

enum spool_result {
    SPOOL_ERROR = -1,           /* with the reason */
    SPOOL_FINE,
    SPOOL_NONE,                 /* there is none; the lock: held by another uploader */
};

/* Whether a name is one of an application. */
bool spool_is_app(const char *app);

/* The spools' folder of the user: ".../algoprof".  0, or -1 with the reason. */
int spool_parent(char *path, size_t room, struct err *err);

/* Opens the folder `path`.  Close it unless it says SPOOL_NONE or fails. */
enum spool_result spool_open(struct spool *spool, const char *path, const char *app,
                             struct err *err);
void spool_close(struct spool *spool);

/* Keeps other uploaders out until the spool is closed. */
enum spool_result spool_take(struct spool *spool, struct err *err);

/* What the user agreed to at this moment. */
enum spool_consent {
    CONSENT_NONE,
    CONSENT_FILE,
    CONSENT_VARIABLE,           /* only by this process's environment */
    CONSENT_REFUSED,            /* not in this process: send nothing, remove nothing */
};
enum spool_consent spool_consent(const struct spool *spool);
/* `when`: since when (seconds since 1970). */
bool spool_withdrawn(const struct spool *spool, int64_t *when);

/* All logs.  0, or -1 with the reason; free the list in either case. */
int spool_list(const struct spool *spool, struct spool_list *list, struct err *err);
void spool_list_free(struct spool_list *list);

/* Moves a log of a dead writer to out, unless it came to life or went away; the log says
 * where it is now.  False: as many of the dead as may come in a day are there, remove it. */
bool spool_adopt(const struct spool *spool, struct spool_log *log);

/* The folder that a log is in. */
int spool_folder_of(const struct spool *spool, const struct spool_log *log);

/* Opens a log and takes its lock; close it.  -1: it is gone, no regular file, or held
 * by its writer (*held). */
int spool_open_log(const struct spool *spool, const struct spool_log *log, bool *held);

/* A file that is written whole or not at all.  0, or -1 with the reason. */
int spool_write(const struct spool *spool, const char *name, const char *text, size_t size,
                struct err *err);

#endif

/* SPDX-License-Identifier: MIT
 *
 * Logs that dead processes left in a spool: what the runtime and the uploader both do
 * with them (docs/spool.md).  Safe where malloc is not.
 */
#ifndef COMMON_DEAD_LOGS_H
#define COMMON_DEAD_LOGS_H

#include <algoprof/log_format.h>
#include <algoprof/spool_layout.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Cuts such a log, of full length still, to what its newest commit has.  Its time of last
 * change, by which the oldest go first, stays.  hash: XXH3, 64 bits, seed 0. */
static inline void dead_log_trim(int fd, uint64_t hash(const void *data, size_t size))
{
    struct alog_commit copy[2];
    struct stat st;
    uint64_t used = 0, sequence = 0;
    if (fstat(fd, &st) != 0 ||
        pread(fd, copy, sizeof copy, offsetof(struct alog_header, commit)) != sizeof copy)
        return;
    for (int i = 0; i < 2; i++)
        if (copy[i].sequence > sequence &&
            copy[i].checksum == hash(&copy[i], offsetof(struct alog_commit, checksum))) {
            sequence = copy[i].sequence;
            used = copy[i].used;
        }
    if (used < ALOG_HEADER_SIZE || used >= (uint64_t)st.st_size || ftruncate(fd, (off_t)used) != 0)
        return;
    const struct timespec times[2] = { st.st_atim, st.st_mtim };
    futimens(fd, times);
}

/* "ID TIME\n": an entry of ASPOOL_DIED. */
#define DIED_DIGITS 10
#define DIED_LINE (ASPOOL_ID_DIGITS + 1 + DIED_DIGITS + 1)

/* Whether one more log of a dead process may stay today: it takes a place, which is free
 * again after a day, of the ASPOOL_DEAD_A_DAY in `folder`'s ASPOOL_DIED.  It may, too, where that
 * file cannot be had or is in use.  id: ASPOOL_ID_DIGITS digits; now: seconds since 1970. */
static inline bool dead_log_may_stay(int folder, const char *id, uint64_t now)
{
    char line[DIED_LINE];
    unsigned place = 0;
    int fd = openat(folder, ASPOOL_DIED, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
                    ASPOOL_FILE_MODE);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (fd >= 0)
            close(fd);
        return true;
    }
    fchmod(fd, ASPOOL_FILE_MODE);       /* whatever the umask is */
    for (; place < ASPOOL_DEAD_A_DAY &&
           pread(fd, line, sizeof line, (off_t)(place * sizeof line)) == sizeof line; place++) {
        uint64_t when = 0;
        for (int i = 0; i < DIED_DIGITS; i++)
            when = when * 10 + (uint64_t)(line[ASPOOL_ID_DIGITS + 1 + i] - '0');
        if (memcmp(line, id, ASPOOL_ID_DIGITS) == 0 || when > now || when + 86400 <= now)
            break;
    }
    memcpy(line, id, ASPOOL_ID_DIGITS);
    line[ASPOOL_ID_DIGITS] = ' ';
    line[sizeof line - 1] = '\n';
    uint64_t rest = now;
    for (int i = DIED_DIGITS; i-- > 0; rest /= 10)
        line[ASPOOL_ID_DIGITS + 1 + i] = (char)('0' + rest % 10);
    bool stays = place < ASPOOL_DEAD_A_DAY;
    ssize_t n = stays ? pwrite(fd, line, sizeof line, (off_t)(place * sizeof line)) : 0;
    (void)n;                    /* without a note it stays all the same */
    close(fd);
    return stays;
}

#endif

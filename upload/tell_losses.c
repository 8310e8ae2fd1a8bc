/* SPDX-License-Identifier: MIT */
#include "tell_losses.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- the block ---- */

static struct alog_commit *newest_commit(struct alog_header *header)
{
    struct alog_commit *best = NULL;
    for (int i = 0; i < 2; i++) {
        struct alog_commit *commit = &header->commit[i];
        if (commit->checksum == XXH3_64bits(commit, offsetof(struct alog_commit, checksum)) &&
            (!best || commit->sequence > best->sequence))
            best = commit;
    }
    return best;
}

bool lost_tell(struct object *object, const struct alog_lost *lost)
{
    struct alog_block block = { .tag = ALOG_LOST, .len = sizeof block + sizeof *lost };
    size_t size = object->log_size + block.len;
    struct alog_header header;
    uint64_t seed;
    if (object->log_size % 8 != 0 || size > ASPOOL_LOG_BYTES)
        return false;
    memcpy(&header, object->log, sizeof header);
    struct alog_commit *commit = newest_commit(&header);
    uint8_t *log = commit ? realloc(object->log, size) : NULL;
    if (!log)
        return false;
    memcpy(&seed, &block, sizeof seed);
    block.checksum = XXH3_64bits_withSeed(lost, sizeof *lost, seed);
    memcpy(log + object->log_size, &block, sizeof block);
    memcpy(log + object->log_size + sizeof block, lost, sizeof *lost);
    commit->used = size;
    commit->checksum = XXH3_64bits(commit, offsetof(struct alog_commit, checksum));
    memcpy(log, &header, sizeof header);
    memcpy(object->plain, object->hash, sizeof object->plain);
    object->log = log;
    object->log_size = size;
    object_name(object);
    return true;
}

/* ---- which log tells ---- */

static bool tells(const struct records *records, const char *id)
{
    return records->teller.id[0] && strcmp(records->teller.id, id) == 0;
}

static void take(struct records *records, const struct spool_log *log, struct object *object)
{
    struct teller teller = { .fresh = true };
    if (records_count_lost(records, &teller.lost, &teller.upto) == 0 || !lost_tell(object, &teller.lost))
        return;
    memcpy(teller.id, log->id, sizeof teller.id);
    memcpy(teller.hash, object->hash, sizeof teller.hash);
    records->teller = teller;
}

void lost_add(struct pass *pass, const struct spool_log *log, struct object *object)
{
    struct records *records = &pass->records;
    if (log->alive)
        return;
    if (tells(records, log->id)) {
        /* Made otherwise than before (--round), it is another object. */
        if (lost_tell(object, &records->teller.lost))
            memcpy(records->teller.hash, object->hash, sizeof records->teller.hash);
        else
            lost_again(records, log->id);
    } else if (!records->teller.id[0] && !records_find(records, object->hash) &&
             !records_is_sent(records, object->hash) && !records_is_given_up(records, object->hash) &&
             !records_is_given_up(records, log->id)) {
        take(records, log, object);
    }
}

void lost_sent(struct records *records, const char *id)
{
    if (!tells(records, id))
        return;
    records->told = records->teller.upto;
    records->teller = (struct teller){ .fresh = false };
}

void lost_again(struct records *records, const char *id)
{
    if (tells(records, id))
        records->teller = (struct teller){ .fresh = false };
}

void lost_refused(struct records *records, const char *id, struct record *record, const struct object *object)
{
    if (!tells(records, id) || !records->teller.fresh)
        return;
    memcpy(record->hash, object->plain, sizeof record->hash);
    lost_again(records, id);
}

void lost_begin(struct records *records, const struct spool_list *list)
{
    const struct teller *teller = &records->teller;
    if (!teller->id[0])
        return;
    if (records_is_sent(records, teller->hash)) {
        lost_sent(records, teller->id);
        return;
    }
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->logs[i].id, teller->id) == 0)
            return;
    lost_again(records, teller->id);
}

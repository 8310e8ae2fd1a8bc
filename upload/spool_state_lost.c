/* SPDX-License-Identifier: MIT
 *
 * Which losses were told, and to which log others were given to tell. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spool_state.h"

/* A log that was given up, as a line of the file. */
struct line {
    char id[ID_ROOM];
    size_t number;
    enum alog_loss why;         /* ALOG_LOSSES: nobody had agreed to it */
};

static enum alog_loss reason_of(const char *line)
{
    static const struct {
        const char *reason;
        enum alog_loss why;
    } reasons[] = {
        { ASPOOL_REASON_FULL, ALOG_L_FULL }, { ASPOOL_REASON_OLD, ALOG_L_OLD },
        { ASPOOL_REASON_DEAD, ALOG_L_DEAD }, { ASPOOL_REASON_NO_LOG, ALOG_L_NO_LOG },
        { ASPOOL_REASON_REFUSED, ALOG_L_REFUSED }, { ASPOOL_REASON_TRIES, ALOG_L_TRIES },
        { ASPOOL_REASON_NOT_BEGUN, ALOG_L_NOT_BEGUN }, { ASPOOL_REASON_NO_CONSENT, ALOG_LOSSES },
    };
    char word[32] = "";
    sscanf(line + ASPOOL_ID_DIGITS, " %*s %31s", word);
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(word, reasons[i].reason) == 0)
            return reasons[i].why;
    return ALOG_L_OTHER;
}

static int by_id(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    int order = strcmp(x->id, y->id);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static struct line *read_lines(const struct spool *spool, size_t *n)
{
    FILE *stream = records_open(spool, ASPOOL_GIVEN_UP);
    struct line *lines = NULL;
    size_t room = 0;
    char text[256];
    *n = 0;
    while (stream && fgets(text, sizeof text, stream)) {
        if (!records_is_line(text))
            continue;
        if (*n == room) {
            room = room ? 2 * room : 64;
            struct line *more = realloc(lines, room * sizeof *more);
            if (!more)
                break;
            lines = more;
        }
        lines[*n] = (struct line){ .number = *n, .why = reason_of(text) };
        memcpy(lines[*n].id, text, ASPOOL_ID_DIGITS);
        ++*n;
    }
    if (stream)
        fclose(stream);
    return lines;
}

size_t records_count_lost(const struct records *records, struct alog_lost *lost, size_t *upto)
{
    size_t n, all = 0;
    struct line *lines = read_lines(records->spool, &n);
    /* A shorter file is a new one. */
    size_t told = records->told <= n ? records->told : 0;
    *lost = (struct alog_lost){ .logs = { 0 } };
    *upto = n;
    if (n > 0)
        qsort(lines, n, sizeof *lines, by_id);
    for (size_t i = 0; i < n; i++) {
        if (lines[i].number < told || lines[i].why == ALOG_LOSSES ||
            (i > 0 && strcmp(lines[i].id, lines[i - 1].id) == 0))
            continue;
        lost->logs[lines[i].why]++;
        all++;
    }
    free(lines);
    return all;
}

/* "teller ID HASH UPTO COUNT...": all of it or nothing. */
static bool load_teller(struct teller *teller, const char *line)
{
    struct teller t = { .fresh = false };
    int at = 0;
    if (sscanf(line, "teller %32[0-9a-f] %32[0-9a-f] %zu%n", t.id, t.hash, &t.upto, &at) != 3 ||
        strlen(t.id) != ASPOOL_ID_DIGITS || strlen(t.hash) != ASPOOL_ID_DIGITS)
        return false;
    for (int i = 0, more = 0; i < ALOG_LOSSES; i++, at += more)
        if (sscanf(line + at, " %" SCNu32 "%n", &t.lost.logs[i], &more) != 1)
            return false;
    *teller = t;
    return true;
}

bool records_load_lost(struct records *records, const char *line)
{
    return sscanf(line, "told %zu", &records->told) == 1 || load_teller(&records->teller, line);
}

void records_print_lost(const struct records *records, FILE *out)
{
    const struct teller *teller = &records->teller;
    if (records->told)
        fprintf(out, "told %zu\n", records->told);
    if (!teller->id[0])
        return;
    fprintf(out, "teller %s %s %zu", teller->id, teller->hash, teller->upto);
    for (int i = 0; i < ALOG_LOSSES; i++)
        fprintf(out, " %" PRIu32, teller->lost.logs[i]);
    fputc('\n', out);
}

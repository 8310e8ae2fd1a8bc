/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fleet pack FOLDER FILE...   logs as they are uploaded (docs/spool.md), whatever is
 *                             in them: FOLDER/HASH.aplog.zst each; prints the names
 * fleet play FOLDER LOGS [KEY=VALUE...]   what a fleet of users sends (play.h): poison,
 *                             lies, damage, twice, nameless (shares), whale, seed, now;
 *                             from, to: only these of its logs; prints how many are good,
 *                             bad, and objects in all
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "logmake.h"
#include "play.h"
#include "store/store.h"

static void give_up(const char *what)
{
    perror(what);
    exit(2);
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (!in || fseek(in, 0, SEEK_END) != 0)
        give_up(path);
    *size = (size_t)ftell(in);
    rewind(in);
    uint8_t *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, in) != *size)
        give_up(path);
    fclose(in);
    return bytes;
}

/* Writes the object; wrong: under the name of another.  Its name is in hex. */
static void pack(const char *folder, const uint8_t *bytes, size_t size, bool wrong, char *hex)
{
    static ZSTD_CCtx *context;
    static void *packed;
    static size_t room;
    uint8_t hash[STORE_HASH];
    char path[4096];
    if (!context)
        context = ZSTD_createCCtx();
    if (ZSTD_compressBound(size) > room) {
        room = ZSTD_compressBound(size);
        packed = realloc(packed, room);
    }
    store_hash(bytes, size, hash);
    hash[0] ^= wrong;
    text_hex(hash, sizeof hash, hex);
    snprintf(path, sizeof path, "%s/%s.aplog.zst", folder, hex);
    FILE *out = fopen(path, "wb");
    if (!packed || !context || !out)
        give_up(path);
    size_t n = ZSTD_compressCCtx(context, packed, room, bytes, size, 3);
    if (fwrite(packed, 1, n, out) != n || fclose(out) != 0)
        give_up(path);
}

/* As a plain file, whose content is another's. */
static void write_plain(const char *folder, const struct logmake *log, uint64_t number)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/copy-%llu.aplog", folder, (unsigned long long)number);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(log->bytes, 1, log->size, out) != log->size || fclose(out) != 0)
        give_up(path);
}

struct sent {
    uint64_t good, bad, objects;
};

static void send_log(const char *folder, const struct play *play, uint64_t number, struct sent *sent)
{
    struct play_log of;
    struct logmake log;
    char hex[2 * STORE_HASH + 1];
    play_draw(play, number, &of);
    if (of.fate == PLAY_LATE) {
        of.partial = true;
        play_make(&of, &log);
        pack(folder, log.bytes, log.size, false, hex);
        logmake_free(&log);
        of.partial = false;
        sent->good++;
        sent->objects++;
    }
    play_make(&of, &log);
    play_spoil(&log, of.fate, number);
    pack(folder, log.bytes, log.size, of.fate == PLAY_RENAMED, hex);
    bool bad = of.fate >= PLAY_CUT && of.fate <= PLAY_RENAMED;
    sent->bad += bad;
    sent->good += !bad;
    sent->objects++;
    if (of.fate == PLAY_TWICE) {
        write_plain(folder, &log, number);
        sent->objects++;
    }
    logmake_free(&log);
}

/* KEY=VALUE; where the key's value is. */
static bool set_option(struct play *p, uint64_t *from, uint64_t *to, const char *option)
{
    const struct {
        const char *key;
        double *share;
        uint64_t *number;
    } table[] = {
        { "poison", &p->poison, NULL }, { "lies", &p->lies, NULL }, { "damage", &p->damage, NULL },
        { "twice", &p->twice, NULL }, { "nameless", &p->nameless, NULL },
        { "whale", NULL, &p->whale }, { "seed", NULL, &p->seed },
        { "now", NULL, &p->now }, { "from", NULL, from }, { "to", NULL, to },
    };
    char key[16] = "";
    double value = 0;
    if (sscanf(option, "%15[a-z]=%lf", key, &value) != 2)
        return false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(key, table[i].key) != 0)
            continue;
        if (table[i].share)
            *table[i].share = value;
        else
            *table[i].number = (uint64_t)value;
        return true;
    }
    return false;
}

static int play(const char *folder, const char *logs, char **options, int n)
{
    struct play p = { .logs = strtoull(logs, NULL, 10), .seed = 1, .now = 1702592000 };
    struct sent sent = { 0 };
    uint64_t from = 0, to = UINT64_MAX;
    for (int i = 0; i < n; i++)
        if (!set_option(&p, &from, &to, options[i]))
            return 2;
    for (uint64_t i = from; i < p.logs + p.whale && i < to; i++)
        send_log(folder, &p, i, &sent);
    printf("%llu %llu %llu\n", (unsigned long long)sent.good, (unsigned long long)sent.bad,
           (unsigned long long)sent.objects);
    return 0;
}

static int pack_files(const char *folder, char **files, int n)
{
    char hex[2 * STORE_HASH + 1];
    for (int i = 0; i < n; i++) {
        size_t size;
        uint8_t *bytes = read_file(files[i], &size);
        pack(folder, bytes, size, false, hex);
        printf("%s.aplog.zst\n", hex);
        free(bytes);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int result = 2;
    if (argc >= 3 && strcmp(argv[1], "pack") == 0)
        result = pack_files(argv[2], argv + 3, argc - 3);
    else if (argc >= 4 && strcmp(argv[1], "play") == 0)
        result = play(argv[2], argv[3], argv + 4, argc - 4);
    if (result != 0)
        fprintf(stderr, "usage: fleet pack FOLDER FILE... | fleet play FOLDER LOGS [KEY=VALUE...]\n");
    return result;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops of systems: names, symbols, registers, rules and tables. */
#include "nodes.h"

/* A small number is more likely than a large one. */
static uint32_t skewed(uint32_t below)
{
    return draw(draw(below) + 1);
}

/* Names of hosts with what is known of them until it expires: those of one bucket are tried, and expired ones go on the way. */
KIND(hosts_are_resolved, 1.9, 1, 60000, 220000)
{
    enum { BUCKETS = 64 };
    struct host {
        struct host *next;
        uint32_t hash, expires, address;
        char name[32];
        struct item item;
    } *bucket[BUCKETS] = { 0 }, *unused = NULL;
    size_t asked = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t now = (uint32_t)k, number = draw(3) ? skewed(skewed((uint32_t)n / 4) + 1) : draw((uint32_t)n / 4), hash = 2166136261u;
        char name[32];
        snprintf(name, sizeof name, "%s%u.example.%s", number % 4 ? "www" : "cdn", number, number % 3 ? "com" : "org");
        for (size_t i = 0; name[i]; i++)
            hash = (hash ^ (unsigned char)name[i]) * 16777619u;
        struct host **at = &bucket[hash % BUCKETS], *host;
#pragma algoprof loop name(hosts)
        while ((host = *at) && (host->hash != hash || strcmp(host->name, name)))
            if (host->expires < now) {
                *at = host->next;
                host->next = unused;
                unused = host;
            } else {
                at = &host->next;
            }
        if (host && host->expires >= now) {
            sink += host->address;
            continue;
        }
        asked++;
        if (!host) {
            host = unused ? unused : get(sizeof *host);
            unused = unused ? unused->next : NULL;
            *host = (struct host){ .next = bucket[hash % BUCKETS], .hash = hash };
            bucket[hash % BUCKETS] = host;
            strcpy(host->name, name);
        }
        host->address = draw(UINT32_MAX);
        host->expires = now + (uint32_t)(number % 10 ? n / 40 + number % 7 * n / 60 : n);
    }
    sink += (long)asked;
}

/* Symbols are looked for in one library after another, in the order in which they are loaded; plug-ins are loaded later. */
KIND(symbols_in_libraries, 1, 0, 80000, 500000)
{
    enum { LIBRARIES = 48, PLUGINS = 28 };
    struct symbol {
        uint32_t next, hash, name, value;
        struct item item;
    };
    struct library {
        uint32_t symbols, buckets, *bucket;
        uint64_t *filter;
        struct symbol *symbol;
    } library[LIBRARIES];
    uint32_t all = 0;
    for (uint32_t loaded = 0; loaded < LIBRARIES; loaded++) {
        struct library *l = &library[loaded];
        l->symbols = (uint32_t)(loaded == 3 ? n / 8 : 20 + skewed((uint32_t)n / 20));
        l->symbols = all + l->symbols < n ? l->symbols : (uint32_t)n - all;
        l->buckets = l->symbols / 4 + 1;
        l->bucket = get(l->buckets * sizeof *l->bucket);
        l->filter = get((l->symbols / 8 + 1) * sizeof *l->filter);
        l->symbol = get((l->symbols + 1) * sizeof *l->symbol);
        for (uint32_t i = 1; i <= l->symbols; i++) {
            uint32_t name = all++, hash = name * 2654435761u ^ name >> 7, *first = &l->bucket[hash % l->buckets];
            l->symbol[i] = (struct symbol){ .next = *first, .hash = hash, .name = name, .value = draw(1 << 20) };
            *first = i;
            l->filter[hash / 64 % (l->symbols / 8 + 1)] |= 1ull << hash % 64;
        }
        if (loaded + PLUGINS < LIBRARIES)
            continue;
        for (uint32_t needed = 0; needed < 10 + 3 * l->symbols; needed++) {
            uint32_t name = draw(4) ? skewed(all) : draw(all), hash = name * 2654435761u ^ name >> 7, found = 0;
#pragma algoprof loop name(libraries)
            for (uint32_t i = 0; i <= loaded && !found; i++) {
                const struct library *in = &library[i];
                if (!(in->filter[hash / 64 % (in->symbols / 8 + 1)] >> hash % 64 & 1))
                    continue;
                for (uint32_t s = in->bucket[hash % in->buckets]; s && !found; s = in->symbol[s].next)
                    if (in->symbol[s].hash == hash && in->symbol[s].name == name)
                        found = in->symbol[s].value | 1;
            }
            sink += found;
        }
    }
}

/* What is alive at the same time must not share a register: an edge is added unless it is in the list, last ones first. */
KIND(variables_interfere, 1.9, 1, 3500, 9000)
{
    struct edge {
        struct edge *next;
        uint32_t to;
        struct item item;
    };
    struct variable {
        struct edge *edges;
        uint32_t degree, colour;
    } *variable = get(n * sizeof *variable);
    for (uint32_t from = 0, size; from < n; from += size) {
        uint32_t live[40], lives = 0;
        size = 20 + (draw(4) ? draw(400) : skewed((uint32_t)n / 2));
        size = from + size < n ? size : (uint32_t)n - from;
        for (uint32_t k = 0; k < 3 * size; k++) {
            uint32_t defined = k < 4 ? from + k : from + (draw(3) ? (k / 3 + draw(6)) % size : skewed(k / 3 + 1));
            int known = 0;
            for (uint32_t i = 0; i < lives; i++) {
                known |= live[i] == defined;
                if (live[i] == defined)
                    continue;
                const struct edge *at = variable[live[i]].edges;
#pragma algoprof loop name(edges)
                while (at && at->to != defined)
                    at = at->next;
                if (at)
                    continue;
                struct edge *edge = get(2 * sizeof *edge);
                edge[0] = (struct edge){ .next = variable[live[i]].edges, .to = defined };
                edge[1] = (struct edge){ .next = variable[defined].edges, .to = live[i] };
                variable[live[i]].edges = &edge[0];
                variable[defined].edges = &edge[1];
                variable[live[i]].degree++;
            }
            if (!known && lives == 40)
                live[4 + draw(36)] = defined;
            else if (!known)
                live[lives++] = defined;
            while (lives > 5 + k / 50 % 3 * 8)
                live[5] = live[--lives];
        }
    }
    sink += variable[0].degree;
}

/* A firewall: the first rule that fits decides; who knocks at closed ports is banned for a while by a rule before the last ones. */
KIND(rules_of_a_firewall, 1.9, 1, 36000, 100000)
{
    enum { DEVICES = 4 };
    struct rule {
        struct rule *next;
        uint32_t net, mask, expires;
        uint16_t low, high, allows;
        uint32_t packets;
        struct item item;
    } *rules[DEVICES] = { 0 }, **banned[DEVICES];
    size_t dropped = 0;
    for (int device = 0; device < DEVICES; device++) {
        banned[device] = &rules[device];
        for (int i = 0; i < 12 + 30 * device; i++) {
            struct rule *rule = get(sizeof *rule);
            *rule = (struct rule){ .next = rules[device], .expires = UINT32_MAX, .low = (uint16_t)draw(1024), .allows = 1 };
            rule->high = (uint16_t)(rule->low + draw(8));
            rule->mask = draw(3) ? 0xfff00000 : 0;
            rule->net = draw(UINT32_MAX) & rule->mask;
            rules[device] = rule;
        }
        while (*banned[device] && draw(12))
            banned[device] = &(*banned[device])->next;
    }
    for (size_t k = 0; k < n; k++) {
        uint32_t now = (uint32_t)k, device = skewed(DEVICES), from = skewed(skewed((uint32_t)n / 20) + 1) * 2654435769u;
        uint16_t port = (uint16_t)(draw(3) ? 1 + skewed(1100) : skewed(65536));
        struct rule *rule = rules[device];
#pragma algoprof loop name(rules)
        while (rule && ((from & rule->mask) != rule->net || port < rule->low || port > rule->high))
            rule = rule->next;
        if (rule) {
            rule->packets++;
            dropped += !rule->allows;
        } else if (draw(2)) {
            struct rule *ban = get(sizeof *ban);
            *ban = (struct rule){ .next = *banned[device], .net = from, .mask = UINT32_MAX, .high = UINT16_MAX };
            ban->expires = now + (uint32_t)n / 12 * (1 + skewed(6));
            *banned[device] = ban;
        }
        if (k % 2000 > 0)
            continue;
        for (struct rule **at = banned[device]; *at;)
            if ((*at)->expires < now) {
                struct rule *expired = *at;
                *at = expired->next;
                free(expired);
            } else {
                at = &(*at)->next;
            }
    }
    sink += (long)dropped;
}

/* Functions are compiled while a program runs; the line of an address of one is decoded from the start of its table of steps. */
KIND(lines_of_addresses, 1, 0, 350000, 2000000)
{
    struct function {
        unsigned char *steps;
        uint32_t length, size;
    } *function = get((n / 50 + 1) * sizeof *function);
    size_t functions = 0;
    long lines = 0;
    for (size_t used = 0; used < n;) {
        struct function *f = &function[functions++];
        f->length = 50 + 2 * (draw(100) ? skewed(600) : skewed((uint32_t)n / 20));
        f->steps = get(f->length * sizeof(struct item) / 4);
        for (uint32_t i = 0; i < f->length; i += 2) {
            f->steps[i] = (unsigned char)(1 + skewed(24));
            f->steps[i + 1] = (unsigned char)(draw(4) ? draw(4) : 128 + draw(100));
            f->size += f->steps[i];
        }
        used += f->length;
        for (uint32_t sample = 0; sample < 20 + f->length / 4; sample++) {
            const struct function *in = &function[draw(5) ? functions - 1 - skewed((uint32_t)functions) : skewed((uint32_t)functions)];
            uint32_t wanted = draw(in->size), address = 0, line = 1, at = 0;
#pragma algoprof loop name(steps)
            while (at < in->length && (address += in->steps[at]) <= wanted) {
                line += in->steps[at + 1] < 128 ? in->steps[at + 1] : in->steps[at + 1] - 176u;
                at += 2;
            }
            lines += line;
        }
    }
    sink += lines;
}

/* Words of programs are interned: each is compared with those of its chain, of which there are as many as at the beginning. */
KIND(words_are_interned, 1.9, 1, 70000, 250000)
{
    enum { CHAINS = 64 };
    struct word {
        struct word *next;
        struct item item;
        uint16_t length, uses;
        char text[];
    } *chain[CHAINS] = { 0 };
    size_t words = 0;
    for (size_t k = 0, file = 0; k < n; file++)
        for (size_t end = k + 200 + skewed(8000), own = words; k < end && k < n; k++) {
            char text[40];
            uint32_t number = (uint32_t)words, common = words < 2000 ? number : 2000;
            if (words >= 50 && draw(14) > 0)
                number = own < words && draw(2) ? (uint32_t)own + draw((uint32_t)(words - own)) : skewed(skewed(common) + 1);
            size_t length = (size_t)snprintf(text, sizeof text, "%s_%u", number % 5 ? "get" : "is_valid", number * 7u);
            uint32_t hash = 5381;
            for (size_t i = 0; i < length; i++)
                hash = hash * 33 ^ (unsigned char)text[i];
            struct word **at = &chain[hash % CHAINS];
#pragma algoprof loop name(chain)
            for (; *at; at = &(*at)->next) {
                size_t same = 0;
                while ((*at)->length == length && same < length && (*at)->text[same] == text[same])
                    same++;
                if (same == length)
                    break;
            }
            if (!*at) {
                *at = get(sizeof **at + length + 1);
                (*at)->length = (uint16_t)length;
                strcpy((*at)->text, text);
                words++;
            }
            (*at)->uses++;
        }
    sink += (long)words;
}

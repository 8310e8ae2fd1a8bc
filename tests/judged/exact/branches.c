/* Searches that read one object before and behind a condition, or more than once with
   other bytes between: it is told at once, and only what is read. */
#include "judge.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct link {                   /* the key first, a gap */
    unsigned key, unused;
    char name[20];
    struct link *next;
};

struct tree {
    long key;
    struct tree *child[2];
    int visits;
};

struct wide {                   /* next is too far from the key */
    short key;
    char gap[70];
    struct wide *next;
};

static struct link *links;
static struct tree *root;
static struct wide *wides;

static void insert(long key)
{
    struct tree **t = &root;
    while (*t)
        t = &(*t)->child[key > (*t)->key];
    *t = calloc(1, sizeof **t);
    (*t)->key = key;
}

static void fill(void)
{
    for (unsigned i = 0; i < 60; i++) {
        struct link *l = calloc(1, sizeof *l);
        struct wide *w = calloc(1, sizeof *w);
        l->key = i * 7 % 60;
        l->name[i % 20] = 'x';
        l->next = links;
        links = l;
        w->key = (short)(i * 11 % 60);
        w->next = wides;
        wides = w;
        insert(i * 37 % 101);
    }
}

static long find_link(unsigned key)
{
    const struct link *l = links;
    JUDGE_BEGIN("link");
#pragma algoprof loop name(link)
    while (l) {
        JUDGE_STEP();
        if (l->key == key)
            break;
        l = l->next;
    }
    JUDGE_END();
    return l ? l->name[3] : 1;
}

static long find_in_tree(unsigned key)
{
    struct tree *t = root;
    JUDGE_BEGIN("tree");
#pragma algoprof loop name(tree)
    while (t) {
        JUDGE_STEP();
        if (t->key == (long)key)
            break;
        if (t->key < (long)key)
            t = t->child[1];
        else
            t = t->child[0];
    }
    JUDGE_END();
    return t ? t->key : 2;
}

/* Reads on both sides, and behind both. */
static unsigned both_sides(unsigned key)
{
    const struct link *f = links;
    unsigned hits = 0;
    JUDGE_BEGIN("sides");
#pragma algoprof loop name(sides)
    for (; f; f = f->next) {
        JUDGE_STEP();
        if (f->key > key)
            hits += (unsigned)f->name[1];
        else
            hits += f->unused ^ (unsigned)f->name[17];
    }
    JUDGE_END();
    return hits;
}

/* Without a condition. */
static long with_gaps(long sum)
{
    const struct link *g = links;
    JUDGE_BEGIN("gaps");
#pragma algoprof loop name(gaps)
    for (; g; g = g->next) {
        JUDGE_STEP();
        sum += g->key ^ (unsigned)g->name[9];
    }
    JUDGE_END();
    return sum;
}

/* A write between them. */
static void mark_in_tree(unsigned key, int k)
{
    struct tree *v = root;
    JUDGE_BEGIN("marked");
#pragma algoprof loop name(marked)
    while (v) {
        JUDGE_STEP();
        long at = v->key;
        v->visits = k;
        if (at == (long)key)
            break;
        v = v->visits > (int)key ? v->child[0] : v->child[1];
    }
    JUDGE_END();
}

static bool find_wide(unsigned key)
{
    struct wide *w = wides;
    JUDGE_BEGIN("wide");
#pragma algoprof loop name(wide)
    while (w) {
        JUDGE_STEP();
        if (w->key == (short)key)
            break;
        w = w->next;
    }
    JUDGE_END();
    return w != NULL;
}

int main(void)
{
    long sum = 0;
    fill();
    for (int k = 0; k < 40; k++) {
        unsigned key = (unsigned)opaque(k * 2);
        sum += find_link(key);
        sum += find_in_tree(key);
        sum += both_sides(key);
        sum = with_gaps(sum);
        mark_in_tree(key, k);
        sum += find_wide(key);
    }
    printf("%ld\n", sum);
    return 0;
}

/* Recursions over lists in shuffled memory: with work after the call, and as
   tail calls, which GCC makes loops. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
    char pad[5];
    short key;
    struct node *next;
    long unused;
};

__attribute__((algoprof)) static int total(const struct node *n)
{
    JUDGE_STEP();
    return n ? n->key + total(n->next) : 0;
}

__attribute__((algoprof)) static int has(const struct node *n, int key)
{
    JUDGE_STEP();
    if (!n)
        return 0;
    return n->key == key || has(n->next, key);
}

__attribute__((algoprof)) static struct node *last(struct node *n)
{
    JUDGE_STEP();
    return n->next ? last(n->next) : n;
}

int main(void)
{
    enum { N = 197 };
    struct node *nodes = calloc(N, sizeof *nodes), *head = NULL;
    int sum = 0;
    for (int i = 0; i < N; i++) {
        struct node *n = &nodes[i * 101 % N];
        n->key = (short)i;
        n->next = head;
        head = n;
        if (i % 19 == 0) {
            struct node *end;
            int key = opaque(i / 2), found;
            JUDGE_BEGIN("total");
            sum += total(head);
            JUDGE_END();
            JUDGE_BEGIN("has");
            found = has(head, key);
            JUDGE_END();
            JUDGE_BEGIN("last");
            end = last(head);
            JUDGE_END();
            sum += found + end->key;
        }
    }
    printf("%d\n", sum);
    return 0;
}

/* Lists in shuffled memory: of each node the link and one of three fields. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
    char pad[3];
    int key;
    struct node *next;
    double unused;
};

int main(void)
{
    enum { N = 257 };
    struct node *nodes = calloc(N, sizeof *nodes), *head = NULL;
    int sum = 0;
    for (int i = 0; i < N; i++) {
        struct node *n = &nodes[i * 101 % N];
        n->key = i;
        n->next = head;
        head = n;
    }
    for (int k = 0; k < 20; k++) {
        struct node *n = head;
        int stop = opaque(k * 13);
        JUDGE_BEGIN("walk");
#pragma algoprof loop name(walk)
        while (n) {
            JUDGE_STEP();
            if (n->key == stop)
                break;
            sum += n->key;
            n = n->next;
        }
        JUDGE_END();
    }
    printf("%d\n", sum);
    return 0;
}

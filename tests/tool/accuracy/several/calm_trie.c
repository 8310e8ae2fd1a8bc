/* SPDX-License-Identifier: GPL-3.0-or-later
 * Words go into a trie and come out of a heap: nothing is to blame. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *child[8];
    int count;
};
static unsigned state = 23;

static unsigned next_random(void)
{
    state = state * 1103515245u + 12345u;
    return state >> 8;
}

static void insert(struct node *at, unsigned word)
{
    for (int i = 0; i < 7; i++, word >>= 3) {
        struct node **next = &at->child[word & 7];
        if (!*next)
            *next = calloc(1, sizeof **next);
        at = *next;
    }
    at->count++;
}

static int count_words(const struct node *at)
{
    int sum = at->count > 0;
    for (int i = 0; i < 8; i++)
        if (at->child[i])
            sum += count_words(at->child[i]);
    return sum;
}

static void sift_up(unsigned *heap, int i)
{
    while (i > 0 && heap[(i - 1) / 2] > heap[i]) {
        unsigned t = heap[i];
        heap[i] = heap[(i - 1) / 2];
        heap[(i - 1) / 2] = t;
        i = (i - 1) / 2;
    }
}

static void sift_down(unsigned *heap, int n)
{
    for (int i = 0, k; (k = 2 * i + 1) < n; i = k) {
        if (k + 1 < n && heap[k + 1] < heap[k])
            k++;
        if (heap[i] <= heap[k])
            return;
        unsigned t = heap[i];
        heap[i] = heap[k];
        heap[k] = t;
    }
}

static unsigned drain(unsigned *heap, int n)
{
    unsigned x = 0;
    while (n > 0) {
        x = x * 3 + heap[0];
        heap[0] = heap[--n];
        sift_down(heap, n);
    }
    return x;
}

static unsigned largest(const unsigned *word, int n)
{
    unsigned most = 0;
    for (int i = 0; i < n; i++)
        most = word[i] > most ? word[i] : most;
    return most;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    unsigned *word = malloc((size_t)n * sizeof *word);
    struct node *root = calloc(1, sizeof *root);
    for (int i = 0; i < n; i++)
        word[i] = next_random();
    unsigned most = largest(word, n);
    for (int i = 0; i < n; i++)
        insert(root, word[i]);
    for (int i = 0; i < n; i++)
        sift_up(word, i);
    printf("%d %u %u\n", count_words(root), most, drain(word, n));
    return 0;
}

/* SPDX-License-Identifier: MIT
 *
 * The position of each element among its siblings of the same kind is found
 * by walking back over all of them, in a linked list whose elements lie
 * scattered in memory: n siblings cost n^2.  After Mozilla bug 477564.
 * Nothing is marked in this file: the loop is named on the command line.
 *
 *     main SIBLINGS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

struct element {
    struct element *previous;
    unsigned tag;
    unsigned position;
};

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static unsigned count_siblings(const struct element *element)
{
    unsigned count = 1;
    const struct element *e;

    for (e = element->previous; e; e = e->previous)
        count += e->tag == element->tag;
    return count;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000;
    struct element *memory, **order, *last = NULL;
    unsigned long checksum = 0;

    if (n < 1)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    memory = malloc((size_t)n * sizeof(*memory));
    order = malloc((size_t)n * sizeof(*order));
    if (!memory || !order)
        return 1;
    for (long i = 0; i < n; i++) {
        unsigned j = draw((unsigned)i + 1);

        order[i] = order[j];
        order[j] = &memory[i];
    }
    for (long i = 0; i < n; i++) {
        order[i]->previous = last;
        order[i]->tag = draw(3);
        order[i]->position = count_siblings(order[i]);
        checksum = checksum * 31 + order[i]->position;
        last = order[i];
    }
    printf("siblings %ld checksum %lx\n", n, checksum);
    free(order);
    free(memory);
    return 0;
}

/* Many contexts, few of them hot, in each of some threads: each call stands in a line of its own.
 * SEED, THREADS, ROUNDS. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct walk {
    unsigned state;
    long work;
};
typedef void function(struct walk *, int);
static function alpha_one, beta_one, gamma_one, delta_one, alpha_two, beta_two, gamma_two, delta_two,
    alpha_three, beta_three, gamma_three, delta_three;
static function *const any[] = { alpha_one, beta_one, gamma_one, delta_one, alpha_two, beta_two, gamma_two, delta_two,
                                alpha_three, beta_three, gamma_three, delta_three };

static unsigned draw(struct walk *w)
{
    w->state = w->state * 1103515245u + 12345u;
    return w->state >> 16 & 0x7fff;
}
static int goes(struct walk *w, int depth, unsigned percent)
{
    unsigned r = draw(w);
    return depth > 0 && r % 100 < percent;
}
static void work(struct walk *w, int n) { w->work += n; }
extern int less(int, int);
static int compare(const void *a, const void *b)
{
    int one = *(const int *)a, other = *(const int *)b;
    if (less(one, other))
        return -1;
    return less(other, one);
}

#define OWN(f) f##_one
#define OTHER(f) f##_two
#include "sites-walk.h"
#undef OWN
#undef OTHER
#define OWN(f) f##_two
#define OTHER(f) f##_three
#include "sites-walk.h"
#undef OWN
#undef OTHER
#define OWN(f) f##_three
#define OTHER(f) f##_one
#include "sites-walk.h"

static int rounds = 1200;

static void *run(void *p)
{
    struct walk *w = p;
    for (int i = 0; i < rounds; i++) {
        if (i % 2)
            alpha_one(w, 12);
        else
            alpha_two(w, 9);
    }
    return NULL;
}
int main(int argc, char **argv)
{
    struct walk w[16] = { { 0 } };
    pthread_t thread[16];
    int n = argc > 2 ? atoi(argv[2]) : 1;
    long sum = 0;
    rounds = argc > 3 ? atoi(argv[3]) : rounds;
    for (int i = 0; i < n; i++)
        w[i].state = (unsigned)(16 * (argc > 1 ? atoi(argv[1]) : 1) + i) * 2654435761u;
    for (int i = 1; i < n; i++)
        pthread_create(&thread[i], NULL, run, &w[i]);
    run(&w[0]);
    for (int i = 1; i < n; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < n; i++)
        sum += w[i].work;
    printf("%ld\n", sum);
    return 0;
}

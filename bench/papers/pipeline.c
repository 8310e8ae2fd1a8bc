// SPDX-License-Identifier: GPL-3.0-or-later
// A pipeline like PARSEC's dedup: one thread reads a file in pieces, one sums each up, one keeps those that are new.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

#define PIECE 512
#define ROOM 8
#define BUCKETS 1024

struct piece {
    long size;
    unsigned long sum;
    unsigned char text[PIECE];
};

struct queue {
    sem_t free, filled;
    long first, last;
    struct piece piece[ROOM];
};

static struct queue read_ones, summed_ones;
static unsigned long seen[BUCKETS], kept;

static struct piece *take(struct queue *q)
{
    sem_wait(&q->filled);
    return &q->piece[q->first++ % ROOM];
}

static struct piece *room(struct queue *q)
{
    sem_wait(&q->free);
    return &q->piece[q->last++ % ROOM];
}

__attribute__((noinline)) static unsigned long sum_up(const struct piece *p)
{
    unsigned long sum = 5381;
    for (long i = 0; i < p->size; i++)
        sum = sum * 33 + p->text[i];
    return sum;
}

__attribute__((noinline)) static void keep(const struct piece *p)
{
    unsigned long *at = &seen[p->sum % BUCKETS];
    if (p->size && *at != p->sum) {
        *at = p->sum;
        kept++;
    }
}

static void *sum_all(void *unused)
{
    for (long size = 1; size > 0;) {
        struct piece *from = take(&read_ones), *to = room(&summed_ones);
        size = to->size = from->size;
        to->sum = sum_up(from);
        sem_post(&read_ones.free);
        sem_post(&summed_ones.filled);
    }
    return unused;
}

static void *keep_all(void *unused)
{
    for (long size = 1; size > 0;) {
        struct piece *p = take(&summed_ones);
        size = p->size;
        keep(p);
        sem_post(&summed_ones.free);
    }
    return unused;
}

__attribute__((noinline)) static void read_all(int fd)
{
    for (long size = 1, i = 0; size > 0; i++) {
        struct piece *p = room(&read_ones);
        size = p->size = read(fd, p->text, (size_t)(1 + i * 97 % PIECE));
        sem_post(&read_ones.filled);
    }
}

int main(int argc, char **argv)
{
    pthread_t sums, keeps;
    (void)argc;
    sem_init(&read_ones.free, 0, ROOM);
    sem_init(&summed_ones.free, 0, ROOM);
    sem_init(&read_ones.filled, 0, 0);
    sem_init(&summed_ones.filled, 0, 0);
    pthread_create(&sums, NULL, sum_all, NULL);
    pthread_create(&keeps, NULL, keep_all, NULL);
    int fd = open(argv[1], O_RDONLY);
    read_all(fd);
    close(fd);
    pthread_join(sums, NULL);
    pthread_join(keeps, NULL);
    printf("%lu\n", kept);
    return 0;
}

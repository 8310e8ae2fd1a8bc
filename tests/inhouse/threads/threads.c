// SPDX-License-Identifier: GPL-3.0-or-later
// Input from other threads: the examples of the paper on trms (2013), parallel readers, more threads than there are
// bits in the directory.  threads.py knows the sizes.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noipa))
#define CELLS 100
#define ROUNDS 50
#define MANY 40
#define STAMPS 5000

static sem_t go, back;
static long x __attribute__((aligned(64))), buffer[2] __attribute__((aligned(64)));
static long plain __attribute__((aligned(64)));
static long array[CELLS] __attribute__((aligned(64)));
static pthread_barrier_t barrier;

static void turn(void)
{
    sem_post(&go);
    sem_wait(&back);
}

APART static long twice(volatile long *p)
{
    long a = *p;
    turn();
    return a + *p;
}

APART static long inner(volatile long *p)
{
    return *p;
}

APART static long outer(volatile long *p)
{
    long a = *p;
    turn();
    return a + inner(p);
}

APART static long consumer(volatile long *p)
{
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        turn();
        sum += *p;
    }
    return sum;
}

APART static long half(volatile long *p)
{
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        turn();
        sum += p[i % 2];
    }
    return sum;
}

APART static void nothing(void)
{
}

/* Of few stamps there are none left meanwhile. */
APART static long late(volatile long *p)
{
    long a = *p;
    turn();
    for (int i = 0; i < 3 * STAMPS; i++)
        nothing();
    return a + *p;
}

/* Others may have come in on one of the ways. */
APART static long sometimes(const long *p, int way)
{
    long a = *p;
    if (way)
        turn();
    return a * 3 + *p;
}

/* The other one reads what it wrote itself, and writes it again. */
APART static long watched(const long *p)
{
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        turn();
        sum += *p;
    }
    return sum;
}

static void *writer(void *unused)
{
    (void)unused;
    for (int i = 0; i < 4 + 3 * ROUNDS; i++) {
        sem_wait(&go);
        if (i < 3 + ROUNDS)
            x = i;
        else if (i < 3 + 2 * ROUNDS)
            buffer[0] = buffer[1] = i;
        else
            plain += i;
        sem_post(&back);
    }
    return NULL;
}

APART static long sum_of(const volatile long *p)
{
    long sum = 0;
    for (int i = 0; i < CELLS; i++)
        sum += p[i];
    return sum;
}

APART static void set(volatile long *p, long to)
{
    for (int i = 0; i < CELLS; i++)
        p[i] = to;
}

APART static long own_memory(void)
{
    long *p = malloc(CELLS * sizeof *p);
    set(p, 3);
    long sum = sum_of(p);
    free(p);
    return sum;
}

APART static long again(const volatile long *p, long number)
{
    long sum = sum_of(p);
    pthread_barrier_wait(&barrier);
    if (number == 0)
        set(array, 5);
    pthread_barrier_wait(&barrier);
    return sum + sum_of(p);
}

static void *reader(void *number)
{
    return (void *)(again(array, (long)number) + own_memory());
}

int main(void)
{
    pthread_t t, many[MANY];
    long sum = 0;
    void *result;
    sem_init(&go, 0, 0);
    sem_init(&back, 0, 0);
    x = 7;
    pthread_create(&t, NULL, writer, NULL);
    sum += twice(&x) + outer(&x) + late(&x) + consumer(&x) + half(buffer) + sometimes(&plain, 1) + watched(&plain);
    pthread_join(t, NULL);
    pthread_barrier_init(&barrier, NULL, MANY);
    for (int round = 0; round < 3; round++) {   /* threads that end and begin */
        set(array, round);
        for (long i = 0; i < MANY; i++)
            pthread_create(&many[i], NULL, reader, (void *)i);
        for (int i = 0; i < MANY; i++) {
            pthread_join(many[i], &result);
            sum += (long)result;
        }
    }
    printf("%ld\n", sum);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The examples by which the papers define their metrics (aprof, PLDI 2012, section 2; trms, 2013, section 2), with
// arguments in registers, which are no memory.
#include <pthread.h>
#include <semaphore.h>

#define APART __attribute__((noipa))
#define N 50

static volatile long w, x, y, z, array[N], buffer[2];
static sem_t go, back;

// rms, example 1: f reads x, and writes y and w before it or g reads them; g reads x, y and z.
APART void g(void) { (void)x; (void)y; (void)z; w = 1; }
APART void f(void) { (void)x; y = 1; g(); (void)w; }

// Example 2: both read one element.
APART long get(volatile long *v, long i) { return v[i]; }
APART long mid(volatile long *v, long n) { return get(v, n / 2); }

// Example 3: a loop over n elements; example 4: a recursion over as many, with n + 1 sizes.
APART long sum(volatile long *v, long n)
{
    long s = 0;
    for (long i = 0; i < n; i++)
        s += v[i];
    return s;
}
APART long sum_rest(volatile long *v, long n) { return n ? v[0] + sum_rest(v + 1, n - 1) : 0; }

static void turn(void)
{
    sem_post(&go);
    sem_wait(&back);
}

// trms, example 1: another thread writes x between two reads; 2: the second is a callee's.
APART long twice(void) { long a = x; turn(); return a + x; }
APART long h(void) { return x; }
APART long caller(void) { long a = x; turn(); return a + h(); }

// Example 3: a consumer of one cell; 4: of a buffer of two, of which it reads one.
APART long consumer(void)
{
    long s = 0;
    for (int i = 0; i < N; i++) {
        turn();
        s += x;
    }
    return s;
}
APART long buffered(void)
{
    long s = 0;
    for (int i = 0; i < N; i++) {
        turn();
        s += buffer[0];
    }
    return s;
}

static void *producer(void *unused)
{
    for (int i = 0; i < 2 + 2 * N; i++) {
        sem_wait(&go);
        x = buffer[0] = buffer[1] = i;
        sem_post(&back);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&go, 0, 0);
    sem_init(&back, 0, 0);
    f();
    mid(array, N);
    sum(array, N);
    sum_rest(array, N);
    pthread_create(&t, 0, producer, 0);
    twice();
    caller();
    consumer();
    buffered();
    pthread_join(t, 0);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A write buffer as vips has it (wbuffer_write_thread): for each of 110 images a thread writes what the main thread has
// filled, area by area, from two buffers that change places.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define PIXELS 32
#define IMAGES 110

struct area {
    sem_t filled, written;
    long pixel[PIXELS];
};

static struct area buffer[2];
static volatile unsigned long sum;

static void write_area(const struct area *a)
{
    unsigned long s = 0;
    for (int i = 0; i < PIXELS; i++)
        s = s * 31 + (unsigned long)a->pixel[i];
    sum += s;
}

static void *write_thread(void *areas)
{
    for (long i = 0; i < (long)areas; i++) {
        struct area *a = &buffer[i % 2];
        sem_wait(&a->filled);
        write_area(a);
        sem_post(&a->written);
    }
    return NULL;
}

static void write_image(long areas)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        sem_init(&buffer[i].filled, 0, 0);
        sem_init(&buffer[i].written, 0, 1);
    }
    pthread_create(&t, NULL, write_thread, (void *)areas);
    for (long i = 0; i < areas; i++) {
        struct area *a = &buffer[i % 2];
        sem_wait(&a->written);
        for (int k = 0; k < PIXELS; k++)
            a->pixel[k] = i * k;
        sem_post(&a->filled);
    }
    pthread_join(t, NULL);
}

int main(void)
{
    for (long image = 1; image <= IMAGES; image++)
        write_image(image * image / 4 + 1);
    printf("%lu\n", sum);
    return 0;
}

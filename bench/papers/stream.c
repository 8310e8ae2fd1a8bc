// SPDX-License-Identifier: GPL-3.0-or-later
// A producer and a consumer of one cell; and a reader of a file, 64 bytes at a time.  Both for 10 to 3,000 pieces.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

#define PIECE 64

static sem_t empty, full;
static volatile long cell;

__attribute__((noinline)) static long consume(long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++) {
        sem_wait(&full);
        sum += cell;
        sem_post(&empty);
    }
    return sum;
}

static void *produce(void *number)
{
    for (long i = 0; i < (long)number; i++) {
        sem_wait(&empty);
        cell = i;
        sem_post(&full);
    }
    return NULL;
}

__attribute__((noinline)) static long read_pieces(int fd, long n)
{
    long piece[PIECE / sizeof(long)], sum = 0;
    for (long i = 0; i < n && read(fd, piece, sizeof piece) == sizeof piece; i++)
        for (size_t k = 0; k < PIECE / sizeof(long); k++)
            sum += piece[k] & 1;
    return sum;
}

int main(int argc, char **argv)
{
    long sum = 0;
    (void)argc;
    for (long n = 10; n < 3000; n += n / 3) {
        pthread_t t;
        sem_init(&empty, 0, 1);
        sem_init(&full, 0, 0);
        pthread_create(&t, NULL, produce, (void *)n);
        sum += consume(n);
        pthread_join(t, NULL);
        int fd = open(argv[0], O_RDONLY);
        sum += read_pieces(fd, n) & 1;
        close(fd);
    }
    return sum < 0;
}

/* A flood fill of an open field goes through all its cells in one chain of
   10^6 calls and a last one outside: 4 calls for each cell, and the first. */
/* target fill: instances 2, calls 4020002, longest 1000001 */
/* rates: 1 auto */
#include "twin.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char field[1000][1000];
static int width, height;
static long filled;

__attribute__((algoprof)) static void fill(int x, int y)
{
    RECURSION("fill");
    if (x < 0 || y < 0 || x >= width || y >= height || field[y][x])
        return;
    field[y][x] = 1;
    filled++;
    fill(x + 1, y);
    fill(x - 1, y);
    fill(x, y + 1);
    fill(x, y - 1);
}

static void *fields(void *unused)
{
    width = opaque(1000);
    height = opaque(1000);
    fill(0, 0);
    memset(field, 0, sizeof field);
    width = opaque(50);
    height = opaque(100);
    fill(0, 0);
    return unused;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, (size_t)1 << 30) != 0 ||
        pthread_create(&thread, &attributes, fields, NULL) != 0)
        return 1;
    pthread_join(thread, NULL);
    printf("%ld\n", filled);
    return 0;
}

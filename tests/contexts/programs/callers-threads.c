/* Eight threads at a time, whose executions have many callers: callers-threads. */
#include <pthread.h>
#include <stdlib.h>

#define ALONE __attribute__((noipa))
static unsigned data[1024];
static volatile __thread unsigned total;

ALONE unsigned helper(unsigned n)
{
    unsigned s = 0;
#pragma algoprof loop name(helper)
    for (unsigned i = 0; i < n; i++)
        s += data[i & 1023] ^ i;
    return s;
}

#define CALLER(k)                               \
    ALONE void caller##k(int depth)             \
    {                                           \
        if (depth)                              \
            caller##k(depth - 1);               \
        else                                    \
            total += helper(200 + k);           \
        total++;                                \
    }
CALLER(0) CALLER(1) CALLER(2) CALLER(3) CALLER(4) CALLER(5) CALLER(6) CALLER(7)
static void (*const callers[])(int) = { caller0, caller1, caller2, caller3, caller4, caller5, caller6, caller7 };

ALONE int compare(const void *a, const void *b)
{
    total += helper(300);
    return *(const int *)a - *(const int *)b;
}

ALONE void *work(void *number)
{
    unsigned seed = (unsigned)(long)number;
    for (int i = 0; i < 400; i++) {
        int numbers[] = { 3, 1, 2, 5, 4 };
        seed = seed * 1103515245 + 12345;
        callers[seed >> 16 & 7](seed >> 20 & 3);
        if (i % 50 == 0)
            qsort(numbers, 5, sizeof *numbers, compare);
    }
    return number;
}

int main(void)
{
    for (long round = 0; round < 6; round++) {
        pthread_t thread[8];
        for (long i = 0; i < 8; i++)
            pthread_create(&thread[i], NULL, work, (void *)(i + 8 * round));
        for (int i = 0; i < 8; i++)
            pthread_join(thread[i], NULL);
    }
    return 0;
}

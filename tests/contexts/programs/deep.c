/* A recursion a million levels deep, on a stack of its own size; then shallow calls. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int sink;
static void leaf(void) { sink++; }
static long down(long n) { if (n == 0) { leaf(); return 0; } long r = down(n - 1) + n; sink++; return r; }
static void *body(void *p) { long n = *(long *)p; printf("%ld\n", down(n) % 1000); for (int i = 0; i < 1000; i++) leaf(); return NULL; }
int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000000;
    pthread_t t;
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setstacksize(&a, (size_t)1 << 29);
    pthread_create(&t, &a, body, &n);
    pthread_join(t, NULL);
    return 0;
}

/* Threads: several at once, ended by return, by pthread_exit, by cancellation, with destructors of keys. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_key_t key;
static __thread volatile int sink;
static void leaf(void) { sink++; }
static void step(int n) { leaf(); if (n > 0) step(n - 1); }
static int order(const void *a, const void *b) { leaf(); return *(const int *)a - *(const int *)b; }
static void sort(void) { int l[] = { 3, 1, 2, 5, 4 }; qsort(l, 5, sizeof *l, order); }
static void clean(void *p) { (void)p; leaf(); }
static void *returns(void *p) { for (int i = 0; i < 500; i++) { step(i % 7); sort(); } return p; }
static void leave(void) { leaf(); pthread_exit(NULL); }
static void *exits(void *p) { pthread_setspecific(key, &key); sort(); leave(); return p; }
/* Its frame is larger than that of clean, or the hooks' tree, which knows frames by their addresses, takes it for clean's caller. */
static void wait_long(void) { volatile char room[64]; room[0] = 0; leaf(); for (;;) pause(); }
static void *cancelled(void *p) { pthread_cleanup_push(clean, NULL); wait_long(); pthread_cleanup_pop(1); return p; }
int main(void)
{
    pthread_t t[12];
    pthread_key_create(&key, clean);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 12; i++)
            pthread_create(&t[i], NULL, i % 3 == 0 ? returns : i % 3 == 1 ? exits : cancelled, NULL);
        for (int i = 2; i < 12; i += 3) {
            usleep(2000);
            pthread_cancel(t[i]);
        }
        for (int i = 0; i < 12; i++)
            pthread_join(t[i], NULL);
        step(3);
    }
    puts("done");
    return 0;
}

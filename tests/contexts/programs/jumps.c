/* longjmp over calls of all kinds; handlers of signals. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;
static sigjmp_buf from_handler;
static volatile int sink;
static void leaf(void) { sink++; }
static void jump(int n) { leaf(); if (n == 0) longjmp(back, 1); jump(n - 1); sink++; }
static int by_jump(const void *a, const void *b) { leaf(); if (++sink % 7 == 0) longjmp(back, 2); return *(const int *)a - *(const int *)b; }
static int plain(const void *a, const void *b) { leaf(); return *(const int *)a - *(const int *)b; }
static void sort(int (*order)(const void *, const void *)) { int l[] = { 5, 3, 1, 4, 2, 9, 8 }; qsort(l, 7, sizeof *l, order); leaf(); }
static void catch_direct(int n) { if (!setjmp(back)) jump(n); leaf(); sort(plain); }
static void catch_foreign(void) { if (!setjmp(back)) { sort(by_jump); sort(plain); } leaf(); sort(plain); }
static void (*volatile pointer)(int) = jump;
static void catch_pointer(int n) { if (!setjmp(back)) pointer(n); leaf(); sort(plain); }
static void on_signal(int s) { (void)s; leaf(); }
static void on_jump(int s) { (void)s; leaf(); siglongjmp(from_handler, 1); }
static void raise_it(void) { raise(SIGUSR1); leaf(); }
static void raise_and_land(void) { if (!sigsetjmp(from_handler, 1)) raise(SIGUSR2); leaf(); sort(plain); }
int main(void)
{
    signal(SIGUSR1, on_signal);
    signal(SIGUSR2, on_jump);
    for (int i = 0; i < 50; i++) {
        catch_direct(i % 6);
        catch_foreign();
        catch_pointer(i % 4);
        raise_it();
        raise_and_land();
        sort(plain);
    }
    printf("%d\n", sink);
    return 0;
}

/* Two stacks that run in turns: what each calls is below its own first function. */
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
static volatile int sink;
static ucontext_t first, fibers[2];
static void leaf(void) { sink++; }
static int order(const void *a, const void *b) { leaf(); return *(const int *)a - *(const int *)b; }
static void sort(void) { int l[] = { 3, 1, 2 }; qsort(l, 3, sizeof *l, order); }
static void give(int me) { leaf(); swapcontext(&fibers[me], &fibers[!me]); leaf(); sort(); }
static void left(void) { for (int i = 0; i < 10; i++) { leaf(); give(0); } }
static void right(void) { for (int i = 0; i < 10; i++) { sort(); give(1); } }
int main(void)
{
    for (int i = 0; i < 2; i++) {
        getcontext(&fibers[i]);
        fibers[i].uc_stack.ss_sp = malloc(1 << 16);
        fibers[i].uc_stack.ss_size = 1 << 16;
        fibers[i].uc_link = &first;
        makecontext(&fibers[i], i ? right : left, 0);
    }
    swapcontext(&first, &fibers[0]);
    sort();
    printf("%d\n", sink);
    return 0;
}

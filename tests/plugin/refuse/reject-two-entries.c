/* Loops of several entries that are not profiled: setjmp returns in it a second time, a computed goto leads into it, it
   jumps into one before it that jumps back, its body is left and come back to. */
/* { dg-do run } */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf where;

static int again(volatile int n)
{
    volatile int sum = 0;
    if (setjmp(where))
        return 1;
#pragma algoprof loop
    while (n-- > 0) /* { dg-warning "more than one entry" } */
        sum += 1 + setjmp(where);
    return sum;
}

static int computed(volatile int to, volatile int n)
{
    static const void *const labels[] = { &&out, &&in };
    int sum = 0;
    goto *labels[to];
#pragma algoprof loop
    while (n-- > 0) { /* { dg-warning "more than one entry" } */
        sum += 10;
    in:
        sum++;
    }
out:
    return sum;
}

static int crossed(volatile int skip, volatile int n)
{
    int sum = 0;
    if (skip)
        goto second;
    while (n-- > 0) {
        sum += 10;
    first:
        if (n == 3)
            goto second;
    }
#pragma algoprof loop
    while (n-- > -4) { /* { dg-warning "more than one entry" } */
        sum += 100;
    second:
        if (n == 2)
            goto first;
    }
    return sum;
}

/* A recursion that is written out. */
static int tree(int depth)
{
    int stack[32], at[32], top = 0, sum = 0;
call:
    if (top < depth) {
#pragma algoprof loop
        for (stack[top] = 0; stack[top] < 2; stack[top]++) { /* { dg-warning "each iteration leaves the loop" } */
            at[top++] = 1;
            goto call;
        back:
            sum++;
        }
    }
    if (top == 0)
        return sum;
    switch (at[--top]) {
    case 1: goto back;
    }
    return -1;
}

int main(void)
{
    printf("%d %d %d %d %d\n", again(3), computed(0, 1), computed(1, 2), crossed(0, 5) + crossed(1, 5), tree(3));
    /* { dg-output "\[0-9-\]+ 0 23 \[0-9-\]+ 14" } */
    return 0;
}

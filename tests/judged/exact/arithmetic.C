// Functions that access no memory, and so have no traced copies: called in the unit, in another, through
// pointers, as virtual ones, by way of a thunk. What they are called for is all that is read.
/* shared: more/arithmetic.c */
#include "judge.h"
#include "more/arithmetic.h"
#include <cstdio>

struct First {
    long pad;
    virtual int first() { return 1; }
};

struct Second {
    long pad;
    virtual int weight(int n) { return n; }
};

struct Both : First, Second {
    int weight(int n) override { return n * 3; }
};

static int table[200];

__attribute__((noinline, noclone)) static int twice(int n)
{
    return n * 2;
}

static int (*functions[])(int, int) = {plus, plus};
static int (*local)(int) = twice;

int main()
{
    Both both;
    Second *second = &both;
    int sum = 0;
    for (int i = 0; i < 200; i++)
        table[i] = i * 7 % 113;
    __asm__("" : "+r"(second), "+m"(functions), "+m"(local));       // written, for all that GCC knows
    for (int k = 0; k < 5; k++) {
        int i = 0, n = opaque(k * 9);
        JUDGE_BEGIN("called");
#pragma algoprof loop name(called)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += plus(table[i], i) + twice(table[i + 1]) + (int)halve(table[2 * i]);
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("longer");
#pragma algoprof loop name(longer)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += divisor(table[i], 60) + (int)seventh(1, 2, 3, 4, 5, 6, table[i + 9]);
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("pointers");
#pragma algoprof loop name(pointers)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += functions[i % 2](table[i], 1) + local(i);
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("virtual");
#pragma algoprof loop name(virtual)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += second->weight(table[3 * i]);
        }
        JUDGE_END();
    }
    std::printf("%d\n", sum);
    return 0;
}

/* The subject of the debugger: line 20 is in the loop, and runs 10 times.  (Of
   line 19 GCC moves a part before the loop, without the plugin too, and gdb
   takes that part for the line.) */
#include <stdio.h>

static int a[100];

static long __attribute__((noinline)) weigh(long x)
{
    __asm__ volatile("" : "+r"(x));
    return x * 3 + 1;
}

static long __attribute__((noinline)) run(int n)
{
    long sum = weigh(n);
#pragma algoprof loop
    for (int i = 0; i < n; i++) {
        a[i] += i;
        sum += weigh(a[i]);
    }
    return sum + weigh(sum);
}

int main(int argc, char **argv)
{
    (void)argv;
    printf("%ld\n", run(argc + 9));
    return 0;
}

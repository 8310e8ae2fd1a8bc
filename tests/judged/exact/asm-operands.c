/* By formula: memory operands of inline assembly; what it may touch besides
   ("memory") is opaque, an empty one is the compiler's barrier only. */
/* exact input: instances 8, size 40, union 40 */
/* exact output: instances 8, size 0, union 0 */
/* exact both: instances 8, size 80, union 80 */
/* exact either: instances 8, size 40, union 40 */
/* exact array: instances 8, size 160, union 160 */
/* exact barrier: instances 8, size 40, union 40 */
/* exact clobber: instances 8, size 0, union 0, opaque (inline assembly that clobbers memory) */
/* exact registers: instances 8, size 40, union 40 */
#include "judge.h"
#include <stdio.h>

static int a[10], b[10];
static long c[10];
static struct block {
    char bytes[16];
} blocks[10];

static long add_in_registers(long x, const int *p)
{
    register long rdi __asm__("rdi") = x;
    register long rsi __asm__("rsi") = *p;
    __asm__ volatile("add %1, %0" : "+r"(rdi) : "r"(rsi));
    return rdi;
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10), x = 0;
#pragma algoprof loop name(input)
        for (int i = 0; i < n; i++)
            __asm__ volatile("add %1, %0" : "+r"(x) : "m"(a[i]));
#pragma algoprof loop name(output)
        for (int i = 0; i < n; i++) {
            __asm__ volatile("movl %1, %0" : "=m"(b[i]) : "r"(k));
            sum += b[i];
        }
#pragma algoprof loop name(both)
        for (int i = 0; i < n; i++)
            __asm__ volatile("addq $1, %0" : "+m"(c[i]));
#pragma algoprof loop name(either)
        for (int i = 0; i < n; i++)
            __asm__ volatile("addl %1, %0" : "+r"(x) : "g"(a[i]));
#pragma algoprof loop name(array)
        for (int i = 0; i < n; i++)
            __asm__ volatile("" : : "m"(*(const struct block(*)[1])&blocks[i]));
#pragma algoprof loop name(barrier)
        for (int i = 0; i < n; i++) {
            sum += a[i];
            __asm__ volatile("" ::: "memory");
        }
#pragma algoprof loop name(clobber)
        for (int i = 0; i < n; i++)
            __asm__ volatile("movl $0, (%0)" : : "r"(&a[i]) : "memory");
#pragma algoprof loop name(registers)
        for (int i = 0; i < n; i++)
            sum = add_in_registers(sum, &a[i]);
        sum += x;
    }
    printf("%ld %ld\n", sum, c[3]);
    return 0;
}

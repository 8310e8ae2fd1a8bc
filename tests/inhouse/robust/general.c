// SPDX-License-Identifier: GPL-3.0-or-later
// A function that changes no register, so no vector register: its callers hold numbers in all of these meanwhile.
#include <stdio.h>
static long words[64];
__attribute__((noipa, no_caller_saved_registers, target("general-regs-only"))) long look(long n) { return words[n & 63] + words[n >> 1 & 63]; }
int main(void)
{
    register double held __asm__("xmm15") = 0.5;
    long sum = 0;
    for (long i = 0; i < 1000; i++) {
        __asm__ volatile("" : "+x"(held));
        sum += look(i);
        __asm__ volatile("" : "+x"(held));
        held += 0.25;
    }
    printf("%ld %.2f\n", sum, held);
    return 0;
}

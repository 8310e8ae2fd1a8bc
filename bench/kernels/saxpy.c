/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4096
static float x[N], y[N];

/* y = a x + y: vectorised. */
NOINLINE void kernel_saxpy(float *restrict out, const float *restrict in, float a, long n)
{
#pragma algoprof loop name(saxpy)
    for (long i = 0; i < n; i++)
        out[i] = a * in[i] + out[i];
}

static void setup(void)
{
    for (long i = 0; i < N; i++) {
        x[i] = (float)bench_draw(1000);
        y[i] = 0;
    }
}

static uint64_t run(long calls)
{
    while (calls-- > 0) {
        kernel_saxpy(y, x, 0.5f, opaque(N));
        BARRIER();
    }
    return (uint64_t)y[N / 2];
}

KERNEL(saxpy, 4000);

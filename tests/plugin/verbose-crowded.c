/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-algoprof-verbose" } */
#define STEP(n) if (a[i] & (1 << (n))) sum += a[(i + (n)) & 63]; else if (sum & (1 << (n))) a[j & 63] = sum;
#define STEPS(n) STEP (n) STEP (n + 1) STEP (n + 2) STEP (n + 3) STEP (n + 4) STEP (n + 5)

int f(int *a, int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
#pragma algoprof loop
        for (int j = 0; j < i; j++) { /* { dg-note "was left for the budget" } */ /* { dg-note "profiled" } */
            STEPS (0) STEPS (6) STEPS (12) STEPS (18)
        }
    return sum;
}

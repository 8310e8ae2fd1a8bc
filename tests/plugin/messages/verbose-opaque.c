/* The note tells what the trace covers and what it misses. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
extern int unknown(int);
extern unsigned long strlen(const char *);

static int __attribute__((noinline)) known(const int *p)
{
    return *p + 1;
}

int f(int *a, int n, const char *s)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++) { /* { dg-note "1 modelled calls and 1 of traced functions, looks for those of 1 calls when it runs, and misses 0 calls and 0 accesses" } */
        sum += unknown(i);
        sum += known(a + i);
        sum += strlen(s + a[i]);
    }
    return sum;
}

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
    for (int i = 0; i < n; i++) { /* { dg-note "its trace covers 1 access, 1 modelled call, 1 call of a traced function, 1 call that is looked up when it runs$" } */
        sum += unknown(i);
        sum += known(a + i);
        sum += strlen(s + a[i]);
    }
    return sum;
}

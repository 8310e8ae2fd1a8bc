/* A recursion that GCC finds to be const, and inlines into a marked loop: its
   traced version is none, and the loop must still be copied. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-target=*" } */
extern void abort(void);

static char store[64];

char *forward(long n)
{
    if (n == 0)
        return store;
    return forward(n - 1) + 2;
}

int main(void)
{
    for (int i = 0; i < 30; i++)
        if (forward(i) != store + 2 * i || (i && forward(i - 1) + 2 != store + 2 * i))
            abort();
    return 0;
}

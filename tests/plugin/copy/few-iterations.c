/* Few iterations, each as long as it likes: the loop can be left behind each; so can the three functions
   where they begin. */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-algoprof-callees=unit" } */
/* { dg-final { scan-assembler-times "algoprof1_poll@" 6 } } */
int pure(const int *) __attribute__((pure));

int called(const int *a)
{
    int sum = 0;

#pragma algoprof loop name(called)
    for (int i = 0; i < 4; i++)
        sum += pure(a + i);
    return sum;
}

void each(void (*f)(int))
{
#pragma algoprof loop name(each)
    for (int i = 0; i < 4; i++)
        f(i);
}

int alone(const int *a, const int *index)
{
    int sum = 0;

#pragma algoprof loop name(alone)
    for (int i = 0; i < 31; i++)
        sum += a[index[i] & 63];
    return sum;
}

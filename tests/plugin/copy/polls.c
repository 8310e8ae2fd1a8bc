/* A traced loop counts the fuel down, by what an iteration tells or by one; where a function begins
   that is done, too.  A loop that is told at its end asks nothing. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-callees=unit" } */
/* { dg-skip-if "no registers without optimisation" { *-*-* } { "-O0" } { "" } } */
/* { dg-final { scan-assembler-times "sub.*fs:[(\[]%?r" 5 } } */
/* { dg-final { scan-assembler-times "algoprof1_poll@" 5 } } */
struct node { struct node *next; long value; };

long walk(const struct node *n)
{
    long sum = 0;

#pragma algoprof loop
    for (; n; n = n->next)
        sum += n->value;
    return sum;
}

long length(const char *s)
{
    long n = 0;

#pragma algoprof loop
    for (; s[n] != 'x'; n++)
        ;
    return n;
}

void call(const struct node *n, void (*each)(long))
{
#pragma algoprof loop
    for (; n; n = n->next)
        each(n->value);
}

/* The mirror of a recursion's traced version lies among cold code like any other: it is never
   fetched unless a call is sampled. */
/* { dg-do compile } */
/* { dg-skip-if "nothing lies aside" { *-*-* } { "-O0" "-O1" } { "" } } */
/* { dg-final { scan-assembler "^walk\.algoprof\.[0-9]+\.cold:" } } */
struct node { struct node *left, *right; int value[8]; };

__attribute__((algoprof("recursion")))
int walk(struct node *n)
{
    if (!n)
        return 0;
    int sum = 0;
    for (int i = 0; i < 8; i++)
        if (n->value[i] & 1)
            sum += n->value[i];
    return sum + walk(n->left) + walk(n->right);
}

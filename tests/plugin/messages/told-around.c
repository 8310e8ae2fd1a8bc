/* { dg-do compile } */
/* What the outer loop reads evenly is told where it ends; what the inner one reads is told at once. */
/* { dg-skip-if "no registers without optimisation" { *-*-* } { "-O0" } { "" } } */
struct node {
    struct node *next;
    unsigned long key;
};

long lookups(struct node *const *table, const unsigned *key, long count)
{
    long found = 0;
#pragma algoprof loop
    for (long i = 0; i < count; i++) {
        const struct node *n = table[key[i] % 1024];
        while (n && n->key != key[i])
            n = n->next;
        found += n != 0;
    }
    return found;
}
/* { dg-final { scan-assembler "__algoprof1_replayed" } } */
/* { dg-final { scan-assembler "__algoprof1_read" } } */
/* { dg-final { scan-assembler-not "__algoprof1_read4" } } */

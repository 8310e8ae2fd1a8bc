/* By formula: libc's trees call back into this unit.  The tree of 0 to 6 is made in
   an order that needs no turning: 3, 1, 5, 0, 2, 4, 6.
        found    the root 8, the key 4, the keys of nodes 3, 5 and 4: 12; sum 4
        walked   the root 8, seven nodes' pointers 56 and keys 28; sum 4 */
/* exact found: instances 8, size 28, union 28 */
/* exact walked: instances 8, size 96, union 96 */
#include "judge.h"
#include <search.h>
#include <stdio.h>

static int keys[] = { 3, 1, 5, 0, 2, 4, 6 }, wanted = 4, sum;

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void visit(const void *node, VISIT when, int depth)
{
    (void)depth;
    if (when == preorder || when == leaf)
        sum += **(int *const *)node;
}

int main(void)
{
    void *root = NULL;
    for (int i = 0; i < 7; i++)
        tsearch(&keys[i], &root, compare);
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(found)
        for (int i = 0; i < opaque(3); i++)
            sum += tfind(&wanted, &root, compare) != NULL;
#pragma algoprof loop name(walked)
        for (int i = 0; i < opaque(2); i++)
            twalk(root, visit);
    }
    printf("%d\n", sum);
    return 0;
}

/* One place in a header, in two units, is one target; a traced loop calls into
   the other unit: its loops are counted there. */
/* also: more/other-unit.c */
/* target shared: instances 27, iterations 77 */
/* target other: instances 6, iterations 21 */
/* target main: instances 2, iterations 6 */
#include "opaque.h"
#include "more/shared.h"
#include <stdio.h>

static int data[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

int main(void)
{
    int sum = 0;
    for (int k = 1; k <= 2; k++)
#pragma algoprof loop
        for (int i = 0; i < opaque(3); i++) {
            sum += shared_total(data, opaque(8));
            sum += other_unit(i + k + 1);
        }
    printf("%d\n", sum);
    return 0;
}

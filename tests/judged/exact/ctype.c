/* By formula: classes of characters.  As functions they touch the library's
   own state only; as macros the table is the program's: the pointer to it (8)
   and 2 bytes a character met. */
/* exact table: instances 8, size 38, union 38 */
/* exact functions: instances 8, size 10, union 10 */
#include "judge.h"
#include <ctype.h>
#include <stdio.h>

char text[] = "abcdefghij";         /* GCC 11 knows the first of a static one */

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(table)
        for (int i = 0; i < n; i++)
            sum += (*__ctype_b_loc())[(int)text[i]] & 1;
#pragma algoprof loop name(functions)
        for (int i = 0; i < n; i++)
            sum += (isalpha)(text[i]) + (isspace)(text[i]) - (ispunct)(opaque(97));
    }
    printf("%d\n", sum != 0);
    return 0;
}

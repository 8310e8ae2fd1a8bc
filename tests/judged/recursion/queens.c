/* N queens by backtracking: a call for each safe placement of the first rows,
   2057 of them on eight by eight, 552 on seven by seven, 17 on four by four. */
/* target place: instances 3, calls 2626, longest 9 */
#include "twin.h"
#include <stdio.h>

static int column[16], size;

static int safe(int row, int c)
{
    for (int r = 0; r < row; r++)
        if (column[r] == c || column[r] - c == row - r || c - column[r] == row - r)
            return 0;
    return 1;
}

__attribute__((algoprof("recursion"))) static int place(int row)
{
    RECURSION("place");
    int found = 0;
    if (row == size)
        return 1;
    for (int c = 0; c < size; c++)
        if (safe(row, c)) {
            column[row] = c;
            found += place(row + 1);
        }
    return found;
}

int main(void)
{
    static const int sizes[] = { 8, 4, 7 };
    for (int i = 0; i < 3; i++) {
        size = opaque(sizes[i]);
        printf("%d\n", place(0));
    }
    return 0;
}

/* Tower of Hanoi: 2^n - 1 moves, and twice as many calls and one. */
/* target move: instances 4, calls 13324, longest 13 */
#include "twin.h"
#include <stdio.h>

static int disks[3], moves;

__attribute__((algoprof)) static void move(int n, int from, int to, int over)
{
    RECURSION("move");
    if (n == 0)
        return;
    move(n - 1, from, over, to);
    disks[from]--;
    disks[to]++;
    moves++;
    move(n - 1, over, to, from);
}

int main(void)
{
    for (int n = 9; n <= 12; n++) {
        disks[0] = n;
        disks[1] = disks[2] = 0;
        move(n == 11 ? opaque(3) : n == 10 ? opaque(11) : opaque(n), 0, 2, 1);
        printf("%d %d %d %d\n", disks[0], disks[1], disks[2], moves);
    }
    return 0;
}

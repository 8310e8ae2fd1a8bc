/* alloca and variable-length arrays in the recursion. */
/* target with_array: instances 3, calls 39, longest 20 */
/* target with_alloca: instances 3, calls 93, longest 5 */
#include "twin.h"
#include <alloca.h>
#include <stdio.h>
#include <string.h>

__attribute__((algoprof)) static int with_array(int n, const int *above)
{
    RECURSION("with_array");
    int mine[n + 1];
    for (int i = 0; i <= n; i++)
        mine[i] = above[i] + i;
    return n == 0 ? mine[0] : with_array(n - 1, mine) + mine[n];
}

__attribute__((algoprof)) static int with_alloca(int n, char letter)
{
    RECURSION("with_alloca");
    char *room = alloca((size_t)n * 8 + 1);
    memset(room, letter, (size_t)n * 8 + 1);
    if (n == 0)
        return room[0];
    return with_alloca(n - 1, (char)(letter + 1)) + with_alloca(n - 1, (char)(letter + 2)) + room[n];
}

int main(void)
{
    static const int zeros[32];
    for (int i = 0; i < 3; i++) {
        printf("%d\n", with_array(opaque(19 - 7 * i), zeros));
        printf("%d\n", with_alloca(opaque(4), (char)('a' + i)));
    }
    return 0;
}

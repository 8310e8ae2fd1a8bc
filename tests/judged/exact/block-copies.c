/* By formula: what GCC makes of assignments, initialisers and memory functions
   of known size: block copies and clears. */
/* exact copies: instances 8, size 400, union 400 */
/* exact chain: instances 8, size 40, union 40 */
/* exact clears: instances 8, size 0, union 0 */
/* exact filled: instances 8, size 0, union 0 */
/* exact initialised: instances 8, size 40, union 40 */
/* exact builtins: instances 8, size 200, union 200 */
/* exact moved: instances 8, size 100, union 100 */
/* exact sizes: instances 8, size 230, union 230 */
/* exact compared: instances 8, size 160, union 160 */
#include "judge.h"
#include <stdio.h>

struct block {
    int a[10];
};
struct pair {
    char tag;
    int n;
};

struct block from[10], into[10];
struct pair pairs[10];
char bytes[240], more[240];

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(copies)
        for (int i = 0; i < n; i++)
            into[i] = from[i];
#pragma algoprof loop name(chain)
        for (int i = 1; i < n; i++)
            into[i] = into[i - 1];
#pragma algoprof loop name(clears)
        for (int i = 0; i < n; i++) {
            into[i] = (struct block){ { 0 } };
            sum += into[i].a[opaque(4)];
        }
#pragma algoprof loop name(filled)
        for (int i = 0; i < n; i++) {
            __builtin_memset(&into[i], k, sizeof into[i]);
            sum += into[i].a[opaque(3)];
        }
#pragma algoprof loop name(initialised)
        for (int i = 0; i < n; i++) {
            into[i] = (struct block){ { [3] = from[0].a[i] } };
            pairs[i] = (struct pair){ .n = into[i].a[opaque(9)] };
        }
#pragma algoprof loop name(builtins)
        for (int i = 0; i < n; i++)
            __builtin_memcpy(bytes + 20 * i, more + 20 * i, 20);
#pragma algoprof loop name(moved)
        for (int i = 0; i < 1; i++) {
            __builtin_memmove(bytes + 5, bytes, 100);
            __builtin_mempcpy(bytes + 110, bytes + 1, 100);
        }
#pragma algoprof loop name(sizes)
        for (int i = 0; i < n; i++) {
            char *to = bytes + 24 * i;
            const char *source = more + 24 * i;
            __builtin_memcpy(to, source, 1);
            __builtin_memcpy(to + 1, source + 1, 2);
            __builtin_memcpy(to + 3, source + 3, 3);
            __builtin_memcpy(to + 6, source + 6, 4);
            __builtin_memcpy(to + 10, source + 10, 13);
        }
#pragma algoprof loop name(compared)
        for (int i = 0; i < n; i++)
            sum += __builtin_memcmp(bytes + 8 * i, more + 8 * i, 8) == 0;
        __builtin_memset(bytes, 0, sizeof bytes);
    }
    printf("%ld %d\n", sum, pairs[3].n);
    return 0;
}

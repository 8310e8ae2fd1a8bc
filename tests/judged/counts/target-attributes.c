/* Functions with options of their own, inlined or not. */
/* target plain: instances 6, iterations 60 */
/* target fast: instances 6, iterations 60 */
/* target small: instances 6, iterations 60 */
/* target none: instances 6, iterations 60 */
#include "opaque.h"
#include <stdio.h>

static int data[16];

#define ADD_UP(name) \
    static int name(int n) \
    { \
        int sum = 0; \
        _Pragma("algoprof loop") \
        for (int i = 0; i < n; i++) \
            sum += data[i]; \
        return sum; \
    }
ADD_UP(plain)
__attribute__((optimize("O3"))) ADD_UP(fast)
__attribute__((cold, noinline)) ADD_UP(small)
__attribute__((optimize("O0"))) ADD_UP(none)

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(6); k++) {
        data[k] = k;
        sum += plain(opaque(10)) + fast(opaque(10)) + small(opaque(10)) + none(opaque(10));
    }
    printf("%d\n", sum);
    return 0;
}

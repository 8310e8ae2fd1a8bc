/* Marked functions that are constructors and destructors themselves. */
/* target set_up: instances 2, calls 12, longest 8 */
#include "twin.h"
#include <stdio.h>

static int left = 7, done;

__attribute__((constructor, algoprof)) static void set_up(void)
{
    RECURSION("set_up");
    done++;
    if (left-- > 0)
        set_up();
    else
        left = 0;
}

int main(void)
{
    left = opaque(3);
    set_up();
    printf("%d\n", done);
    return 0;
}

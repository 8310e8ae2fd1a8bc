/* A declaration in the condition: its evaluation that ends the loop is none of
   the body's entries; a test that the program itself has in the body is one. */
/* target for_cond: instances 3, iterations 30 */
/* target while_cond: instances 3, iterations 21 */
/* target plain: instances 3, iterations 24 */
/* target nested: instances 3, iterations 12 */
#include "opaque.h"
#include <cstdio>

int main()
{
    int sum = 0;
    for (int round = 0; round < opaque(3); round++) {
        int k = opaque(7), m = opaque(7);
#pragma algoprof loop name(for_cond)
        for (int i = 0; int left = (10 - i); i++)
            sum += left;
#pragma algoprof loop name(while_cond)
        while (int q = k--) {
            int twice = 2 * q;
            sum += twice;
        }
#pragma algoprof loop name(plain)
        while (true) {
            int z = m--;
            if (!z)
                break;
            sum += z;
        }
#pragma algoprof loop name(nested)
        for (int i = 0; int left = (4 - i); i++)
            while (int r = left--)
                sum += r;
    }
    std::printf("%d\n", sum);
}

/* A loop's name may be any that the language allows. */
/* target größe: instances 1, iterations 5 */
/* target имя: instances 1, iterations 6 */
#include "opaque.h"

int main(void)
{
    int sum = 0;
#pragma algoprof loop name(größe)
    for (int i = 0; i < opaque(5); i++)
        sum += i;
    _Pragma("algoprof loop name(имя)")
    for (int i = 0; i < opaque(6); i++)
        sum += i;
    return sum != 25;
}

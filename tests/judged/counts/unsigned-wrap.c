/* Counters that wrap around zero. */
/* target byte: instances 5, iterations 50 */
/* target word: instances 5, iterations 35 */
/* target full: instances 5, iterations 1280 */
#include "opaque.h"
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    unsigned sum = 0;
    for (int k = 0; k < opaque(5); k++) {
#pragma algoprof loop name(byte)
        for (uint8_t i = 250; i != 4; i++)
            sum += i;
#pragma algoprof loop name(word)
        for (unsigned i = opaque(-3); i != 4; i++)
            sum += i;
        uint8_t j = 0;
#pragma algoprof loop name(full)
        do {
            sum += j;
        } while (++j);
    }
    printf("%u\n", sum);
    return 0;
}

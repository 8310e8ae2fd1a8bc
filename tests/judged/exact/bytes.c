/* Byte loops: a table of counts, unaligned words, every seventh byte and the four behind it. */
#include "judge.h"
#include <stdio.h>
#include <string.h>

static unsigned char data_text[1000];
static unsigned data_counts[256];

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 1000; i++)
        data_text[i] = i * i >> 3;
    for (int k = 0; k < 10; k++) {
        int i = k * 11, end = opaque(k * 91);
        JUDGE_BEGIN("histogram");
#pragma algoprof loop name(histogram)
        for (; i < end; i++) {
            JUDGE_STEP();
            data_counts[data_text[i]]++;
        }
        JUDGE_END();
        i = k;
        JUDGE_BEGIN("seventh");
#pragma algoprof loop name(seventh)
        while (i + 5 < opaque(1000)) {
            JUDGE_STEP();
            unsigned word;
            memcpy(&word, data_text + i + 1, sizeof word);
            sum += data_text[i] + (word >> 3);
            i += 7;
        }
        JUDGE_END();
    }
    printf("%u %u\n", sum, data_counts[7]);
    return 0;
}

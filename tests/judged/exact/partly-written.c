/* Words of which some bytes were written before the word is read. */
/* lackey */
#include "judge.h"
#include <stdio.h>
#include <string.h>

static unsigned long data_words[256];

int main(void)
{
    unsigned long sum = 0;
    for (int k = 1; k < 9; k++) {
        int i = 0, n = opaque(k * 20);
        JUDGE_BEGIN("parts");
#pragma algoprof loop name(parts)
        for (; i < n; i++) {
            JUDGE_STEP();
            unsigned char *bytes = (unsigned char *)&data_words[i];
            bytes[i % 8] = i;
            if (i % 3 == 0)
                *(unsigned short *)(bytes + 2) = k;
            if (i % 5)
                sum += data_words[i];
            if (i % 7 == 0)
                data_words[i + 1] = 0;
        }
        JUDGE_END();
    }
    printf("%lu\n", sum);
    return 0;
}

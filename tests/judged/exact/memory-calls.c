/* libc's functions in the loop: what they read depends on the data. */
#include "judge.h"
#include <stdio.h>
#include <string.h>

static char words[32][24], copy[32][24], line[1024];

int main(void)
{
    size_t sum = 0;
    for (int i = 0; i < 32; i++) {
        memset(words[i], 'a' + i % 7, i % 20 + 1);
        words[i][i % 11 + 1] = 'z';
    }
    for (int k = 1; k < 16; k++) {
        int i = 0, n = opaque(2 * k);
        JUDGE_BEGIN("lengths");
#pragma algoprof loop name(lengths)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += strlen(words[i]);
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("compare");
#pragma algoprof loop name(compare)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += strcmp(words[i], words[(i + 7) % 32]) > 0;
            sum += memcmp(words[i], words[(i * 5) % 32], opaque(20)) > 0;
            sum += strncmp(words[i], words[(i + 14) % 32], opaque(3)) > 0;
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("copy");
#pragma algoprof loop name(copy)
        for (; i < n; i++) {
            JUDGE_STEP();
            memcpy(copy[i], words[i], opaque(10));
            memset(copy[i] + 10, 0, opaque(4));
            memmove(copy[i] + 2, copy[i], opaque(14));
            sum += strlen(copy[i] + opaque(3));
        }
        JUDGE_END();
        i = 0;
        line[0] = 0;
        JUDGE_BEGIN("append");
#pragma algoprof loop name(append)
        for (; i < n; i++) {
            JUDGE_STEP();
            strcat(line, words[i]);
            if (strchr(words[i], 'z') || memchr(words[i], 'b', opaque(24)))
                sum++;
            strcpy(copy[i], line + opaque(2));
            if (strlen(line) > 22)
                line[opaque(3)] = 0;
        }
        JUDGE_END();
    }
    printf("%zu %s\n", sum, line);
    return 0;
}

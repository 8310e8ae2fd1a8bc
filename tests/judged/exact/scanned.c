/* By formula: scanf's family reads the format (and the string, whole), and
   writes what it assigned; what it did not reach stays as it was.
       all       "12 word 2.5" 12, "%d %s %lf" 10
       some      "12 x" 5, "%d %d %n" 9; second and third stay: 8
       sets      "abc-rest" 9, "%[a-c]-%2c%*s" 14
       stream    "%d%5s" 6; 4 and 4 bytes come from outside */
/* exact all: instances 8, size 22, union 22 */
/* exact some: instances 8, size 22, union 22 */
/* exact sets: instances 8, size 23, union 23 */
/* exact stream: instances 8, size 6, union 6, external 8 */
#include "judge.h"
#include <stdio.h>

static char all[] = "12 word 2.5", some[] = "12 x", sets[] = "abc-rest";
static char formats[4][16] = { "%d %s %lf", "%d %d %n", "%[a-c]-%2c%*s", "%d%5s" };
static int number, second, third;
static char word[32], two[2];
static double real;

#define ONCE for (int i = 0; i < opaque(1); i++)

int main(void)
{
    double sum = 0;
    FILE *file = tmpfile();
    for (int k = 0; k < 8; k++)
        fputs("3 four\n", file);
    rewind(file);
    for (int k = 0; k < 8; k++) {
#pragma algoprof loop name(all)
        ONCE
        {
            sum += sscanf(all, formats[0], &number, word, &real);
            sum += number + word[opaque(4)] + real;
        }
#pragma algoprof loop name(some)
        ONCE
        {
            sum += sscanf(some, formats[1], &number, &second, &third);
            sum += number + second + third;
        }
#pragma algoprof loop name(sets)
        ONCE
        {
            sum += sscanf(sets, formats[2], word, two);
            sum += word[opaque(3)] + two[opaque(1)];
        }
#pragma algoprof loop name(stream)
        ONCE
        {
            sum += fscanf(file, formats[3], &number, word);
            sum += number + word[opaque(4)];
        }
    }
    printf("%g\n", sum);
    return 0;
}

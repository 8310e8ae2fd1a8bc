#include "shared.h"

static int numbers[8] = { 9, 8, 7, 6, 5, 4, 3, 2 };

int other_unit(int n)
{
    int sum = 0;
#pragma algoprof loop name(other)
    for (int i = 0; i < n; i++)
        sum += shared_total(numbers, i) + numbers[i]++;
    return sum;
}

/* A mutual recursion with one marked function: what the others touch belongs
   to the instance too.  The cursor is memory. */
#include "judge.h"
#include <stdio.h>

static const char *at;
static int values[26];

static int expression(void);

__attribute__((noinline)) static int factor(void)
{
    int value;
    if (*at == '(') {
        at++;
        value = expression();
        at++;
        return value;
    }
    value = values[*at - 'a'];
    at++;
    return value;
}

__attribute__((noinline)) static int term(void)
{
    int value = factor();
    while (*at == '*') {
        at++;
        value = value * factor() % 1009;
    }
    return value;
}

__attribute__((algoprof("recursion"))) static int expression(void)
{
    int value;
    JUDGE_STEP();
    value = term();
    while (*at == '+') {
        at++;
        value += term();
    }
    return value;
}

int main(void)
{
    static const char *const texts[] = { "a", "a+b*c", "(a+b)*(c+(d*(e+f)))", "((((z))))", "x*(y)*x+(((x+y)*z)+(a))" };
    for (int i = 0; i < 26; i++)
        values[i] = i * i + 1;
    for (int i = 0; i < 5; i++) {
        int value;
        at = texts[opaque(i)];
        JUDGE_BEGIN("expression");
        value = expression();
        JUDGE_END();
        printf("%d\n", value);
    }
    return 0;
}

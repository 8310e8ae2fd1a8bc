/* A recursive-descent parser: expression -> term -> factor -> expression, of
   which the expression is marked: one call for each and one for each pair of
   parentheses. */
/* target expression: instances 5, calls 217, longest 101 */
#include "twin.h"
#include <stdio.h>
#include <string.h>

static const char *at;

static long expression(void);

static long factor(void)
{
    long value = 0;
    if (*at == '-') {
        at++;
        return -factor();
    }
    if (*at == '(') {
        at++;
        value = expression();
        at++;
        return value;
    }
    while (*at >= '0' && *at <= '9')
        value = value * 10 + (*at++ - '0');
    return value;
}

static long term(void)
{
    long value = factor();
    while (*at == '*') {
        at++;
        value = value * factor() % 1000003;
    }
    return value;
}

__attribute__((algoprof("recursion"))) long expression(void)
{
    RECURSION("expression");
    long value = term();
    while (*at == '+' || *at == '-')
        value += *at++ == '+' ? term() : -term();
    return value;
}

static void evaluate(const char *text)
{
    at = text;
    printf("%ld\n", expression());
}

int main(void)
{
    static char deep[1000];
    evaluate("1+2*3");
    evaluate("(1+2)*(3-(4*5))+-(6)");
    evaluate("((((7))))-((8)*(9+(10)))");
    memset(deep, '(', 100);
    strcpy(deep + 100, "5");
    memset(deep + 101, ')', 100);
    evaluate(deep);
    deep[0] = 0;
    for (int i = 0; i < 100; i++)
        strcat(deep, i ? "*(3-2)" : "(4)");
    evaluate(deep);
    return 0;
}

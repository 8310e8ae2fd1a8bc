/* A parser of expressions by recursive descent: many contexts, deep ones too. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static unsigned state = 1;
static unsigned draw(void) { return state = state * 1103515245u + 12345u, state >> 16 & 0x7fff; }
static long sum(void);
static void blank(void) { while (*at == ' ') at++; }
static long number(void) { long n = 0; for (; isdigit((unsigned char)*at); at++) n = n * 10 + *at - '0'; blank(); return n; }
static long atom(void)
{
    blank();
    if (*at == '(') { at++; long v = sum(); if (*at == ')') at++; blank(); return v; }
    if (*at == '-') { at++; return -atom(); }
    return number();
}
static long power(void) { long v = atom(); if (*at == '^') { at++; v ^= power(); } return v; }
static long product(void) { long v = power(); while (*at == '*') { at++; v = (v * power()) & 0xffff; } return v; }
static long sum(void) { long v = product(); while (*at == '+') { at++; v = (v + product()) & 0xffff; } return v; }

static char text[1 << 20], *end = text;
static void put(char c) { if (end < text + sizeof text - 1) *end++ = c; }
static void generate(int depth)
{
    unsigned r = draw() % 10;
    if (depth == 0 || r < 3) { put((char)('0' + draw() % 10)); return; }
    if (r < 6) { put('('); generate(depth - 1); put(')'); return; }
    if (r < 7) put('-');
    generate(depth - 1);
    put("+*^"[draw() % 3]);
    generate(depth - 1);
}
int main(int argc, char **argv)
{
    long v = 0;
    int depth = argc > 1 ? atoi(argv[1]) : 9;
    for (int i = 0; i < 150; i++) {
        end = text;
        generate(depth);
        *end = 0;
        at = text;
        v += sum();
    }
    printf("%ld\n", v);
    return 0;
}

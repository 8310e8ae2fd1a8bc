/* What neither accesses memory nor calls anything has no copy: traced code calls the function itself. */
/* { dg-do compile } */
/* { dg-final { scan-assembler-not "(plus|parity|constant)\.algoprof" } } */
/* { dg-final { scan-assembler "reads\.algoprof:" } } */
/* { dg-final { scan-assembler "writes\.algoprof:" } } */
/* { dg-final { scan-assembler "calls\.algoprof:" } } */
/* { dg-final { scan-assembler "copies\.algoprof:" } } */
/* { dg-final { scan-assembler "barrier\.algoprof:" } } */
/* { dg-final { scan-assembler "passes\.algoprof:" } } */
struct pair { long a, b, c; };
extern int shared;
extern const int fixed;
void elsewhere(void);

int plus(int a, int b)
{
    return a + b;
}

int parity(unsigned a)
{
    int n = 0;
    for (; a; a &= a - 1)
        n++;
    return n % 2 ? n : __builtin_abs(n);
}

double constant(void)
{
    return 0.3;
}

int reads(void)
{
    return fixed;
}

void writes(int n)
{
    shared = n;
}

void calls(void)
{
    elsewhere();
}

struct pair copies(struct pair p)
{
    return p;
}

long passes(struct pair p)
{
    return p.b;
}

void barrier(void)
{
    __asm__ volatile("nop" : : : "memory");
}

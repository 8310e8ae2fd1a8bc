/* A loop of which GCC makes a call of memset or memcpy is one with the plugin, up to the tail call, and its
   mirror tells it as that call. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-callees=unit -fplugin-arg-algoprof-verbose" } */
/* { dg-skip-if "GCC makes no calls of loops" { *-*-* } { "-O0" "-O1" "-Os" "-Og" } { "" } } */
/* { dg-final { scan-assembler-times "algoprof1_call@" 2 } } */
/* { dg-final { scan-assembler-times "algoprof1_begin@" 4 } } */
/* { dg-final { scan-assembler-times "jmp.*memset@?" 2 } } */
/* { dg-final { scan-assembler-times "jmp.*memcpy@?" 2 } } */
void clear(int *a, long n)
{
#pragma algoprof loop
    for (long i = 0; i < n; i++) /* { dg-note "its trace covers 1 modelled call$" } */
        a[i] = 0;
}

void copy(int *restrict a, const int *restrict b, long n)
{
#pragma algoprof loop
    for (long i = 0; i < n; i++) /* { dg-note "its trace covers 1 modelled call$" } */
        a[i] = b[i];
}

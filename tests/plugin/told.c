/* A loop all of whose accesses are told before it has no clone, which would ask whether
   to go on, and GCC makes of it what it makes of it without the plugin, up to the tail call. */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-algoprof-callees=unit -fplugin-arg-algoprof-verbose" } */
/* { dg-skip-if "no ranges without optimisation" { *-*-* } { "-O0" } { "" } } */
/* { dg-skip-if "GCC makes no calls of loops" { *-*-* } { "-O1" "-Os" "-Og" } { "" } } */
/* { dg-final { scan-assembler-not "algoprof1_poll" } } */
/* { dg-final { scan-assembler-times "algoprof1_range@" 3 } } */
/* { dg-final { scan-assembler-times "algoprof1_begin@" 2 } } */
/* { dg-final { scan-assembler-times "jmp.*memset@?" 1 } } */
/* { dg-final { scan-assembler-times "jmp.*memcpy@?" 1 } } */
void clear(int *a, long n)
{
#pragma algoprof loop
    for (long i = 0; i < n; i++) /* { dg-note "its trace covers 1 accesses" } */
        a[i] = 0;
}

void copy(int *restrict a, const int *restrict b, long n)
{
#pragma algoprof loop
    for (long i = 0; i < n; i++) /* { dg-note "its trace covers 2 accesses" } */
        a[i] = b[i];
}

/* With callees=auto a file without a target has no traced copies, and verbose says so. */
/* { dg-options "-fplugin-arg-algoprof-callees=auto -fplugin-arg-algoprof-verbose" } */
/* { dg-note "no target of another file is traced in this one: its functions have no traced copies, which .-fplugin-arg-algoprof-callees=all. makes" "" { target *-*-* } 0 } */
/* { dg-final { scan-assembler-not "algoprof_mirrors|algoprof1_" } } */
int get(const int *a, int i)
{
    return a[i];
}

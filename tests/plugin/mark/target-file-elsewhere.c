/* @FILE: what is in other files of the program is no warning here (algoprof list --targets names what is in none). */
/* { dg-do compile } */
/* { dg-options "-Werror -fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=@$srcdir/targets-elsewhere.txt" } */
int wanted(volatile int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum++;
    return sum;
}

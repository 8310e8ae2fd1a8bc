/* { dg-do compile } */
/* { dg-options "-Werror" } */
int f(int *a)
{
#pragma algoprof loop /* { dg-error "is not followed by a loop" } */
    return a[0];
}

/* Other unknown pragmas are warned about as before. */
/* { dg-do compile } */
/* { dg-options "-Wunknown-pragmas" } */
#pragma somebody else /* { dg-warning "ignoring '#pragma somebody else'" } */

int sum(int *a, int n)
{
    int s = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma algoprofx loop /* { dg-warning "ignoring '#pragma algoprofx loop'" } */
    return s;
}

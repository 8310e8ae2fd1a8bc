/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=*" } */
/* The first loop is gone on with behind the second, too: by its variables GCC takes it for two,
   one in the other.  It is one target. */
int data[100], part, sum;

void f(int n, int last)
{
    part = 0;
    for (int i = 0; i < n;) { /* { dg-note "loop in 'f' profiled" } */
        sum += data[i];
        i += 3;
        if (++part == last)
            while (i < n) /* { dg-note "loop in 'f' profiled" } */
                sum += data[i++];
    }
}

/* GCC makes a function of the loop, which has no place in the source: its entry for contexts is text without one. */
/* { dg-options "-fopenmp-simd -ftree-parallelize-loops=2 -fplugin-arg-algoprof-contexts" } */
int from[1024], to[1024];

void
add (void)
{
#pragma omp simd
  for (int i = 0; i < 1024; i++)
    to[i] = from[i] + 6;
}

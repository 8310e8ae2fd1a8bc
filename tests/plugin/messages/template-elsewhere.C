// A target in a template that this unit does not instantiate is there all the same.
// { dg-do compile }
// { dg-options "-Werror -fplugin-arg-algoprof-target=total -fplugin-arg-algoprof-target=box::sum:loops -fplugin-arg-algoprof-target=template-elsewhere.C:24 -fplugin-arg-algoprof-target=gone" }
template <class T> T total (const T *a, int n)
{
  T s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

struct box
{
  template <class T> T sum (const T *a, int n)
  {
    return total (a, n);
  }
};

template <class T> T last (const T *a, int n)
{
  T s = 0;
#pragma algoprof loop
  while (n-- > 0)
    s = a[n];
  return s;
}

int one () { return 1; }
// { dg-error "target 'gone' matches nothing" "" { target *-*-* } 0 }

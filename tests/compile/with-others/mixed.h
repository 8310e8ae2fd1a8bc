/* SPDX-License-Identifier: GPL-3.0-or-later
 * For mixed.C and mixed-plain.C: a function that both have. */
template <class T> __attribute__((noinline)) T sum(const T *a, int n)
{
    T s = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

extern int (*const chosen)(const int *, int);

/* SPDX-License-Identifier: GPL-3.0-or-later
 * What outer-loop-work.c calls in another file. */
int other_file(const int *a, int n);

int other_file(const int *a, int n)
{
    int most = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > most)
            most = a[i];
    return most;
}

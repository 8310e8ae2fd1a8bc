/* SPDX-License-Identifier: GPL-3.0-or-later
 * Two functions that call each other, each in its own file. */
#include "../twin.h"

int down(int n);
int back(int n);

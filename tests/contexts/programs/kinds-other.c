#include <stdlib.h>
static int calls;
static void inner(void) { calls++; }
int other(int n) { inner(); if (n > 3) inner(); return calls & 3; }
int another(int n) { inner(); return other(n) + 1; }
int (*other_pointer(void))(int) { return calls & 1 ? other : another; }

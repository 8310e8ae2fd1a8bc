/* The same callees in a shared library. */
/* shared: more/far.c */
#include "far-loops.h"

/* The same callees in a shared library. */
/* flags: -fplugin-arg-algoprof-callees=all */
/* shared: more/far.c */
#include "far-loops.h"

/* Callees in a static library: called, called as a tail, through pointers,
   given to libc, given a callback, with a variable number of arguments. */
/* archive: more/far.c */
#include "far-loops.h"

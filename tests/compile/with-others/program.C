// The same as C++.
#include "program.c"

/* { dg-do run } */
/* It is no target of `*', and so no warning, of which -Werror would make an error. */
/* { dg-options "-O2 -fplugin-arg-algoprof-target=* -Werror" } */
#include "target-all-told.c"
/* { dg-output "14 13 1" } */

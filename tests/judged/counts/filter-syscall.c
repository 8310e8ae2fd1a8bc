/* As filter.c: the filter is loaded by another call. */
/* target before: instances 40, iterations 400 */
/* target after: instances 2000, iterations 20000 */
/* untraced: nothing can be kept any more */
#include <sys/syscall.h>
#include <unistd.h>
#define LOAD_FILTER(filter) syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter)
#include "filter.c"

/* flags: -O3 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512 */
/* needs: avx512bw */
#include "chosen-loops.h"

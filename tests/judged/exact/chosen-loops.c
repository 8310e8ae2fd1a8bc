/* flags: -O3 -mavx2 */
/* needs: avx2 */
#include "chosen-loops.h"

/* By formula: what a mask or an index vector chooses is not followed; the call
   counts as opaque. */
/* flags: -mavx2 */
/* needs: avx2 */
/* exact whole: instances 8, size 320, union 320 */
/* exact masked_load: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
/* exact masked_store: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
/* exact gather: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
#include "judge.h"
#include <immintrin.h>
#include <stdio.h>

static int a[96] __attribute__((aligned(32)));
static float f[96];

int main(void)
{
    __m256i x = _mm256_setzero_si256(), mask = _mm256_set_epi32(0, -1, opaque(-1), 0, 0, opaque(-1), 0, 0);
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(whole)
        for (int i = 0; i < n; i++)
            x = _mm256_add_epi32(x, _mm256_load_si256((const __m256i *)&a[8 * i]));
#pragma algoprof loop name(masked_load)
        for (int i = 0; i < n; i++)
            x = _mm256_add_epi32(x, _mm256_maskload_epi32(&a[8 * i], mask));
#pragma algoprof loop name(masked_store)
        for (int i = 0; i < n; i++)
            _mm256_maskstore_ps(&f[8 * i], mask, _mm256_castsi256_ps(x));
#pragma algoprof loop name(gather)
        for (int i = 0; i < n; i++)
            x = _mm256_add_epi32(x, _mm256_i32gather_epi32(&a[i], mask, 4));
    }
    printf("%d %g\n", _mm256_extract_epi32(x, 2), f[2]);
    return 0;
}

/* By formula: what a mask chooses is not followed; the call counts as opaque, also of elements that lie
   together in memory. */
/* flags: -mavx512f */
/* needs: avx512f */
/* exact whole: instances 8, size 640, union 640 */
/* exact masked_load: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
/* exact masked_store: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
/* exact expand: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
/* exact expand_zeroed: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
/* exact compress: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
/* exact gather: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
/* exact scatter: instances 8, size 0, union 0, opaque (an access that cannot be recorded) */
#include "judge.h"
#include <immintrin.h>
#include <stdio.h>

static int a[176] __attribute__((aligned(64))), b[176];

int main(void)
{
    __m512i x = _mm512_setzero_si512();
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
        __mmask16 mask = (__mmask16)opaque(0x1111);
#pragma algoprof loop name(whole)
        for (int i = 0; i < n; i++)
            x = _mm512_add_epi32(x, _mm512_load_si512(&a[16 * i]));
#pragma algoprof loop name(masked_load)
        for (int i = 0; i < n; i++)
            x = _mm512_add_epi32(x, _mm512_maskz_loadu_epi32(mask, &a[16 * i]));
#pragma algoprof loop name(masked_store)
        for (int i = 0; i < n; i++)
            _mm512_mask_storeu_epi32(&b[16 * i], mask, x);
#pragma algoprof loop name(expand)
        for (int i = 0; i < n; i++)
            x = _mm512_mask_expandloadu_epi32(x, mask, &a[4 * i]);
#pragma algoprof loop name(expand_zeroed)
        for (int i = 0; i < n; i++)
            x = _mm512_add_epi32(x, _mm512_maskz_expandloadu_epi32(mask, &a[4 * i]));
#pragma algoprof loop name(compress)
        for (int i = 0; i < n; i++)
            _mm512_mask_compressstoreu_epi32(&b[4 * i], mask, x);
#pragma algoprof loop name(gather)
        for (int i = 0; i < n; i++)
            x = _mm512_add_epi32(x, _mm512_i32gather_epi32(_mm512_set1_epi32(opaque(i)), a, 4));
#pragma algoprof loop name(scatter)
        for (int i = 0; i < n; i++)
            _mm512_i32scatter_epi32(b, _mm512_set1_epi32(opaque(i)), x, 4);
    }
    printf("%d %d\n", _mm512_reduce_add_epi32(x), b[2]);
    return 0;
}

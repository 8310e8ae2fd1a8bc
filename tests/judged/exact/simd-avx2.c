/* By formula: what a mask or a vector of indices chooses.  At all levels the instructions are the ones of -O2. */
/* flags: -mavx2 */
/* needs: avx2 */
/* exact whole: instances 8, size 320, union 320 */
/* exact masked_load: instances 8, size 120, union 120 */
/* exact masked_doubles: instances 8, size 80, union 80 */
/* exact nothing_chosen: instances 8, size 0, union 0 */
/* exact masked_store: instances 8, size 0, union 0 */
/* exact loaded_behind_store: instances 8, size 200, union 200 */
/* exact bytes_stored: instances 8, size 110, union 110 */
/* exact gather: instances 8, size 72, union 72 */
/* exact gather_masked: instances 8, size 40, union 40 */
/* exact gather_wide: instances 8, size 88, union 88 */
/* exact gather_narrow: instances 8, size 44, union 44 */
#pragma GCC optimize("O2")
#include "judge.h"
#include <immintrin.h>
#include <stdio.h>

static int a[96] __attribute__((aligned(32)));
static float f[96];
static double d[96];
static char bytes[256];

int main(void)
{
    __m256i x = _mm256_setzero_si256(), mask = _mm256_set_epi32(0, -1, opaque(-1), 0, 0, opaque(-1), 0, 0);
    __m256i none = _mm256_set1_epi32(opaque(0)), up = _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, opaque(8));
    __m256i wide = _mm256_set_epi64x(opaque(-1), 0, 0, 1);
    __m128i every_third = _mm_set_epi8(-1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, (char)opaque(0));
    __m256d y = _mm256_setzero_pd();
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(whole)
        for (int i = 0; i < n; i++)
            x = _mm256_add_epi32(x, _mm256_load_si256((const __m256i *)&a[8 * i]));
#pragma algoprof loop name(masked_load)
        for (int i = 0; i < n; i++)
            x = _mm256_add_epi32(x, _mm256_maskload_epi32(&a[8 * i], mask));
#pragma algoprof loop name(masked_doubles)
        for (int i = 0; i < n; i++)
            y += _mm256_maskload_pd(&d[4 * i], _mm256_set_epi64x(0, opaque(-1), 0, 0));
#pragma algoprof loop name(nothing_chosen)
        for (int i = 0; i < n; i++)
            x = _mm256_add_epi32(x, _mm256_maskload_epi32((const int *)(long)opaque(16), none));
#pragma algoprof loop name(masked_store)
        for (int i = 0; i < n; i++)
            _mm256_maskstore_ps(&f[8 * i], mask, _mm256_castsi256_ps(x));
#pragma algoprof loop name(loaded_behind_store)
        for (int i = 0; i < n; i++) {
            _mm256_maskstore_ps(&f[8 * i], mask, _mm256_castsi256_ps(x));
            x = _mm256_add_epi32(x, _mm256_loadu_si256((const __m256i *)&f[8 * i]));
        }
#pragma algoprof loop name(bytes_stored)
        for (int i = 0; i < n; i++) {
            _mm_maskmoveu_si128(_mm256_castsi256_si128(x), every_third, &bytes[16 * i]);
            x = _mm256_add_epi32(x, _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)&bytes[16 * i])));
        }
        /* a[i] to a[i + 6], and a[i + 8] */
#pragma algoprof loop name(gather)
        for (int i = 0; i < n; i++)
            x = _mm256_add_epi32(x, _mm256_i32gather_epi32(&a[i], up, 4));
        /* thrice a[i] */
#pragma algoprof loop name(gather_masked)
        for (int i = 0; i < n; i++)
            x = _mm256_add_epi32(x, _mm256_mask_i32gather_epi32(x, &a[i], none, mask, 4));
        /* d[i - 1] to d[i + 1] */
#pragma algoprof loop name(gather_wide)
        for (int i = 1; i < n; i++)
            y += _mm256_i64gather_pd(&d[i], wide, 8);
        /* likewise, of four bytes each */
#pragma algoprof loop name(gather_narrow)
        for (int i = 1; i < n; i++)
            x = _mm256_add_epi32(x, _mm256_castsi128_si256(_mm256_i64gather_epi32(&a[i], wide, 4)));
    }
    printf("%d %g %g %d\n", _mm256_extract_epi32(x, 2), f[2], y[0], bytes[3]);
    return 0;
}

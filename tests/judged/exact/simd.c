/* By formula: vectors by GCC's operators and by intrinsics; those that reach
   memory through a function of GCC's are told, or opaque. */
/* exact operators: instances 8, size 160, union 160 */
/* exact elements: instances 8, size 40, union 40 */
/* exact unaligned: instances 8, size 160, union 160 */
/* exact halves: instances 8, size 80, union 80 */
/* exact stores: instances 8, size 0, union 0 */
/* exact streamed: instances 8, size 160, union 160 */
/* exact half_stores: instances 8, size 0, union 0 */
/* exact masked: instances 8, size 0, union 0 */
/* exact prefetched: instances 8, size 0, union 0 */
#include "judge.h"
#include <emmintrin.h>
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));

v4 a[10];
static v4 b[10];
static char bytes[200] __attribute__((aligned(16)));
static double d[32];
static __m128i out[12];

int main(void)
{
    int sum = 0;
    __m128i x = _mm_setzero_si128();
    __m128d y = _mm_setzero_pd();
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(operators)
        for (int i = 0; i < n; i++)
            b[i] = a[i] + k;
#pragma algoprof loop name(elements)
        for (int i = 0; i < n; i++)
            sum += a[i][opaque(2)];
#pragma algoprof loop name(unaligned)
        for (int i = 0; i < n; i++)
            x = _mm_add_epi8(x, _mm_loadu_si128((const __m128i *)(bytes + 3 + 16 * i)));
#pragma algoprof loop name(halves)
        for (int i = 0; i < n; i++)
            y = _mm_add_pd(y, _mm_loadh_pd(y, &d[i]));
#pragma algoprof loop name(stores)
        for (int i = 0; i < n; i++)
            _mm_storeu_si128((__m128i *)(bytes + 1 + 16 * i), x);
#pragma algoprof loop name(streamed)
        for (int i = 0; i < n; i++) {
            _mm_stream_si128(&out[i], x);
            x = _mm_add_epi32(_mm_load_si128(&out[i]), (__m128i)a[i]);
        }
#pragma algoprof loop name(half_stores)
        for (int i = 0; i < n; i++) {
            _mm_storeh_pd(&d[i], y);
            _mm_storel_pd(&d[i + 10], y);
        }
#pragma algoprof loop name(masked)
        for (int i = 0; i < n; i++)
            _mm_maskmoveu_si128(x, x, (char *)&out[i]);
#pragma algoprof loop name(prefetched)
        for (int i = 0; i < n; i++)
            _mm_prefetch((const char *)&out[i], _MM_HINT_T0);
    }
    printf("%d %d %g\n", sum + b[1][1], _mm_cvtsi128_si32(x), _mm_cvtsd_f64(y));
    return 0;
}

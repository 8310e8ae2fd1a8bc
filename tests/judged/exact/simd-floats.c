/* By formula: the parts that SSE's own functions load and store. */
/* flags: -msse3 */
/* exact halves: instances 8, size 80, union 80 */
/* exact stored_halves: instances 8, size 0, union 0 */
/* exact streamed: instances 8, size 160, union 160 */
/* exact words: instances 8, size 120, union 120 */
/* exact lines: instances 8, size 160, union 160 */
#include "judge.h"
#include <pmmintrin.h>
#include <stdio.h>

static float f[64] __attribute__((aligned(16))), g[64] __attribute__((aligned(16)));
static int w[16];
static long long q[16];
static char bytes[200];

int main(void)
{
    __m128 x = _mm_setzero_ps();
    __m128i y = _mm_setzero_si128();
    long long sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(halves)
        for (int i = 0; i < n; i++) {
            x = _mm_add_ps(x, _mm_loadl_pi(x, (const __m64 *)&f[2 * i]));
            x = _mm_add_ps(x, _mm_loadh_pi(x, (const __m64 *)&f[2 * i]));
        }
#pragma algoprof loop name(stored_halves)
        for (int i = 0; i < n; i++) {
            _mm_storel_pi((__m64 *)&g[2 * i], x);
            _mm_storeh_pi((__m64 *)&g[2 * i + 20], x);
            x = _mm_add_ss(x, _mm_load_ss(&g[2 * i]));
        }
#pragma algoprof loop name(streamed)
        for (int i = 0; i < n; i++) {
            _mm_stream_ps(&g[4 * i], x);
            x = _mm_add_ps(_mm_load_ps(&g[4 * i]), _mm_load_ps(&f[4 * i]));
        }
#pragma algoprof loop name(words)
        for (int i = 0; i < n; i++) {
            sum += w[i];
            _mm_stream_si32(&w[i], k);
            sum += q[i];
            _mm_stream_si64(&q[i], k);
        }
#pragma algoprof loop name(lines)
        for (int i = 0; i < n; i++)
            y = _mm_add_epi8(y, _mm_lddqu_si128((const __m128i *)(bytes + 5 + 16 * i)));
    }
    printf("%lld %g %d\n", sum, _mm_cvtss_f32(x), _mm_cvtsi128_si32(y));
    return 0;
}

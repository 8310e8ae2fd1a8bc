/* By formula: of a vector in memory some instructions take a part, which is what is read.  At all levels
   these are the ones of -O2.  From GCC 13 on the two floats that are widened are loaded with the other two;
   GCC 13 blends a vector, which it loads, where the others store its lower half. */
/* exact add_double: instances 4, size 128, union 128 */
/* exact add_float: instances 4, size 64, union 64 */
/* exact compare_float: instances 4, size 64, union 64 */
/* exact root: instances 4, size 128, union 128 */
/* exact round: instances 4, size 64, union 64 */
/* exact widen_floats up to GCC 12: instances 4, size 128, union 128 */
/* exact widen_floats from GCC 13: instances 4, size 256, union 256 */
/* exact widen_integers: instances 4, size 128, union 128 */
/* exact upper_floats: instances 4, size 128, union 128 */
/* exact lower_doubles: instances 4, size 128, union 128 */
/* exact one_float: instances 4, size 64, union 64 */
/* exact one_byte: instances 4, size 16, union 16 */
/* exact lower_written up to GCC 12: instances 4, size 128, union 128 */
/* exact lower_written of GCC 13: instances 4, size 256, union 256 */
/* exact lower_written from GCC 14: instances 4, size 128, union 128 */
/* exact upper_then_all: instances 4, size 256, union 256 */
/* exact changed_by_asm: instances 4, size 256, union 256 */
/* exact sum: instances 4, size 256, union 256 */
/* needs: avx2 */
#pragma GCC optimize("O2")
#include "judge.h"
#include <immintrin.h>
#include <stdio.h>

__m128d d[16];
__m128 f[16];
__m128i x[16];

__attribute__((target("avx2"), noinline)) static int integers(int n)
{
    int sum = 0;
#pragma algoprof loop name(round)
    for (int i = 0; i < n; i++)
        sum += _mm_cvtss_si32(f[i]);
#pragma algoprof loop name(one_byte)
    for (int i = 0; i < n; i++)
        sum ^= _mm256_movemask_epi8(_mm256_broadcastb_epi8(x[i]));
    return sum;
}

__attribute__((target("avx2"))) int main(void)
{
    __m128d a = { 1, 2 };
    __m128 b = { 1, 2, 3, 4 };
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        int n = opaque(16);
#pragma algoprof loop name(add_double)
        for (int i = 0; i < n; i++)
            a = _mm_add_sd(a, d[i]);
#pragma algoprof loop name(add_float)
        for (int i = 0; i < n; i++)
            b = _mm_add_ss(b, f[i]);
#pragma algoprof loop name(compare_float)
        for (int i = 0; i < n; i++)
            b = _mm_cmplt_ss(b, f[i]);
#pragma algoprof loop name(root)
        for (int i = 0; i < n; i++)
            a = _mm_sqrt_sd(a, d[i]);
        sum += integers(n);
#pragma algoprof loop name(widen_floats)
        for (int i = 0; i < n; i++)
            a += _mm_cvtps_pd(f[i]);
#pragma algoprof loop name(widen_integers)
        for (int i = 0; i < n; i++)
            a += _mm_cvtepi32_pd(x[i]);
#pragma algoprof loop name(upper_floats)
        for (int i = 0; i < n; i++)
            b = _mm_movehl_ps(b, f[i]);
#pragma algoprof loop name(lower_doubles)
        for (int i = 0; i < n; i++)
            a = _mm_unpacklo_pd(a, d[i]);
#pragma algoprof loop name(one_float)
        for (int i = 0; i < n; i++)
            b = _mm_insert_ps(b, f[i], 0xd0);
#pragma algoprof loop name(lower_written)
        for (int i = 0; i < n; i++) {
            d[i] = _mm_move_sd(d[i], a);
            __asm__("" : : : "memory");
            a = _mm_add_pd(a, d[i]);
        }
#pragma algoprof loop name(upper_then_all)
        for (int i = 0; i < n; i++) {
            b = _mm_movehl_ps(b, f[i]);
            __asm__("" : "+x"(b) : : "memory");
            b = _mm_add_ps(b, f[i]);
        }
#pragma algoprof loop name(changed_by_asm)
        for (int i = 0; i < n; i++)
            __asm__("" : "+m"(d[i]));
#pragma algoprof loop name(sum)
        for (int i = 0; i < n; i++)
            a = _mm_add_pd(a, d[i]);
    }
    printf("%g %g %d\n", a[0], b[1], sum);
    return 0;
}

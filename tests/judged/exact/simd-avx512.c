/* By formula: what a mask or a vector of indices chooses, in instructions that calculate too.  At all levels these are
   the ones of -O2. */
/* flags: -mavx512f -mavx512bw -mavx512dq -mavx512vl */
/* needs: avx512bw */
/* exact whole: instances 8, size 640, union 640 */
/* exact masked_load: instances 8, size 160, union 160 */
/* exact masked_bytes: instances 8, size 170, union 170 */
/* exact masked_words: instances 8, size 120, union 120 */
/* exact masked_doubles: instances 8, size 160, union 160 */
/* exact masked_half: instances 8, size 80, union 80 */
/* exact masked_sum: instances 8, size 160, union 160 */
/* exact widened: instances 8, size 80, union 80 */
/* exact nothing_chosen: instances 8, size 0, union 0 */
/* exact masked_store: instances 8, size 0, union 0 */
/* exact loaded_behind_store: instances 8, size 480, union 480 */
/* exact narrowed_store: instances 8, size 240, union 240 */
/* exact expand: instances 8, size 160, union 160 */
/* exact expand_zeroed: instances 8, size 160, union 160 */
/* exact compress: instances 8, size 480, union 480 */
/* exact gather: instances 8, size 40, union 40 */
/* exact gather_masked: instances 8, size 48, union 48 */
/* exact gather_wide: instances 8, size 144, union 144 */
/* exact gather_half: instances 8, size 60, union 60 */
/* exact scatter: instances 8, size 0, union 0 */
/* exact loaded_behind_scatter: instances 8, size 120, union 120 */
#pragma GCC optimize("O2")
#include "judge.h"
#include <immintrin.h>
#include <stdio.h>

static int a[176] __attribute__((aligned(64))), b[176];
static double d[80];
static char bytes[640] __attribute__((aligned(64)));
static short words[320] __attribute__((aligned(64)));

static __attribute__((noinline)) __m512i loads(__m512i x, int n, __mmask16 mask)
{
    __mmask64 of_bytes = (__mmask64)opaque(0x10101) | (__mmask64)opaque(0x3fff) << 50;
    __mmask32 of_words = (__mmask32)opaque(0x3f0000);
    __m512d y = _mm512_setzero_pd();
    __m256i half = _mm256_setzero_si256();
#pragma algoprof loop name(whole)
    for (int i = 0; i < n; i++)
        x = _mm512_add_epi32(x, _mm512_load_si512(&a[16 * i]));
#pragma algoprof loop name(masked_load)
    for (int i = 0; i < n; i++)
        x = _mm512_add_epi32(x, _mm512_maskz_loadu_epi32(mask, &a[16 * i]));
#pragma algoprof loop name(masked_bytes)
    for (int i = 0; i < n; i++)
        x = _mm512_add_epi8(x, _mm512_maskz_loadu_epi8(of_bytes, &bytes[64 * i]));
#pragma algoprof loop name(masked_words)
    for (int i = 0; i < n; i++)
        x = _mm512_add_epi16(x, _mm512_mask_loadu_epi16(x, of_words, &words[32 * i]));
#pragma algoprof loop name(masked_doubles)
    for (int i = 0; i < n; i++)
        y += _mm512_maskz_loadu_pd((__mmask8)mask, &d[8 * i]);
#pragma algoprof loop name(masked_half)
    for (int i = 0; i < n; i++)
        half = _mm256_add_epi32(half, _mm256_maskz_loadu_epi32((__mmask8)mask, &a[16 * i]));
#pragma algoprof loop name(masked_sum)
    for (int i = 0; i < n; i++)
        x = _mm512_mask_add_epi32(x, mask, x, _mm512_load_si512(&a[16 * i]));
#pragma algoprof loop name(widened)
    for (int i = 0; i < n; i++)
        x = _mm512_add_epi64(x, _mm512_maskz_cvtepi32_epi64((__mmask8)mask, *(__m256i *)&a[16 * i]));
#pragma algoprof loop name(nothing_chosen)
    for (int i = 0; i < n; i++)
        x = _mm512_add_epi32(x, _mm512_maskz_loadu_epi32((__mmask16)opaque(0), (const int *)(long)opaque(16)));
    return x + _mm512_castpd_si512(y) + _mm512_castsi256_si512(half);
}

static __attribute__((noinline)) __m512i stores(__m512i x, int n, __mmask16 mask)
{
#pragma algoprof loop name(masked_store)
    for (int i = 0; i < n; i++)
        _mm512_mask_storeu_epi32(&b[16 * i], mask, x);
#pragma algoprof loop name(loaded_behind_store)
    for (int i = 0; i < n; i++) {
        _mm512_mask_storeu_epi32(&b[16 * i], mask, x);
        x = _mm512_add_epi32(x, _mm512_loadu_si512(&b[16 * i]));
    }
#pragma algoprof loop name(narrowed_store)
    for (int i = 0; i < n; i++) {
        _mm512_mask_cvtepi32_storeu_epi16(&words[16 * i], mask, x);
        x = _mm512_add_epi32(x, _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)&words[16 * i])));
    }
#pragma algoprof loop name(expand)
    for (int i = 0; i < n; i++)
        x = _mm512_mask_expandloadu_epi32(x, mask, &a[4 * i]);
#pragma algoprof loop name(expand_zeroed)
    for (int i = 0; i < n; i++)
        x = _mm512_add_epi32(x, _mm512_maskz_expandloadu_epi32(mask, &a[4 * i]));
#pragma algoprof loop name(compress)
    for (int i = 0; i < n; i++) {
        _mm512_mask_compressstoreu_epi32(&b[16 * i], mask, x);
        x = _mm512_add_epi32(x, _mm512_loadu_si512(&b[16 * i]));
    }
    return x;
}

static __attribute__((noinline)) __m512i indexed(__m512i x, int n, __mmask16 mask)
{
    __m512i up = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, opaque(0));
    __m512i wide = _mm512_set_epi64(opaque(7), 6, 5, 4, 3, 2, 1, -1);
    __m512d y = _mm512_setzero_pd();
    __m256i half = _mm256_setzero_si256();
#pragma algoprof loop name(gather)
    for (int i = 0; i < n; i++)
        x = _mm512_add_epi32(x, _mm512_i32gather_epi32(_mm512_set1_epi32(opaque(i)), a, 4));
    /* a[i], a[i + 4], a[i + 8], of four i */
#pragma algoprof loop name(gather_masked)
    for (int i = 0; i < n; i += 3)
        x = _mm512_mask_i32gather_epi32(x, mask & 0xfff, up, &a[i], 4);
    /* d[i - 1], d[i + 1] to d[i + 7] */
#pragma algoprof loop name(gather_wide)
    for (int i = 1; i <= n; i++)
        y += _mm512_i64gather_pd(wide, &d[i], 8);
    /* four-byte elements of which 0 and 4 are chosen: a[i - 1] and a[i + 4] */
#pragma algoprof loop name(gather_half)
    for (int i = 1; i <= n; i++)
        half = _mm512_mask_i64gather_epi32(half, (__mmask8)mask, wide, &a[i], 4);
#pragma algoprof loop name(scatter)
    for (int i = 0; i < n; i++)
        _mm512_i32scatter_epi32(b, _mm512_set1_epi32(opaque(i)), x, 4);
    /* 12 elements that were not written, 4 that the mask chooses, 7 and 7. */
#pragma algoprof loop name(loaded_behind_scatter)
    for (int i = 0; i < opaque(1); i++) {
        _mm512_mask_i32scatter_epi32(b, mask, up, x, 4);
        _mm512_mask_i32scatter_epi32(&b[32], (__mmask16)(mask & 1), up, x, 8);
        x = _mm512_add_epi32(x, _mm512_add_epi32(_mm512_loadu_si512(&b[0]), _mm512_mask_loadu_epi32(x, mask << 1, &b[32])));
        x = _mm512_add_epi32(x, _mm512_mask_loadu_epi32(x, 0x7f0, &b[64]));
        x = _mm512_add_epi32(x, _mm512_mask_loadu_epi32(x, 0x7f, &b[80]));
    }
    return x + _mm512_castpd_si512(y) + _mm512_castsi256_si512(half);
}

int main(void)
{
    __m512i x = _mm512_setzero_si512();
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
        __mmask16 mask = (__mmask16)opaque(0x1111);
        x = loads(x, n, mask);
        x = stores(x, n, mask);
        x = indexed(x, n, mask);
    }
    printf("%d %d %d\n", _mm512_reduce_add_epi32(x), b[2], words[3]);
    return 0;
}

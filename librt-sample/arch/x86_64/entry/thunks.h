/* SPDX-License-Identifier: MIT
 *
 * What the entry points in assembly share.  The offsets are those of struct rt_tls;
 * arch/x86_64/entry/offsets.c asserts them. */
#define TLS_CUR 0
#define TLS_LIMIT 8
#define TLS_SP 16
#define TLS_BUSY 24
#define TLS_SPAN 48
#define TLS_SLOTS 64
#define TLS_LEFT 80
#define TLS_LEAVING 88
#define TLS_WORK 96
#define TLS_FLOOR 112
#define TLS_FACTOR 120
#define TLS_PLACES 128
#define TLS_FIRST 136
#define TLS_END 144
#define TLS_ORDER 160
#define TLS_ORDER_END 168
#define TLS_OWN_SITE 176
#define TLS_OWN_FRAME 184
#define TLS_OWN_COST 192
#define TLS_WHOLE_WORDS 208
#define TLS_SURVIVE 248
#define TLS_REGION 256
#define TLS_BASE 264
#define TLS_SKIPPED 272

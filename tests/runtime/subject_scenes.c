/* SPDX-License-Identifier: MIT
 * Instances with known input: the comments tell the rms. */
#include "subject.h"
#include <stddef.h>
#include <string.h>

/* ---- first reads: one instance each, in this order ---- */

static void scene(void (*body)(uint32_t))
{
    uint32_t t = shim_enter(&alpha.d, &hot_alpha);
    if (t)
        body(t);
    shim_leave(&hot_alpha, t, 1);
}

static void scene_partial(uint32_t t)           /* 4: half of the word was written before */
{
    shim_write(t, area + 100, 4);
    shim_read(t, area + 100, 8);
}

static void scene_read_write(uint32_t t)        /* 8 */
{
    shim_read(t, area, 8);
    shim_write(t, area, 8);
    shim_read(t, area, 8);
}

static void scene_range(uint32_t t)             /* 100000 - 1000 */
{
    (void)t;
    shim_range(area + 5000, 1000, ALGOPROF_WRITE);
    shim_range(area + 13, 100000, 0);
    shim_range(area, 0, 0);
}

static void scene_external(uint32_t t)          /* 0, 70000 external */
{
    (void)t;
    shim_range(area, 70000, ALGOPROF_WRITE | ALGOPROF_EXTERNAL);
    shim_range(area, 70000, 0);
}

static void scene_many(uint32_t t)              /* 50000 words: buffer and table grow */
{
    for (int i = 0; i < 50000; i++)
        shim_read(t, area + 64 * i, 4);
    for (int i = 0; i < 50000; i++)
        shim_write(t, area + 64 * i, 8);
}

static __attribute__((noinline)) void callee(uint32_t t)
{
    char local[64];
    for (int i = 0; i < 64; i++)
        shim_read(t, &local[i], 1);
}

static void scene_stack(uint32_t t)             /* 8: the frame of scene's caller only */
{
    callee(t);
    shim_read(t, area, 8);
}

static char *old_frame;

static __attribute__((noinline)) void spanning_callee(uint32_t t)
{
    char younger[20000];
    __asm__ volatile("" : : "r"(younger) : "memory");
    if (t)
        shim_range(younger, (uint64_t)(old_frame + 500 - younger), 0);
}

static void scene_spanning(uint32_t t)          /* 500, and what lies below it in scene's caller */
{
    spanning_callee(t);
    spanning_callee(0);
}

static void scene_opaque(uint32_t t)            /* 0; puts 3, write 1 */
{
    (void)t;
    for (int i = 0; i < 3; i++)
        shim_opaque("puts");
    shim_opaque("write");
}

/* The lowest bytes of the red zone, which a leaf without a frame has. */
#define READ_LOWEST(name) \
    __asm__ volatile("mov $4, %%eax\n\tlea -128(%%rsp), %%r10\n\t" SHIM_CALL(name) \
                     : : : "rax", "r8", "r9", "r10", "r11", "memory", "cc")

static __attribute__((noinline)) void read_lowest(void)
{
    READ_LOWEST("read1");
    READ_LOWEST("read8");
    READ_LOWEST("write16");
    READ_LOWEST("read16");
    READ_LOWEST("access");
}

static void scene_red_zone(uint32_t t)          /* 0 */
{
    if (t)
        read_lowest();
}

void mode_first_reads(void)
{
    char array[600];
    old_frame = array;
    __asm__ volatile("" : : "r"(array) : "memory");
    scene(scene_partial);
    scene(scene_read_write);
    scene(scene_range);
    scene(scene_external);
    scene(scene_many);
    scene(scene_stack);
    scene(scene_opaque);
    scene(scene_spanning);
    scene(scene_red_zone);
    old_frame = NULL;
}

/* A call: its caller is no leaf, and has its frame when it begins an instance. */
static __attribute__((noinline)) void fill(char *p, size_t n)
{
    memset(p, 1, n);
    __asm__ volatile("" : : "r"(p) : "memory");
}

/* Without calls the locals may lie in the red zone: ALGOPROF_B_LEAF. */
static __attribute__((noinline)) void leaf(void)
{
    char local[16];
    __asm__ volatile("movq $1, %0" : "=m"(local));
    uint32_t t = 0;
    if (--hot_beta.countdown < 0)
        t = shim_begin(&beta.d, &hot_beta, ALGOPROF_B_LEAF);
    shim_read(t, local, 16);
    shim_leave(&hot_beta, t, 1);
}

void mode_leaf(void)
{
    leaf();
}

/* Outer array is older than alpha; the middle frame's is younger than alpha and
 * older than beta: input of beta only. */
static __attribute__((noinline)) void nested_middle(uint32_t outer)
{
    char middle[256];
    fill(middle, sizeof middle);
    shim_write(outer, area + 512, 16);
    uint32_t t = shim_enter(&beta.d, &hot_beta);
    if (t || outer) {
        for (int i = 0; i < 256; i++)
            shim_access(&middle[i], 1);
        shim_access(area + 512, 32);            /* 16 of them written by the outer */
        shim_access(area + 1024, 8 | ALGOPROF_WRITE);
        shim_opaque("inside");
    }
    shim_leave(&hot_beta, t, 5);
    shim_read(outer, area + 1024, 16);          /* 8 of them written by the inner */
}

/* alpha: 32 - 16 + 16 - 8 + 10 = 34; beta: 256 + 32 = 288 */
void mode_nested(void)
{
    char older[10];
    fill(older, sizeof older);
    uint32_t t = shim_enter(&alpha.d, &hot_alpha);
    nested_middle(t);
    shim_read(t, older, sizeof older);
    shim_leave(&hot_alpha, t, 2);
}

/* ---- libc models: one instance each; rms is what the function reads ---- */

static void model(unsigned op, const void *a, uint64_t b, uint64_t c)
{
    uint32_t t = shim_enter(&alpha.d, &hot_alpha);
    if (t)
        shim_model(op, (uintptr_t)a, b, c);
    shim_leave(&hot_alpha, t, 1);
}

static void comparison(const char *steps, const void *a, const void *b, uint64_t most)
{
    uint32_t t = shim_enter(&alpha.d, &hot_alpha);
    if (t) {
        shim_call(steps, (uintptr_t)a, (uintptr_t)b, most);
        shim_call(steps, (uintptr_t)a, (uintptr_t)b, most);
    }
    shim_leave(&hot_alpha, t, 1);
}

/* As the plugin describes strcmp, strncmp and memcmp. */
void mode_comparisons(void)
{
    char *a = area + 60, *b = area + 4096;
    strcpy(a, "hello world");                   /* over the end of a line */
    strcpy(b, "hello there");
    comparison("M3:0p,1p", a, b, 0);            /* 14 */
    comparison("M3:0p,1p", a, a, 0);            /* 12 */
    comparison("M4:0p,1p,2q", a, b, 3);         /* 6 */
    comparison("M4:0p,1p,2q", a, a, 99);        /* 12 */
    comparison("M5:0p,1p,2q", a, b, 100);       /* 14 */
    comparison("M5:0p,1p,2q", a, b, 0);         /* 0 */
    comparison("M5:0p,1p,2q", NULL, b, 0);      /* 0 */
    comparison("M5:0p,1p,2q", memset(area + 8192, 0, 200), memset(area + 12288, 0, 200), 63);    /* 126 */
    comparison("M5:0p,1p,2q", area + 8192, area + 12288, 64);   /* 128 */
    comparison("M5:0p,1p,2q", area + 8192, area + 12288, 65);   /* 130 */
    comparison("M5:0p,1p,2q", area + 8192, area + 12288, 200);  /* 400 */
}

void mode_models(void)
{
    char *a = area, *b = area + 4096;
    strcpy(a, "hello world");
    strcpy(b, "hello there");
    uint64_t u = (uintptr_t)b;
    model(ALGOPROF_M_STR, a, 0, 0);             /* 12 */
    model(ALGOPROF_M_STRN, a, 5, 0);            /* 5 */
    model(ALGOPROF_M_STRCMP, a, u, 0);          /* 14 */
    model(ALGOPROF_M_STRNCMP, a, u, 3);         /* 6 */
    model(ALGOPROF_M_MEMCMP, a, u, 100);        /* 14 */
    model(ALGOPROF_M_STRCPY, area + 8192, u, 0);        /* 12 */
    model(ALGOPROF_M_STRNCPY, area + 8192, u, 20);      /* 12 */
    model(ALGOPROF_M_STRCAT, a, u, 0);          /* 24 */
    model(ALGOPROF_M_STRNCAT, a, u, 4);         /* 16 */
    model(ALGOPROF_M_STRCHR, a, 'w', 0);        /* 7 */
    model(ALGOPROF_M_MEMCHR, a, 'o', 100);      /* 5 */
    model(ALGOPROF_M_STRCASECMP, a, (uintptr_t)memcpy(area + 9000, "HELLO", 6), 0);    /* 12 */
    model(ALGOPROF_M_STRNCASECMP, a, (uintptr_t)area + 9000, 2);        /* 4 */
    model(ALGOPROF_M_STRSTR, a, (uintptr_t)memcpy(area + 9000, "wor", 4), (uintptr_t)a + 6);          /* 4 + 9 */
    model(ALGOPROF_M_STRSPN, a, (uintptr_t)memcpy(area + 9000, "ehl", 4), 0);          /* 4 + 5 */
    model(ALGOPROF_M_STRCSPN, a, (uintptr_t)memcpy(area + 9000, "wo", 3), 0);          /* 3 + 5 */
    model(ALGOPROF_M_STRSTR, a, (uintptr_t)memcpy(area + 9000, "xyz", 4), 0);          /* 4 + 12 */
    model(ALGOPROF_M_MEMRCHR, a, 0, 11);        /* 11 */
    model(ALGOPROF_M_MEMRCHR, a, (uintptr_t)a + 7, 11); /* 4 */
    model(ALGOPROF_M_QSORT, a, 1, 8);           /* 0 */
    model(ALGOPROF_M_QSORT, a, 2, 8);           /* 16 */
    model(ALGOPROF_M_STRTOL, "  -12ab", 10, 0); /* 6 */
    model(ALGOPROF_M_STRTOL, "0x1fg", 0, 0);    /* 5 */
    model(ALGOPROF_M_STRTOL, "0xg", 16, 0);     /* 3 */
    model(ALGOPROF_M_STRTOL, "089", 0, 0);      /* 2 */
    model(ALGOPROF_M_STRTOL, "z!", 36, 0);      /* 2 */
    model(ALGOPROF_M_STRTOD, " 1.5e+x.", 0, 0); /* 7 */
    model(ALGOPROF_M_STRTOD, "1.5e3 .", 0, 0);  /* 6 */
    model(ALGOPROF_M_STRTOD, "infin", 0, 0);    /* 6 */
    model(ALGOPROF_M_STRTOD, "nan(ab)..", 0, 0);        /* 7 */
    model(ALGOPROF_M_STRTOD, "0x.8p1;.", 0, 0); /* 7 */
    model(ALGOPROF_M_STRTOD, ".x.", 0, 0);      /* 2 */
    model(ALGOPROF_M_PRINTF | 2 << ALGOPROF_M_SHIFT, "%d %.*s", (uintptr_t)a, 3);       /* 3 */
    model(ALGOPROF_M_PRINTF | 1 << ALGOPROF_M_SHIFT, "%2$s %1$d", (uintptr_t)a, 3);     /* 12 */
    model(ALGOPROF_M_PRINTF | 1 << ALGOPROF_M_SHIFT, "%%%-*s|", (uintptr_t)a, 3);       /* 12 */
    model(ALGOPROF_M_PRINTF, "%.s", (uintptr_t)a, 3);   /* 0 */
    model(ALGOPROF_M_PRINTF, "%p", (uintptr_t)a, 3);    /* 0 */
    model(ALGOPROF_M_PRINTF, "%s", 0, 3);               /* 0 */
}

/* Two targets, one after the other, each with its first pair. */
void mode_both(void)
{
    for (int i = 0; i < 8; i++) {
        struct algoprof_hot *hot = i < 4 ? &hot_alpha : &hot_beta;
        uint32_t t = shim_enter(i < 4 ? &alpha.d : &beta.d, hot);
        shim_read(t, area, 8);
        shim_leave(hot, t, 1);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the runtime reads of strings that the program gives to libc: formats of printf
 * and scanf, numbers.  It must look no further than libc does. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "libc/model.h"

void rt_reads(const struct rt_model *m, uint64_t address, uint64_t bytes)
{
    (void)m, (void)address, (void)bytes;
}

void rt_writes(const struct rt_model *m, uint64_t address, uint64_t bytes)
{
    (void)m, (void)address, (void)bytes;
}

void rt_receives(const struct rt_model *m, uint64_t address, uint64_t bytes)
{
    (void)m, (void)address, (void)bytes;
}

void rt_receives_text(const struct rt_model *m, struct rt_text t)
{
    (void)m, (void)t;
}

__thread struct rt_tls rt_tls;
__thread bool rt_walks_inhouse;
static unsigned walks;          /* until the budget ends them */

bool rt_go_on(struct rt_thread *t, uint64_t work)
{
    (void)t, (void)work;
    walks -= walks != 0;
    return walks;
}

/* Where any argument may point to: a pointer to a string, and a string. */
static void read_formats(const struct rt_model *m, const void *text)
{
    static const uint32_t string[] = { 'a', 'b', 0 };
    const uint64_t pointed[2] = { (uintptr_t)string };
    uint64_t format = (uintptr_t)text, p = (uintptr_t)pointed;
    for (unsigned i = 0; i < 3; i++) {
        rt_printf_touch(m, format, i, p, 3);
        rt_scanf_touch(m, format, i, p, 2, i & 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rt_model model = { .width = 1 };
    walks = size && data[0] % 4 == 3 ? data[0] / 4 : ~0u;
    unsigned char *text = malloc(size + 1);
    uint32_t *wide = calloc(size + 1, sizeof *wide);
    if (!text || !wide)
        abort();
    memcpy(text, data, size);
    text[size] = 0;
    for (size_t i = 0; i < size; i++)
        wide[i] = data[i];
    const struct rt_text texts[] = { { text, 1 }, { (const unsigned char *)wide, 4 } };
    for (size_t i = 0; i < 2; i++) {
        for (unsigned base = 0; base < 37; base += 8)
            rt_integer_extent(texts[i], base);
        rt_integer_extent(texts[i], 10);
        rt_float_extent(texts[i]);
        model.width = texts[i].width;
        read_formats(&model, texts[i].at);
    }
    free(text);
    free(wide);
    return 0;
}

/* SPDX-License-Identifier: MIT
 * Frames by the tables that the compiler made of them (callers/cfi.c). */
#ifndef RT_CFI_H
#define RT_CFI_H

#include <stdbool.h>
#include <stdint.h>

/* A module in memory. */
struct rt_image {
    uint64_t start, end;        /* its mapping */
    uint64_t table;             /* address of its PT_GNU_EH_FRAME, in the mapping; 0: none */
};

enum rt_cfa {
    RT_CFA_UNKNOWN,
    RT_CFA_END,                 /* nobody has called it */
    RT_CFA_SIGNAL,              /* it was not called either: a signal's frame */
    RT_CFA_SP, RT_CFA_BP,       /* register and offset */
    RT_CFA_AT_BP,               /* the word at the frame register and offset: of frames that are aligned */
};
enum rt_saved { RT_SAVED_NOT, RT_SAVED_AT_CFA, RT_SAVED_AT_BP };

/* Where the caller's frame begins, and where the frame register, as the caller had it, is saved; the return address lies below the
 * caller's frame. */
struct rt_frame_rule {
    uint8_t cfa;                /* enum rt_cfa */
    uint8_t saved : 7;          /* enum rt_saved */
    uint8_t between : 1;        /* nobody's: code of algoprof's between a caller and whom it calls */
    int16_t saved_at;           /* offset */
    int32_t cfa_at;
};

/* Of the instruction at pc.  Reads nothing but the module; RT_CFA_UNKNOWN: the tables do not say, or say what is not
 * understood here. */
struct rt_frame_rule rt_cfi_rule(const struct rt_image *, uint64_t pc);

#endif

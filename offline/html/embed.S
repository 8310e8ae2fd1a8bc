/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page, cut in two where the data go; see out_html.c. */
    .section .rodata
    .global page_before, page_after, page_end
page_before:
    .incbin "page_before.html"
page_after:
    .incbin "page_after.html"
page_end:
    .byte 0
    .section .note.GNU-stack, "", @progbits

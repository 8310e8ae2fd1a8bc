/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ALGOPROF_WRAPPER_H
#define ALGOPROF_WRAPPER_H

/* An attribute of what chooses between the versions of a recursion's function, and calls one of them. */
#define WRAPPER_MARK "algoprof wrapper"

#endif

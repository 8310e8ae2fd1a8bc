/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef NAMES_H
#define NAMES_H

/* Its constructor and destructor are in the other unit; each has two symbols. */
struct box {
    int value;
    __attribute__((noinline)) explicit box(int);
    __attribute__((noinline)) ~box();
};

extern "C" int doubled(int);            /* another name of twice() */
extern "C" int weakly(int);

#endif

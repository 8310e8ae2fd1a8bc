/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef OFFLINE_TEXT_DISTANCE_H
#define OFFLINE_TEXT_DISTANCE_H

/* How many letters to change to make one of the other, at most 8. */
unsigned text_distance(const char *a, const char *b);

#endif

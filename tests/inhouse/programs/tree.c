// SPDX-License-Identifier: GPL-3.0-or-later
#include "told.h"
struct node { struct node *left, *right; int key; short count; };
static struct node pool[400]; static int used;
APART struct node *insert(struct node *t, int key) { if (!t) { t = &pool[used++]; t->key = key; t->count = 1; t->left = t->right = 0; return t; } if (key == t->key) t->count++; else if (key < t->key) t->left = insert(t->left, key); else t->right = insert(t->right, key); return t; }
APART int depth(const struct node *t) { if (!t) return 0; int l = depth(t->left), r = depth(t->right); return 1 + (l > r ? l : r); }
APART int total(const struct node *t) { return t ? t->count + total(t->left) + total(t->right) : 0; }
int main(void) { struct node *t = 0; unsigned x = 7; int s = 0; for (int i = 0; i < 400; i++) { x = x * 1664525 + 1013904223; t = insert(t, (int)(x >> 20)); if (i % 50 == 49) s += depth(t) + total(t); } return s & 127; }

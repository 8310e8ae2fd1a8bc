// SPDX-License-Identifier: GPL-3.0-or-later
// A recursion of functions that other units may have, too: its versions, which are this unit's, call each other in another way.
#include <stdio.h>
struct node { int op; node *left, *right; };
struct tree
{
  int walk (const node *);
  int head (const node *);
  int both (const node *);
  int seen = 0;
};
#define KEEP __attribute__ ((used, noinline))
KEEP inline int tree::head (const node *n) { seen++; return n->left ? 1 + walk (n->left) : 1; }
KEEP inline int tree::both (const node *n)
{
  seen++;
  int sum = n->left ? walk (n->left) : 0;
  if (n->right)
    sum += 2 * walk (n->right);
  if (n->left && n->right)
    sum += 3 * walk (n->left);
  if (n->right)
    sum += 4 * walk (n->right);
  return sum;
}
KEEP inline int tree::walk (const node *n)
{
  switch (n->op)
    {
    case 0: return 1;
    case 1: return head (n);
    default: return both (n);
    }
}
int main ()
{
  node l1 = { 0, 0, 0 }, l2 = { 0, 0, 0 }, b = { 2, &l1, &l2 }, bb = { 2, &b, &l2 }, b3 = { 2, &l1, &bb }, h = { 1, &b3, 0 };
  node h2 = { 1, &h, 0 };
  tree t;
  int sum = 0;
  const node *const all[] = { &b, &h, &bb, &h, &h2, &b3, &h2 };
  for (const node *n : all)
    sum += t.walk (n);
  printf ("%d %d\n", sum, t.seen);
}

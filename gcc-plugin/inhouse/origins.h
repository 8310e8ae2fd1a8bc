/* SPDX-License-Identifier: GPL-3.0-or-later
 * What an address is but for a constant: a sum of variables' values and addresses, each times a number. */
#ifndef ALGOPROF_INHOUSE_ORIGINS_H
#define ALGOPROF_INHOUSE_ORIGINS_H

#include "compat/gcc-compat.h"
#include <list>

class name_expansion;

struct origin
{
  std::vector<std::pair<tree, HOST_WIDE_INT>> terms;
};

/* Of a function. */
class origin_table
{
public:
  origin_table () : names (NULL) {}
  ~origin_table ();
  origin_table (const origin_table &) = delete;
  origin_table &operator= (const origin_table &) = delete;
  /* Of &base + offset, which is a variable's or NULL_TREE; adds how far the address lies behind it.  The same for all that
     are known to have the same one. */
  const origin *find (tree base, tree offset, HOST_WIDE_INT *distance);

private:
  std::list<origin> all;
  std::map<hashval_t, std::vector<const origin *>> by_hash;
  hash_map<tree, name_expansion *> *names;
  bool add (tree value, tree times, aff_tree *sum);
  bool expand (tree base, tree offset, aff_tree *sum);
  const origin *find (const origin &);
};

#endif

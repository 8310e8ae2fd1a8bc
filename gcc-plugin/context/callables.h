/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a unit says of its functions and of those that it calls: struct algoprof_callable (context_abi.h). */
#ifndef ALGOPROF_CALLABLES_H
#define ALGOPROF_CALLABLES_H

#include "compat/gcc-compat.h"

struct callable
{
  unsigned number;              /* in the unit */
  std::string name, file, symbols;
  unsigned line = 0, flags = 0;
  struct call
  {
    unsigned kind, line;        /* enum algoprof_call_kind */
    std::string file, inlined;
    const callable *callee;     /* of a count */
    unsigned target;            /* the callee's number; 0: not known */
    bool outside;               /* a record in the slot is a callable_outside's */
  };
  std::vector<call> calls;
};

/* The unit's own: it is compiled here.  The versions of a recursion are one. */
callable *callable_of (tree fndecl);
/* One that is called here. */
callable *callable_outside (tree fndecl);

/* Where the call stands in the source.  inner: it belongs to the function that was inlined there, whose caller's place
   is meant. */
callable::call describe_call (gcall *, const callable *, bool inner);

/* The slot of a call of fndecl, which has not one yet: another version's of the same call, if that comes to it in the same way, or a
   new one. */
class slot_choice
{
public:
  slot_choice (callable *of) : self (of) {}
  unsigned choose (const callable::call &, tree fndecl);

private:
  callable *self;
  std::set<std::pair<unsigned, unsigned>> taken;        /* slot, function */
};

/* The function's, and those of its other symbols, if it is compiled here: a constructor has two or three. */
std::vector<tree> declarations_of (tree fndecl);
/* Is it such a symbol's, by the attribute symver?  `NAME@VERSION' is no name of the assembler's but in that directive. */
bool is_version (tree fndecl);
std::string symbol_of (tree fndecl);
std::string label_of (const callable *);
/* Has the unit any? */
bool has_callables (void);

/* All of them, to the assembler's file. */
void write_callables (void);

#endif

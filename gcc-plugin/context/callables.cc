/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "context/callables.h"
#include "options.h"
#include "recursion/versions.h"
#include "site/function-name.h"
#include <algoprof/context_abi.h>

static std::vector<callable *> callables;
static std::map<unsigned, callable *> own;             /* by the declarations' numbers */
static std::map<std::string, callable *> outside;      /* by symbol: a unit may declare one function twice, as a built-in, too */

std::string
symbol_of (tree fndecl)
{
  const char *s = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl));
  return targetm.strip_name_encoding (s);
}

/* Of a part that GCC made of a function, with what tells it from the whole. */
static std::string
shown_name (tree decl)
{
  std::string symbol = symbol_of (decl);
  size_t part = symbol.find (".part.");
  return function_name (decl) + (part == std::string::npos ? "" : symbol.substr (part));
}

static std::string
shown_file (const char *file)
{
  if (!file)
    return "";
  return options.spool.empty () ? remap_debug_filename (file) : lbasename (file);
}

std::vector<tree>
declarations_of (tree fndecl)
{
  std::vector<tree> all = { fndecl };
  for (size_t i = 0; i < all.size (); i++)
    {
      cgraph_node *n = cgraph_node::get (all[i]), *other;
      ipa_ref *ref;
      if (n)
        FOR_EACH_ALIAS (n, ref)
          if ((other = dyn_cast<cgraph_node *> (ref->referring)))
            all.push_back (other->decl);
    }
  return all;
}

bool
is_version (tree fndecl)
{
  cgraph_node *n = cgraph_node::get (fndecl);
  return n && n->symver;
}

/* Who calls a version by its name does not know which one it is. */
static std::string
symbols_of (tree fndecl)
{
  std::string symbols;
  for (tree d : declarations_of (fndecl))
    {
      std::string symbol = symbol_of (d);
      if (is_version (d))
        symbol.resize (std::min (symbol.find ('@'), symbol.size ()));
      symbols += (symbols.empty () ? "" : "\n") + symbol;
    }
  return symbols;
}

static callable *
make (tree fndecl)
{
  callable *c = new callable;
  expanded_location place = expand_location (DECL_SOURCE_LOCATION (fndecl));
  c->number = callables.size ();
  c->name = shown_name (fndecl);
  c->symbols = symbols_of (fndecl);
  c->flags = options.contexts == CONTEXTS_FULL ? ALGOPROF_C_FULL : 0;
  c->flags |= options.spool.empty () ? 0 : ALGOPROF_C_SHIPPED;
  c->file = shown_file (place.file);
  c->line = place.line;
  callables.push_back (c);
  return c;
}

callable *
callable_of (tree fndecl)
{
  fndecl = whole_of_version (fndecl);
  callable *&c = own[DECL_UID (fndecl)];
  if (!c)
    c = make (fndecl);
  return c;
}

callable *
callable_outside (tree fndecl)
{
  callable *&c = outside[symbol_of (fndecl)];
  if (!c)
    {
      c = make (fndecl);
      c->flags |= ALGOPROF_C_OUTSIDE;
      c->symbols = symbol_of (fndecl);
      c->file = "";
      c->line = 0;
      c->calls.push_back ({ ALGOPROF_CALL_CURSOR, 0, "", "", NULL, 0, false });
    }
  return c;
}

callable::call
describe_call (gcall *call, const callable *caller, bool inner)
{
  callable::call c = {};
  location_t where = gimple_location (call);
  std::vector<std::string> frames;
  expanded_location place = expand_location (where);
  for (tree block = LOCATION_BLOCK (where); block && TREE_CODE (block) == BLOCK; block = BLOCK_SUPERCONTEXT (block))
    {
      tree fn = inlined_function_outer_scope_p (block) ? block_ultimate_origin (block) : NULL_TREE;
      if (!fn || TREE_CODE (fn) != FUNCTION_DECL)
        continue;
      expanded_location called = expand_location (BLOCK_SOURCE_LOCATION (block));
      if (inner)
        place = called;
      else
        frames.push_back (shown_name (fn) + "\t" + shown_file (called.file) + "\t" + std::to_string (called.line) + "\n");
      inner = false;
    }
  c.line = place.line;
  if (place.file && shown_file (place.file) != caller->file)
    c.file = shown_file (place.file);
  for (size_t i = frames.size (); i-- > 0;)
    c.inlined += frames[i];
  return c;
}

unsigned
slot_choice::choose (const callable::call &c, tree fndecl)
{
  unsigned callee = fndecl ? DECL_UID (fndecl) : 0;
  auto same = [&] (const callable::call &d) {
    return c.kind == d.kind && c.line == d.line && c.callee == d.callee && c.target == d.target && c.file == d.file
           && c.inlined == d.inlined;
  };
  for (unsigned i = 0; i < self->calls.size (); i++)
    if (same (self->calls[i]))
      {
        if (self->calls[i].outside != c.outside)
          self->flags |= ALGOPROF_C_TWICE;
        else if (taken.insert ({ i, callee }).second)
          return i;
      }
  self->calls.push_back (c);
  taken.insert ({ self->calls.size () - 1, callee });
  return self->calls.size () - 1;
}

std::string
label_of (const callable *c)
{
  return ".Lalgoprof_callable" + std::to_string (c->number);
}

bool
has_callables (void)
{
  return !callables.empty ();
}

/* ---- */

class string_table
{
public:
  string_table (unsigned from) : at (from) { add (""); }
  unsigned add (const std::string &s)
  {
    auto found = places.find (s);
    if (found != places.end ())
      return found->second;
    unsigned place = at;
    at += s.size () + 1;
    list.push_back (s);
    return places[s] = place;
  }
  unsigned end () const { return at; }
  void write () const
  {
    for (const std::string &s : list)
      ASM_OUTPUT_ASCII (asm_out_file, s.c_str (), (int) s.size () + 1);
  }

private:
  unsigned at;
  std::map<std::string, unsigned> places;
  std::vector<std::string> list;
};

static void
write_callable (const callable *c)
{
  unsigned slots = c->calls.size ();
  string_table strings (sizeof (algoprof_callable) + slots * sizeof (algoprof_call));
  std::string calls;
  unsigned name = strings.add (c->name), file = strings.add (c->file), symbols = strings.add (c->symbols);
  for (const callable::call &s : c->calls)
    {
      unsigned in = s.file.empty () ? 0 : strings.add (s.file), inlined = s.inlined.empty () ? 0 : strings.add (s.inlined);
      calls += "\t.long\t" + std::to_string (s.kind) + ", " + std::to_string (s.line) + ", " + std::to_string (in) + ", "
               + std::to_string (inlined) + "\n\t.quad\t" + (s.callee ? label_of (s.callee) + " - " + label_of (c) : "0") + "\n";
    }
  unsigned bytes = (strings.end () + 7) & ~7u;
  fprintf (asm_out_file, "\t.balign\t8\n%s:\n\t.long\t0, %u, %u, %u, %u, %u, %u, %u\n\t.quad\t.Lalgoprof_spare%u\n%s",
           label_of (c).c_str (), bytes, slots, c->flags, c->line, name, file, symbols, c->number, calls.c_str ());
  strings.write ();
  fprintf (asm_out_file, "\t.balign\t8\n");
}

void
write_callables (void)
{
  fputs ("\t.section\t.data.algoprof_callables,\"aw\",@progbits\n", asm_out_file);
  for (const callable *c : callables)
    write_callable (c);
  fputs ("\t.section\t.bss.algoprof_spare,\"aw\",@nobits\n\t.balign\t8\n", asm_out_file);
  for (const callable *c : callables)
    fprintf (asm_out_file, ".Lalgoprof_spare%u:\n\t.zero\t%u\n", c->number,
             ALGOPROF_RECORD_HEAD + 8 * (unsigned) c->calls.size ());
}

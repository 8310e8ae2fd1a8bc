/* SPDX-License-Identifier: GPL-3.0-or-later
 * Emission of site descriptors and thread-local records.
 *
 * The record is a COMDAT named by the site's key: all copies of one place in
 * one module (templates and inline functions in several units, partitions of a
 * link-time build) share it.  The descriptor is one a unit; the runtime takes
 * descriptors of equal key for one target. */
#include "site/site.h"
#include "arch/machine.h"
#include "compat/roots.h"
#include "options.h"
#include <algoprof/rt_abi.h>

/* Fields are separated by '|'; in strings '|', '~', quotes, backslashes,
   braces, percent signs and control characters are written ~XX, so that the
   text can stand in an asm template. */
static std::string
escape (const std::string &s)
{
  std::string out;
  char buffer[4];
  for (unsigned char c : s)
    if (c < ' ' || c >= 127 || strchr ("|~\"\\{}%;", c))
      {
        sprintf (buffer, "~%02x", c);
        out += buffer;
      }
    else
      out += c;
  return out;
}

static std::string
unescape (const std::string &s)
{
  std::string out;
  for (size_t i = 0; i < s.size (); i++)
    if (s[i] == '~' && i + 2 < s.size ())
      {
        out += (char) strtoul (s.substr (i + 1, 2).c_str (), NULL, 16);
        i += 2;
      }
    else
      out += s[i];
  return out;
}

std::string
site_to_text (const site &s)
{
  char buffer[128];
  sprintf (buffer, "%u|%u|%u|%u|%u|%u|%u|", s.kind, s.line, s.column, s.function_line,
           s.asked.rate, s.default_rate, s.flags);
  return buffer + escape (s.name) + "|" + escape (s.function) + "|" + escape (s.file);
}

bool
site_from_text (const std::string &text, site *s)
{
  std::vector<std::string> part (1);
  for (char c : text)
    if (c == '|')
      part.emplace_back ();
    else
      part.back () += c;
  if (part.size () != 10)
    return false;
  unsigned *number[] = { &s->kind, &s->line, &s->column, &s->function_line,
                         &s->asked.rate, &s->default_rate, &s->flags };
  for (int i = 0; i < 7; i++)
    *number[i] = strtoul (part[i].c_str (), NULL, 10);
  s->name = unescape (part[7]);
  s->function = unescape (part[8]);
  s->file = unescape (part[9]);
  return true;
}

/* FNV-1a (Fowler, Noll, Vo), then a finaliser: equal in every unit. */
static uint64_t
site_key (const site &s)
{
  char place[64];
  sprintf (place, "%u:%u:%u:", s.kind, s.line, s.column);
  uint64_t h = 0xcbf29ce484222325u;
  for (unsigned char c : place + s.name + ":" + s.file)
    h = (h ^ c) * 0x100000001b3u;
  return alog_line_hash (h);
}

/* Copies of a place with other functions (template instances) share a key. */
static std::map<uint64_t, site_decls> decls_by_key;
static std::map<unsigned, tree> descriptors;    /* by their records' numbers */

static tree
new_variable (const char *name, tree type)
{
  tree v = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (name), type);
  DECL_ARTIFICIAL (v) = 1;
  DECL_IGNORED_P (v) = 1;
  TREE_USED (v) = 1;
  TREE_STATIC (v) = 1;
  DECL_CONTEXT (v) = NULL_TREE;
  DECL_PRESERVE_P (v) = 1;
  return keep_tree (v);
}

static void
finalize_variable (tree v)
{
  varpool_node::finalize_decl (v);
  varpool_node::get (v)->force_output = 1;
}

/* A static name that no other of the unit has. */
static const char *
numbered (const char *prefix)
{
  static unsigned number;
  static char buffer[64];
  sprintf (buffer, "%s.%u", prefix, number++);
  return buffer;
}

/* The fastest model; but a library that is loaded while the program runs finds little room for records
   so placed (glibc: 1.6 kB for all libraries, of which it takes little back when they are closed). */
static enum tls_model
choose_tls_model (tree v)
{
  enum tls_model model = decl_default_tls_model (v);
  return flag_shlib || model > TLS_MODEL_INITIAL_EXEC ? model : TLS_MODEL_INITIAL_EXEC;
}

static tree
emit_hot (const site &s, uint64_t key)
{
  char name[64];
  sprintf (name, ALGOPROF_RT ("hot") ".%016llx", (unsigned long long) key);
  size_t size = s.kind == ALOG_RECURSION ? sizeof (algoprof_recursion) : sizeof (algoprof_hot);
  tree type = build_array_type_nelts (long_long_integer_type_node, size / 8);
  tree v = new_variable (name, type);
  SET_DECL_ASSEMBLER_NAME (v, get_identifier (name));
  SET_DECL_ALIGN (v, 128);
  DECL_USER_ALIGN (v) = 1;
  TREE_ADDRESSABLE (v) = 1;
  TREE_PUBLIC (v) = 1;
  DECL_VISIBILITY (v) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (v) = 1;
  make_decl_one_only (v, DECL_ASSEMBLER_NAME (v));
  set_decl_tls_model (v, choose_tls_model (v));
  finalize_variable (v);
  return v;
}

static bool has_shipped_site;

static tree
emit_descriptor (const site &s, uint64_t key)
{
  algoprof_site d = {};
  std::string strings;
  auto add = [&] (const std::string &text) {
    unsigned offset = sizeof d + strings.size ();
    strings += text + '\0';
    return offset;
  };
  d.abi = ALGOPROF_ABI;
  d.kind = s.kind;
  d.flags = s.flags & 0xff;
  d.key = key;
  d.line = s.line;
  d.column = s.column;
  d.function_line = s.function_line;
  d.clause_rate = s.asked.rate;
  d.default_rate = s.default_rate;
  if (s.flags & SITE_SHIPPED)
    {
      has_shipped_site = true;
      add (options.spool);
    }
  d.name = add (s.name);
  d.function = add (s.function);
  d.file = add (s.flags & SITE_SHIPPED ? lbasename (s.file.c_str ()) : s.file);
  d.len = (sizeof d + strings.size () + 7) & ~7u;
  std::string bytes ((const char *) &d, sizeof d);
  bytes += strings;
  bytes.resize (d.len, '\0');

  tree type = build_array_type_nelts (unsigned_char_type_node, d.len);
  tree v = new_variable (numbered (ALGOPROF_RT ("site")), type);
  SET_DECL_ALIGN (v, 64);
  DECL_USER_ALIGN (v) = 1;
  TREE_ADDRESSABLE (v) = 1;
  TREE_READONLY (v) = 1;
  tree init = build_string (d.len, bytes.data ());
  TREE_TYPE (init) = type;
  DECL_INITIAL (v) = init;
  set_decl_section_name (v, "algoprof_sites");
  finalize_variable (v);
  return v;
}

uint64_t
get_site_key (const std::string &text)
{
  site s;
  bool ok = site_from_text (text, &s);
  gcc_assert (ok);
  return site_key (s);
}

const site_decls &
get_site_decls (const std::string &text)
{
  site s;
  bool ok = site_from_text (text, &s);
  gcc_assert (ok);
  uint64_t key = site_key (s);
  auto found = decls_by_key.find (key);
  if (found != decls_by_key.end ())
    return found->second;
  site_decls d;
  d.hot = emit_hot (s, key);
  d.named = d.descriptor = emit_descriptor (s, key);
  d.copy = 0;
  descriptors[DECL_UID (d.hot)] = d.descriptor;
  return decls_by_key[key] = d;
}

site_decls
get_copy_decls (const std::string &text, function *fun)
{
  static std::map<std::pair<unsigned, std::string>, unsigned> copies;
  site_decls d = get_site_decls (text);
  d.copy = copies[{ DECL_UID (fun->decl), text }]++ % sizeof (algoprof_site);
  if (d.copy)
    d.named = build2 (MEM_REF, char_type_node, build_fold_addr_expr (d.descriptor),
                      build_int_cst (build_pointer_type (char_type_node), d.copy));
  return d;
}

tree
descriptor_of (tree hot)
{
  return descriptors.at (DECL_UID (get_base_address (hot)));
}

/* The last destructor of a shared object with targets, one in each: it reports to the
   runtime, if that has the entry point, that the records will be gone. */
static void
write_destructor (void)
{
#define LEAVING ALGOPROF_RT ("leaving")
#define UNLOADING ALGOPROF_RT ("unloading")
  fputs ("\t.section\t.text.unlikely." LEAVING ",\"axG\",@progbits," LEAVING ",comdat\n"
         "\t.hidden\t" LEAVING "\n\t.weak\t" LEAVING "\n"
         "\t.type\t" LEAVING ", @function\n", asm_out_file);
  write_notifier_code (LEAVING, UNLOADING);
  fputs ("\t.size\t" LEAVING ", . - " LEAVING "\n"
         "\t.weak\t" UNLOADING "\n"
         "\t.section\t.fini_array.00101,\"awG\",@fini_array," LEAVING ",comdat\n"
         "\t.balign\t8\n\t.quad\t" LEAVING "\n", asm_out_file);
}

bool
any_site (void)
{
  return !decls_by_key.empty ();
}

static bool has_inhouse_function, has_context_function;

void
note_inhouse_function (void)
{
  has_inhouse_function = true;
}

void
note_context_function (void)
{
  has_context_function = true;
}

static std::map<tree, tree> runtime_types;      /* by the type that they are variants of */

tree
runtime_type (tree type)
{
  tree &own = runtime_types[type];
  if (!own)
    own = keep_tree (build_variant_type_copy (type));
  return own;
}

bool
is_runtime_type (tree type)
{
  auto found = runtime_types.find (TYPE_MAIN_VARIANT (type));
  return found != runtime_types.end () && found->second == type;
}

void
write_note_head (unsigned type, unsigned length)
{
  fprintf (asm_out_file, "\t.section\t.note." ALGOPROF_NOTE ",\"a\",@note\n"
           "\t.balign\t4\n\t.long\t%u, %u, %u\n\t.asciz\t\"" ALGOPROF_NOTE "\"\n\t.balign\t4\n",
           (unsigned) sizeof ALGOPROF_NOTE, length, type);
}

/* By which the runtime knows a module of an application that is shipped. */
static void
write_spool_note (void)
{
  if (options.spool.empty () && !has_shipped_site)
    return;
  write_note_head (ALGOPROF_NOTE_SPOOL, options.spool.size () + 1);
  fprintf (asm_out_file, "\t.asciz\t\"%s\"\n\t.balign\t4\n", options.spool.c_str ());
}

/* What one of them may take of the budget depends on how many there are.  */
static void
write_targets_note (void)
{
  if (!any_site ())
    return;
  write_note_head (ALGOPROF_NOTE_TARGETS, 4);
  fprintf (asm_out_file, "\t.long\t%u\n", (unsigned) decls_by_key.size ());
}

void
write_runtime_reference (void)
{
  if ((any_site () || has_context_function) && flag_shlib)
    write_destructor ();
  if (!any_site () && !has_inhouse_function && !has_context_function)
    {
      /* Nothing here starts a sample: where no other unit does, the program needs no runtime. */
      write_weak_names ();
      return;
    }
  write_spool_note ();
  write_targets_note ();
  /* strip takes it for debugging information; dwz refuses a ".debug_" section that it does not know.  */
  fputs ("\t.section\t.debug.algoprof,\"\",@progbits\n\t.byte\t0\n", asm_out_file);
  write_bare_reference (ALGOPROF_MISSING);
}

/* A weak string that the runtime looks for. */
static void
emit_default (const char *name, const std::string &text)
{
  if (text.empty ())
    return;
  unsigned len = text.size () + 1;
  tree type = build_array_type_nelts (char_type_node, len);
  tree v = new_variable (name, type);
  SET_DECL_ASSEMBLER_NAME (v, get_identifier (name));
  TREE_PUBLIC (v) = 1;
  TREE_READONLY (v) = 1;
  TREE_ADDRESSABLE (v) = 1;
  DECL_VISIBILITY (v) = VISIBILITY_DEFAULT;
  DECL_VISIBILITY_SPECIFIED (v) = 1;
  DECL_WEAK (v) = 1;
  tree init = build_string (len, text.c_str ());
  TREE_TYPE (init) = type;
  DECL_INITIAL (v) = init;
  finalize_variable (v);
}

void
emit_defaults (void)
{
  static bool done;
  if (done)
    return;
  done = true;
  emit_default (ALGOPROF_RT ("log_pattern"), options.log);
  emit_default (ALGOPROF_RT ("spool"), options.spool);
}

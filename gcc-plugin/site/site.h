/* SPDX-License-Identifier: GPL-3.0-or-later
 * A target's place in the source, and what the compiler emits for it. */
#ifndef ALGOPROF_SITE_H
#define ALGOPROF_SITE_H

#include "compat/gcc-compat.h"
#include <algoprof/log_format.h>

/* In site.flags beside enum algoprof_site_flag; the program never sees them: marked
   with all others, so that a shared library may have thousands; its file is named
   without folders; not for sampling, but for in-house mode. */
enum { SITE_OF_ALL = 1 << 16, SITE_SHIPPED = 1 << 17, SITE_INHOUSE = 1 << 18 };

/* What a mark's clauses ask of the runtime. */
struct clauses
{
  unsigned rate = ALOG_RATE_UNSET;              /* rate(): ALOG_RATE_* or N */
};

/* Travels with the code as text (marker.h), so that units which only meet a
   copy of it (inlining at link time) can emit it too. */
struct site
{
  std::string name, function, file;
  unsigned line = 0, column = 0, function_line = 0;
  clauses asked;
  unsigned default_rate = 0;                    /* ALOG_RATE_* or N */
  unsigned flags = 0;                           /* enum algoprof_site_flag, and those above */
  unsigned kind = ALOG_LOOP;                    /* enum alog_kind */
};

std::string site_to_text (const site &);
bool site_from_text (const std::string &, site *);

/* Equal for all copies of a place, in every unit. */
uint64_t get_site_key (const std::string &text);

/* The declarations that stand for the site of this text in the unit:
   its descriptor and the thread-local record.  Made at the first request. */
struct site_decls
{
  tree descriptor;      /* struct algoprof_site, read-only */
  tree hot;             /* long long[]: struct algoprof_hot or algoprof_recursion */
  tree named;           /* what statements name it by: the descriptor, or a byte of it */
  unsigned copy;        /* which */
};
const site_decls &get_site_decls (const std::string &text);

/* The same for a copy of its loop that may run inside of another copy in one function: GCC has inlined
   the function that it is in into itself. */
site_decls get_copy_decls (const std::string &text, function *);

/* The descriptor that belongs to a record. */
tree descriptor_of (tree hot);

/* Compile the runtime's defaults in, once a unit: log pattern, spool. */
void emit_defaults (void);

/* Name the runtime to a linker that has none, in a section for debuggers: linkers
   let only those refer to a library.  Last, to the assembler's file. */
void write_runtime_reference (void);

/* Begin a note of the module (rt_abi.h), whose so many bytes follow: to the assembler's file. */
void write_note_head (unsigned type, unsigned length);

/* A type of that size for memory of the runtime's that the program accesses: so that it is told from the
   program's own. */
tree runtime_type (tree type);
bool is_runtime_type (tree type);

/* A function of the unit is profiled in-house: the program needs the runtime. */
void note_inhouse_function (void);
/* One has contexts: likewise. */
void note_context_function (void);

/* Has the unit a target? */
bool any_site (void);

#endif

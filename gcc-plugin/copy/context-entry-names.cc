/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copy/context-entry-names.h"

/* By the numbers of declarations. */
static std::map<unsigned, std::pair<tree, way_in>> ways;
static std::map<unsigned, std::string> labels;
static std::set<std::pair<unsigned, way_in>> traced;

bool
is_way_in_public (tree fndecl)
{
  return TREE_PUBLIC (fndecl) && !DECL_WEAK (fndecl) && !DECL_COMDAT (fndecl) && !DECL_ONE_ONLY (fndecl);
}

static const char *
suffix_of (way_in way)
{
  return way == WAY_RECORD ? ".self" : way == WAY_CODE ? ".code" : way == WAY_KEPT ? ".kept" : "";
}

std::string
way_in_label (tree fndecl, way_in way)
{
  if (is_way_in_public (fndecl))
    return plain_name (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fndecl))) + ".context" + suffix_of (way);
  return ".Lalgoprof_context" + std::to_string (DECL_UID (fndecl)) + suffix_of (way);
}

std::string
mirror_way_in_label (tree fndecl, way_in way)
{
  return ".Lalgoprof_traced_context" + std::to_string (DECL_UID (fndecl)) + suffix_of (way);
}

void
note_way_in (tree decl, tree fndecl, way_in way)
{
  ways[DECL_UID (decl)] = { fndecl, way };
}

way_in
resolve_way_in (callee *c)
{
  auto found = c->fndecl ? ways.find (DECL_UID (c->fndecl)) : ways.end ();
  if (found == ways.end ())
    return WAY_OWN;
  c->fndecl = found->second.first;
  c->symbol = plain_name (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (c->fndecl)));
  return found->second.second;
}

void
note_context_label (tree fndecl, const std::string &callable)
{
  labels[DECL_UID (fndecl)] = callable;
}

std::string
context_label (tree fndecl)
{
  auto found = labels.find (DECL_UID (fndecl));
  return found == labels.end () ? "" : found->second;
}

std::string
traced_outside_label (tree fndecl, way_in way)
{
  traced.insert ({ DECL_UID (fndecl), way });
  return ".Lalgoprof_traced_via" + std::to_string (DECL_UID (fndecl)) + suffix_of (way);
}

bool
is_traced_outside (tree fndecl, way_in way)
{
  return traced.count ({ DECL_UID (fndecl), way }) != 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 * Instructions that access the elements of a vector that a mask chooses, or that lie where indices say. */
#include "arch/x86_64/syntax.h"
#include <algoprof/rt_abi.h>

/* Moves of the elements that a mask chooses. */
static bool
moves_chosen (int unspec)
{
  return unspec == UNSPEC_MASKMOV || unspec == UNSPEC_COMPRESS_STORE || unspec == UNSPEC_EXPAND;
}

bool
is_masked (const_rtx pattern)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, pattern, ALL)
    if ((GET_CODE (*iter) == UNSPEC && moves_chosen (XINT (*iter, 1)))
        || (GET_CODE (*iter) == VEC_MERGE && !CONST_INT_P (XEXP (*iter, 2))))
      return true;
  return false;
}

static unsigned
elements_of (machine_mode mode)
{
  return VECTOR_MODE_P (mode) ? GET_MODE_NUNITS (mode).to_constant () : 1;
}

static bool
is_elementwise (rtx_code code)
{
  switch (code)
    {
    case PLUS: case MINUS: case MULT: case DIV: case NEG: case ABS: case SQRT: case FMA:
    case AND: case IOR: case XOR: case NOT: case ASHIFT: case LSHIFTRT: case ASHIFTRT:
    case SMIN: case SMAX: case UMIN: case UMAX: case SS_PLUS: case US_PLUS: case SS_MINUS: case US_MINUS:
    case ZERO_EXTEND: case SIGN_EXTEND: case FLOAT: case FIX: case UNSIGNED_FLOAT: case UNSIGNED_FIX:
    case FLOAT_EXTEND: case FLOAT_TRUNCATE: case POPCOUNT: case CLZ:
      return true;
    default:
      return false;
    }
}

/* Its number is looked up by its name, as GCC 11 has none. */
static bool
is_masked_load (const_rtx value)
{
  return GET_CODE (value) == UNSPEC && !strcmp (unspec_strings[XINT (value, 1)], "UNSPEC_MASKLOAD");
}

/* The memory that a value of so many elements is computed of element by element, or NULL_RTX: of what is not chosen
   such an instruction reads nothing. */
static rtx
memory_by_elements (rtx value, unsigned count)
{
  if (elements_of (GET_MODE (value)) != count)
    return NULL_RTX;
  if (MEM_P (value))
    return value;
  if (is_masked_load (value))
    return memory_by_elements (XVECEXP (value, 0, 0), count);
  if (!is_elementwise (GET_CODE (value)))
    return NULL_RTX;
  for (int i = 0; i < GET_RTX_LENGTH (GET_CODE (value)); i++)
    if (rtx mem = memory_by_elements (XEXP (value, i), count))
      return mem;
  return NULL_RTX;
}

/* A register, whose bits or whose elements' sign bits choose. */
static bool
set_mask (chosen_elements *c, rtx mask)
{
  if (!REG_P (mask) || !(MASK_REGNO_P (REGNO (mask)) || SSE_REGNO_P (REGNO (mask))))
    return false;
  c->mask = mask;
  return true;
}

static bool
set_elements (chosen_elements *c, rtx mem, unsigned flags, unsigned count)
{
  unsigned size = GET_MODE_SIZE (GET_MODE (mem)).to_constant () / count;
  c->mem = mem;
  c->what = ALGOPROF_E_WHAT (flags, count, size, 1);
  return true;
}

static bool
find_merged (rtx dest, rtx merge, chosen_elements *c)
{
  unsigned count = elements_of (GET_MODE (merge));
  if (!set_mask (c, XEXP (merge, 2)))
    return false;
  if (MEM_P (dest))
    return elements_of (GET_MODE (dest)) == count && rtx_equal_p (XEXP (merge, 1), dest)
           && set_elements (c, dest, ALGOPROF_E_WRITE, count);
  rtx mem = memory_by_elements (XEXP (merge, 0), count);
  return mem && set_elements (c, mem, 0, count);
}

/* Of an instruction in two parts, the operand that is a mask: as the patterns in GCC's sse.md have it. */
static bool
find_moved (rtx dest, rtx unspec, chosen_elements *c)
{
  int last = XVECLEN (unspec, 0) - 1, mask = last;
  rtx mem = MEM_P (dest) ? dest : XVECEXP (unspec, 0, 0);
  unsigned flags = MEM_P (dest) ? ALGOPROF_E_WRITE : 0;
  if (XINT (unspec, 1) != UNSPEC_MASKMOV)
    flags |= ALGOPROF_E_PACKED;
  else if (REG_P (XVECEXP (unspec, 0, last)) && MASK_REGNO_P (REGNO (XVECEXP (unspec, 0, last))))
    ;
  else if (MEM_P (dest))
    mask = GET_MODE_INNER (GET_MODE (dest)) == QImode ? 1 : 0;
  else
    {
      mask = 0;
      mem = XVECEXP (unspec, 0, last);
    }
  return MEM_P (mem) && set_mask (c, XVECEXP (unspec, 0, mask))
         && set_elements (c, mem, flags, elements_of (GET_MODE (mem)));
}

/* A gather's or scatter's: the address is a vector. */
static bool
find_indexed (rtx mem, rtx mask, unsigned vector, unsigned flags, chosen_elements *c)
{
  rtx address = MEM_P (mem) ? XEXP (mem, 0) : NULL_RTX;
  if (!address || GET_CODE (address) != UNSPEC || XINT (address, 1) != UNSPEC_VSIBADDR || !set_mask (c, mask))
    return false;
  c->indices = XVECEXP (address, 0, 1);
  if (!REG_P (c->indices) || !SSE_REGNO_P (REGNO (c->indices)) || !CONST_INT_P (XVECEXP (address, 0, 2)))
    return false;
  machine_mode indices = GET_MODE (c->indices);
  if (GET_MODE_INNER (indices) == DImode)
    flags |= ALGOPROF_E_WIDE;
  c->mem = gen_rtx_MEM (GET_MODE (mem), XVECEXP (address, 0, 0));
  set_mem_addr_space (c->mem, MEM_ADDR_SPACE (mem));
  c->what = ALGOPROF_E_WHAT (flags | ALGOPROF_E_INDEXED, MIN (vector, elements_of (indices)),
                             GET_MODE_UNIT_SIZE (GET_MODE (mem)), INTVAL (XVECEXP (address, 0, 2)));
  return true;
}

bool
find_chosen_elements (const rtx_insn *insn, chosen_elements *c)
{
  rtx set = single_set (insn);
  if (!set)
    return false;
  rtx dest = SET_DEST (set), source = SET_SRC (set);
  *c = {};
  if (GET_CODE (source) == VEC_MERGE)
    return find_merged (dest, source, c);
  if (GET_CODE (source) == VEC_SELECT)
    source = XEXP (source, 0);          /* the half of a vector that there are indices for */
  if (GET_CODE (source) != UNSPEC)
    return false;
  if (moves_chosen (XINT (source, 1)))
    return find_moved (dest, source, c);
  unsigned count = elements_of (GET_MODE (source));
  switch (XINT (source, 1))
    {
    case UNSPEC_SCATTER:
      return find_indexed (dest, XVECEXP (source, 0, 0), elements_of (GET_MODE (XVECEXP (source, 0, 1))),
                           ALGOPROF_E_WRITE, c);
    case UNSPEC_GATHER:
      if (XVECLEN (source, 0) == 4)     /* AVX2's */
        return find_indexed (XVECEXP (source, 0, 1), XVECEXP (source, 0, 3), count, 0, c);
      return find_indexed (XVECEXP (source, 0, 2), XVECEXP (source, 0, 1), count, 0, c);
    default:
      return false;
    }
}

/* ---- code */

/* Of as many bytes as its mode has, in a template. */
static std::string
vector_name (const_rtx reg)
{
  unsigned number = REGNO (reg), size = GET_MODE_SIZE (GET_MODE (reg)).to_constant ();
  number = number < FIRST_REX_SSE_REG   ? number - FIRST_SSE_REG
           : number < FIRST_EXT_REX_SSE_REG ? number - FIRST_REX_SSE_REG + 8
                                            : number - FIRST_EXT_REX_SSE_REG + 16;
  return (size == 64 ? "zmm" : size == 32 ? "ymm" : "xmm") + std::to_string (number);
}

static asm_code
move_code (const char *name, const std::string &from, const std::string &to)
{
  return std::string (name) + "\t{%%" + from + ", %%" + to + "|" + to + ", " + from + "}";
}

asm_code
push_mask (const chosen_elements &c, unsigned scratch)
{
  std::string word = register_name (scratch), name = word.substr (word.find_first_not_of ('%'));
  std::string half = half_of (name);
  unsigned count = ALGOPROF_E_COUNT (c.what);
  asm_code load;
  if (MASK_REGNO_P (REGNO (c.mask)))
    load = move_code (count <= 16 ? "kmovw" : count <= 32 ? "kmovd" : "kmovq",
                      "k" + std::to_string (REGNO (c.mask) - FIRST_MASK_REG), count <= 32 ? half : name);
  else
    switch (GET_MODE_UNIT_SIZE (GET_MODE (c.mask)))
      {
      case 1:
        load = move_code (TARGET_AVX ? "vpmovmskb" : "pmovmskb", vector_name (c.mask), half);
        break;
      case 4:
        load = move_code ("vmovmskps", vector_name (c.mask), half);
        break;
      default:
        load = move_code ("vmovmskpd", vector_name (c.mask), half);
      }
  return load + push_word (word);
}

asm_code
push_indices (const chosen_elements &c)
{
  if (!c.indices)
    return asm_code ();
  std::string name = vector_name (c.indices);
  std::string size = name[0] == 'z' ? "ZMMWORD" : name[0] == 'y' ? "YMMWORD" : "XMMWORD";
  std::string move = name[0] == 'z' || REGNO (c.indices) >= FIRST_EXT_REX_SSE_REG ? "vmovdqu64" : "vmovdqu";
  return lower_stack (ALGOPROF_E_INDICES)
         + asm_code (move + "\t{%%" + name + ", (%%rsp)|" + size + " PTR [rsp], " + name + "}");
}

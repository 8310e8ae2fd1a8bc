/* SPDX-License-Identifier: GPL-3.0-or-later
 * Single instructions: the stack, loads, stores, calls, jumps. */
#include "arch/x86_64/syntax.h"
#include <algoprof/arch/x86_64.h>
#include <algoprof/inhouse_abi.h>
#include <algoprof/rt_abi.h>

/* ---- the stack */

static std::string
stack_pointer (void)
{
  return register_name (SP_REG);
}

HOST_WIDE_INT
red_zone_size (void)
{
  return ALGOPROF_RED_ZONE;
}

HOST_WIDE_INT
red_zone_in_use (void)
{
  return cfun->machine->frame.red_zone_size > 0 ? red_zone_size () : 0;
}

HOST_WIDE_INT
return_address_size (void)
{
  return UNITS_PER_WORD;
}

asm_code
lower_stack (HOST_WIDE_INT bytes)
{
  if (!bytes)
    return asm_code ();
  return { two ("leaq", memory (stack_pointer (), -bytes, ""), stack_pointer ()), bytes };
}

asm_code
raise_stack (HOST_WIDE_INT bytes)
{
  return lower_stack (-bytes);
}

asm_code
push_word (const std::string &operand)
{
  return { one ("pushq", operand), UNITS_PER_WORD };
}

asm_code
pop_word (const std::string &operand)
{
  return { one ("popq", operand), -UNITS_PER_WORD };
}

asm_code
push_flags (void)
{
  return { "pushf{q|q}", UNITS_PER_WORD };
}

asm_code
pop_flags (void)
{
  return { "popf{q|q}", -UNITS_PER_WORD };
}

asm_code
push_address (const std::string &address, int free)
{
  unsigned regno = free < 0 ? R11_REG : free;
  asm_code load = load_address (regno, address), push = push_word (register_name (regno));
  if (free >= 0)
    return load + push;
  return push + load + two ("xchgq", register_name (regno), memory (stack_pointer (), 0));
}

asm_code
push_stack_address (HOST_WIDE_INT offset)
{
  asm_code push = push_word (register_name (R11_REG));
  return push + load_stack_address (R11_REG, offset + push.depth ())
         + two ("xchgq", register_name (R11_REG), memory (stack_pointer (), 0));
}

asm_code
push_sum (unsigned regno, HOST_WIDE_INT n)
{
  return push_word (register_name (regno)) + two ("addq", number_operand (n), memory (stack_pointer (), 0));
}

/* ---- addresses and words */

asm_code
load_address (unsigned regno, const std::string &address)
{
  return two ("leaq", address, register_name (regno));
}

asm_code
load_stack_address (unsigned regno, HOST_WIDE_INT offset)
{
  return load_address (regno, memory (stack_pointer (), offset, ""));
}

/* By the shortest instruction that does not change the flags. */
asm_code
load_number (unsigned regno, unsigned HOST_WIDE_INT n)
{
  std::string name = register_name (regno), value = number_operand (0);
  value.replace (value.size () - 1, 1, std::to_string (n));
  if (n >> 31)
    return two ("movabsq", value, name);
  return two ("movl", value, half_of (name));
}

asm_code
load_function (unsigned regno, const std::string &symbol)
{
  return two ("movq", symbol_memory (quoted_symbol (symbol) + "@GOTPCREL"), register_name (regno));
}

asm_code
store_on_stack (unsigned regno, HOST_WIDE_INT offset)
{
  return two ("movq", register_name (regno), memory (stack_pointer (), offset));
}

bool
asks_for_thread_offset (void)
{
  return flag_shlib;
}

asm_code
load_thread_offset (const std::string &reg, const char *symbol)
{
  std::string name = note_runtime_name (symbol), result = register_name (AX_REG);
  if (!asks_for_thread_offset ())
    return two ("movq", symbol_memory (name + "@gottpoff"), reg);
  /* The register may be that of the result. */
  asm_code room = push_word (result), save = push_word (result);
  return room + save + two ("leaq", symbol_memory (name + "@tlsdesc", ""), result)
         + (ix86_asm_dialect == ASM_INTEL ? "call\t[QWORD PTR [" + result + "+" + name + "@tlscall]]"
                                          : "call\t*" + name + "@tlscall(" + result + ")")
         + two ("movq", result, memory (stack_pointer (), save.depth ())) + pop_word (result) + pop_word (reg);
}

asm_code
store_thread_word (unsigned area, HOST_WIDE_INT offset, unsigned value)
{
  return two ("movq", register_name (value), thread_memory (register_name (area), offset));
}

/* ---- control */

/* Through the global offset table, not the PLT: the dynamic linker's lazy binding would change %r11 at
   the first call.  A static link makes it a direct call. */
asm_code
call_entry (const char *name)
{
  static std::map<std::string, asm_code> made;
  asm_code &call = made[name];
  if (call.is_empty ())
    {
      std::string entry = symbol_memory (note_runtime_name (std::string (ALGOPROF_RT ("")) + name) + "@GOTPCREL");
      call = ix86_asm_dialect == ASM_INTEL ? "call\t[" + entry + "]" : "call\t*" + entry;
    }
  return call;
}

const entry_registers enter_registers = { "=a", "m", NULL, { "r10", "r11", "xmm15" } };
const entry_registers enter_general_registers = { "=a", "m", NULL, { "r10", "r11" } };
const entry_registers leave_registers = { NULL, "D", "S", { "rcx", "r8", "r9", "r10", "r11" } };
const entry_registers tail_registers = { NULL, "a", NULL, { "r10", "r11" } };

asm_code
call_enter (const char *name)
{
  return asm_code (two ("leaq", "%1", register_name (R10_REG))) + call_entry (name);
}

bool
has_vectors (void)
{
  return TARGET_SSE && !TARGET_GENERAL_REGS_ONLY;
}

void
forgo_red_zone (void)
{
  target_flags |= MASK_NO_RED_ZONE;
}

/* Operands are written with the dialect's prefix: there are both names. */
asm_code
call_entry_of_operand (const std::string &name, unsigned n)
{
  std::string entry = symbol_memory ("\"" + std::string (ALGOPROF_RT ("")) + name + "_" + word_operand (n) + "\"@GOTPCREL");
  return ix86_asm_dialect == ASM_INTEL ? "call\t[" + entry + "]" : "call\t*" + entry;
}

/* With trms a stamp that others have changed is below all frames': most are the caller's, or later, and need no second look. */
static asm_code
count_first_read (unsigned changed, unsigned place, unsigned frame, unsigned own, bool threads)
{
  const HOST_WIDE_INT near = offsetof (algoprof_frame, near), caller = -(HOST_WIDE_INT) sizeof (algoprof_frame);
  std::string stamp = half_of (word_operand (changed)), f = word_operand (frame), at = "%" + std::to_string (place);
  asm_code is_callers = two ("cmpl", memory (f, caller + offsetof (algoprof_frame, stamp), "DWORD PTR "), stamp);
  asm_code count = asm_code (two ("movl", half_of (word_operand (own)), at)) + one ("incq", memory (f, near));
  asm_code lost = call_entry_of_operand ("inhouse_lost_" + word_operand (changed), frame);
  if (!threads)
    return count + is_callers + "jae\t1f" + lost;
  return is_callers + "jae\t2f" + two ("testl", stamp, stamp) + "jns\t3f" + count + lost + "jmp\t1f"
         + "3:" + two ("leaq", at, word_operand (changed)) + call_entry_of_operand ("inhouse_first_at", changed) + "jmp\t1f"
         + "2:" + count;
}

/* A signal's handler may come between any two instructions: its activations change the frames' sizes, and read the cell. */
asm_code
read_cell_first (unsigned changed, unsigned place, unsigned frame, unsigned own, first_read kind, bool threads)
{
  std::string stamp = half_of (word_operand (changed)), now = half_of (word_operand (own)), at = "%" + std::to_string (place);
  asm_code load = asm_code (two ("movl", at, stamp)), leave = asm_code ("jae\t1f");
  asm_code read = kind == MOSTLY_FIRST ? load + two ("cmpl", now, stamp) + leave
                  : kind == MOSTLY_KNOWN ? asm_code (two ("cmpl", now, at)) + leave + load : load;
  return read + count_first_read (changed, place, frame, own, threads) + "1:";
}

asm_code
jump_to (const std::string &label)
{
  return "jmp\t" + label;
}

asm_code
test_result (void)
{
  return two ("cmpl", number_operand (0), memory (stack_pointer (), 0, "DWORD PTR "));
}

asm_code
compare_operand (unsigned regno, unsigned n)
{
  return two ("cmpq", register_name (regno), "%" + std::to_string (n));
}

asm_code
jump_if_equal (const std::string &label)
{
  return "je\t" + label;
}

asm_code
jump_if_not_equal (const std::string &label)
{
  return "jne\t" + label;
}

asm_code
jump_if_below_zero (const std::string &label)
{
  return "js\t" + label;
}

asm_code
align_loop (void)
{
  return ".p2align\t4";
}

asm_code
place_of_entry (void)
{
  return flag_cf_protection & CF_BRANCH ? "endbr64" : "";
}

asm_code
function_label (const std::string &name)
{
  return ".type\t" + name + ", @function\n" + name + ":";
}

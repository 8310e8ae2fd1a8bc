/* SPDX-License-Identifier: GPL-3.0-or-later
 * Code of the statements that are made before registers are allocated, and of the question whether traced
 * code is to be left. */
#include "arch/x86_64/syntax.h"
#include <algoprof/rt_abi.h>

asm_code
add_code (void)
{
  return two ("addq", "%1", "%0");
}

asm_code
countdown_code (unsigned operand)
{
  return two ("subq", number_operand (1), "%" + std::to_string (operand));
}

asm_code
increment_code (void)
{
  return two ("addq", number_operand (1), "%0");
}

asm_code
store_code (void)
{
  return two ("movq", "%1", "%0");
}

asm_code
if_below_zero (const asm_code &inner)
{
  return asm_code ("jns\t1f") + inner + "1:";
}

asm_code
count_down_and (const std::string &pointer, const asm_code &inner)
{
  return asm_code (two ("subq", number_operand (1), memory (pointer, 0))) + if_below_zero (inner);
}

asm_code
if_equal (unsigned operand, unsigned n, const asm_code &inner)
{
  return asm_code (two ("cmpq", number_operand (n), "%" + std::to_string (operand))) + "jne\t1f" + inner + "1:";
}

asm_code
if_present (const char *name, const asm_code &inner)
{
  std::string symbol = std::string (ALGOPROF_RT ("")) + name;
  return asm_code (".weak\t" + symbol) + two ("cmpq", number_operand (0), symbol_memory (symbol + "@GOTPCREL"))
         + "je\t1f" + inner + "1:";
}

/* When all traced code is to be left the fuel is far below 0: code that is called again and again does not
   call the runtime each time.  Behind that call the flags say what they say at the other jumps to 1. */
asm_code
poll_code (const std::string &reg, unsigned n, HOST_WIDE_INT red_zone)
{
  static std::map<std::tuple<std::string, unsigned, HOST_WIDE_INT>, asm_code> made;
  asm_code &code = made[{ reg, n, red_zone }];
  if (!code.is_empty ())
    return code;
  asm_code far_below = two ("cmpl", number_operand (ALGOPROF_FUEL_LEFT / 2 >> 32), thread_memory (reg, 4, "DWORD PTR "));
  asm_code ask = lower_stack (red_zone) + push_word (reg) + call_entry ("poll") + pop_word (reg);
  ask += raise_stack (ask.depth ());
  asm_code fuel = load_thread_offset (reg, ALGOPROF_FUEL);
  code = asks_for_thread_offset () ? lower_stack (red_zone) + fuel + raise_stack (red_zone) : fuel;
  code += two ("subq", number_operand (n), thread_memory (reg, 0));
  code += "jns\t1f" + far_below + "js\t1f" + ask + one ("negl", half_of (reg)) + "1:";
  return code;
}

/* ---- open recursions */

/* Two frames that are farther apart are of two stacks. */
static std::string
stack_span (void)
{
  return number_operand (0x4000000);
}

asm_code
nesting_code (void)
{
  std::string sp = register_name (SP_REG);
  asm_code c = two ("movq", "%3", "%1");
  c += two ("xorl", "%k0", "%k0");
  c += two ("testq", "%1", "%1");
  c += "jz\t2f";
  c += two ("cmpq", sp, "%1");
  c += "jbe\t1f";
  /* An instance is above: the state is 2 if it is traced, or was, else 1. */
  c += two ("movl", number_operand (2), "%k0");
  c += two ("cmpq", number_operand (1), "%4");
  c += two ("sbbl", number_operand (0), "%k0");
  c += "jmp\t3f";
  /* The stack pointer that is kept is of a frame that is gone, or of another stack. */
  c += "1:\t" + two ("movq", sp, "%q0");
  c += two ("subq", "%1", "%q0");
  c += two ("cmpq", stack_span (), "%q0");
  c += two ("movl", number_operand (0), "%k0");
  c += "ja\t2f";
  c += two ("xorl", "%k1", "%k1");
  c += "2:\t" + two ("movq", sp, "%2");
  return c + "3:";
}

asm_code
forget_nesting_code (void)
{
  asm_code c = two ("movq", "%2", "%0");
  c += two ("subq", register_name (SP_REG), "%0");
  c += two ("addq", stack_span (), "%0");
  c += two ("cmpq", stack_span (), "%0");
  c += "ja\t1f";
  c += two ("movq", number_operand (0), "%1");
  return c + "1:";
}

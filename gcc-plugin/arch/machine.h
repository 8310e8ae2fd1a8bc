/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the plugin needs of the machine.  arch/x86_64/ implements it; another machine is another
 * folder beside that one.  No other file of the plugin names a register, an instruction, a constraint
 * of an asm statement, or one of the target's own macros or patterns.
 *
 * An operation gives code (asm-code.h): text together with what it does to the stack pointer.  Code
 * that pushes arguments and calls an entry point is put together of operations, and is undone with
 * raise_stack (code.depth ()).
 *
 * Operands are texts: register_name, word_operand, number_operand, label_address. */
#ifndef ALGOPROF_MACHINE_H
#define ALGOPROF_MACHINE_H

#include "compat/gcc-compat.h"
#include "arch/asm-code.h"

/* Why programs cannot be compiled for the target with these options, or NULL. */
const char *why_not_supported (void);

/* ---- registers: by GCC's numbers */

/* Why there are not those that the runtime's calls need (-ffixed-, global register variables), or NULL. */
const char *why_registers_missing (void);

unsigned flags_register (void);
/* One that the runtime knows the value of (ALGOPROF_REGISTERS). */
bool is_general_register (unsigned regno);
unsigned dwarf_number (unsigned regno);

/* What traced code may want to change, flags included: registers that calls change. */
const std::vector<unsigned> &changeable_registers (void);
/* Of those the ones for addresses and the like, the best one first. */
const std::vector<unsigned> &scratch_registers (void);
/* The one that no call takes an argument in, and that code between a call's arguments and the call
   may change. */
unsigned call_register (void);
/* Does cfun keep registers that other functions change: as an interrupt's handler does? */
bool keeps_all_registers (void);

/* Entry points for accesses (rt_abi.h) take an address, and perhaps a second argument, in registers,
   and change some. */
unsigned address_register (void);
unsigned second_register (void);
const std::vector<unsigned> &registers_changed_by_access (void);

/* Whole numbers and pointers among a call's arguments lie in so many registers, which runtime and plugin
   number from 0 on. */
unsigned argument_registers (void);
/* Floating-point numbers lie in so many others. */
unsigned vector_argument_registers (void);
/* How many of them a function takes for where its result goes. */
unsigned registers_of_result (tree fndecl);

/* ---- operands */

std::string register_name (unsigned regno);
/* Operand N of a statement: a word, or an address. */
std::string word_operand (unsigned n);
std::string address_operand (unsigned n);
std::string number_operand (HOST_WIDE_INT);
/* The address of a label, symbol or label operand (%lN) of this module. */
std::string label_address (const std::string &);

/* Constraints of operands, for statements of GIMPLE and RTL. */
extern const char address_constraint[];         /* an address */
extern const char number_constraint[];          /* a number that an instruction can have */
extern const char value_constraint[];           /* such a number, or a register */
extern const char below_constraint[];           /* output: did what was counted down fall below 0? */
extern const char first_constraint[], second_constraint[], result_constraint[],
                  register_constraint[];   /* registers of calls */
rtx flags_clobber (void);

/* ---- the stack */

/* So many bytes below the stack pointer belong to the function; in cfun, whose frame is laid out, if it uses
   them, else 0. */
HOST_WIDE_INT red_zone_size (void);
HOST_WIDE_INT red_zone_in_use (void);
/* Where a function is entered there is so much on the stack below its arguments. */
HOST_WIDE_INT return_address_size (void);

/* The flags stay as they are. */
asm_code lower_stack (HOST_WIDE_INT bytes);
asm_code raise_stack (HOST_WIDE_INT bytes);
asm_code push_word (const std::string &operand);
asm_code pop_word (const std::string &operand);
asm_code push_flags (void);
asm_code pop_flags (void);

/* Pushes an address that the stack pointer has no part in.  free: a register for that, or -1: all
   keep their values. */
asm_code push_address (const std::string &address, int free);
/* Pushes the address `offset' bytes above the stack pointer as it is before; all registers keep their values. */
asm_code push_stack_address (HOST_WIDE_INT offset);
/* Pushes register + n; changes the flags. */
asm_code push_sum (unsigned regno, HOST_WIDE_INT n);
/* Pushes the length of the instruction's block of memory (counts_elements), which changes `scratch'. */
asm_code push_block_size (const rtx_insn *, unsigned scratch);

/* ---- other instructions; loads and stores keep the flags */

/* A call of an entry point of the runtime, whose arguments are where rt_abi.h says. */
asm_code call_entry (const char *name);
asm_code jump_to (const std::string &label);

/* register = ... */
asm_code load_address (unsigned regno, const std::string &address);
asm_code load_stack_address (unsigned regno, HOST_WIDE_INT offset);
asm_code load_number (unsigned regno, unsigned HOST_WIDE_INT);
/* The function's address, which may lie in another module. */
asm_code load_function (unsigned regno, const std::string &symbol);
/* The address of the access, `offset' bytes farther, to address_register ().  *operand: operand 0 of the
   statement.  of_thread: off the thread's pointer. */
asm_code load_access_address (const_rtx mem, HOST_WIDE_INT offset, bool of_thread, rtx *operand);

/* The word at `offset' from the stack pointer = register. */
asm_code store_on_stack (unsigned regno, HOST_WIDE_INT offset);
/* A thread-local variable's distance from the thread's pointer, and the word `offset' bytes behind
   it.  Does the first call the loader, below the stack pointer, and change the flags?  It does in shared
   libraries: what is loaded by a running program finds little room for variables at a fixed distance, which is
   not given back when it is unloaded. */
bool asks_for_thread_offset (void);
asm_code load_thread_offset (const std::string &reg, const char *symbol);
asm_code store_thread_word (unsigned area, HOST_WIDE_INT offset, unsigned value);

/* Compare the result that an entry point left on the stack with 0; a register with operand n. */
asm_code test_result (void);
asm_code compare_operand (unsigned regno, unsigned n);
asm_code jump_if_equal (const std::string &label);
asm_code jump_if_not_equal (const std::string &label);
asm_code jump_if_below_zero (const std::string &label);

/* The next code begins at a multiple of 16. */
asm_code align_loop (void);
/* Where control may come by a call or jump through a pointer. */
asm_code place_of_entry (void);
/* The entry of a function of this name. */
asm_code function_label (const std::string &name);

/* ---- statements before registers are allocated (site/asm-statement.cc) */

/* Operand 0 += operand 1; 1 less in an operand, the answer being below_constraint's; 1 more in operand 0. */
asm_code add_code (void);
asm_code countdown_code (unsigned operand = 1);
asm_code increment_code (void);
/* Operand 0 = operand 1, in memory. */
asm_code store_code (void);

/* The code, if the flags say "below 0". */
asm_code if_below_zero (const asm_code &);
/* Count down the word that an operand points to; the code, if it fell below 0. */
asm_code count_down_and (const std::string &pointer, const asm_code &);
/* The code, if an operand is n. */
asm_code if_equal (unsigned operand, unsigned n, const asm_code &);
/* The code, if the runtime has that entry point. */
asm_code if_present (const char *name, const asm_code &);

/* The fuel (rt_abi.h) is n less; if it has run out, the runtime is asked.  reg: is changed.  red_zone: bytes to be
   left alone below the stack pointer.  Behind it the flags say "below 0" if traced code is to be left. */
asm_code poll_code (const std::string &reg, unsigned n, HOST_WIDE_INT red_zone);

/* Of an open recursion's wrapper (emit-recursion.cc).  Operands: 0 state, 1 saved, 2 and 3 the record's
   `inside', 4 its `chain'. */
asm_code nesting_code (void);
/* Operands: 0 a register to change, 1 and 2 `inside'. */
asm_code forget_nesting_code (void);

/* ---- contexts (context_abi.h) */

/* Why functions cannot have them, with these options; NULL: they can. */
const char *why_no_contexts (void);

/* Are all arguments surely in registers? */
bool has_register_arguments (gcall *);

/* Labels at the begin of a function's code (context/entries.cc), and its description's.  Without with_slot, code is all. */
struct context_entry
{
  bool by_cursor, is_public;
  bool align_record;            /* it calls itself: its entry by the record begins a line of the cache */
  std::string callable, with_slot, with_record, code;
  std::vector<std::string> others;      /* the same place as with_slot, and symbols of the module */
};
/* Before the code of cfun, and where code is put next. */
void put_context_entry (const context_entry &);
void append_context_entry (const context_entry &);

struct context_outside
{
  std::string name, callable, symbol;
  bool is_public;               /* the linker may find the function's own in its place */
  bool own;                     /* it is the function's own */
  bool keeps;                   /* it puts the cursor back, and is called NAME.kept; has_register_arguments () */
};
/* To the assembler's file: each takes a slot, sets the cursor, goes on in the function `symbol'. */
void write_outside_entries (const std::vector<context_outside> &);
/* The same for traced code, which goes on where call_register () says: at the function, or its mirror. */
void write_traced_outside_entry (const std::string &name, const context_outside &);
/* The same as `called', but puts the cursor back. */
void write_keeping_entry (const std::string &name, const std::string &called);

/* ---- in-house mode (inhouse_abi.h): entry points of conventions of their own */

struct entry_registers
{
  const char *result, *first, *second;          /* constraints; NULL: there is none */
  std::vector<const char *> changed;            /* registers besides */
};
extern const entry_registers enter_registers, enter_general_registers, leave_registers, tail_registers;
/* enter's is a call of it with the routine, operand 1, whose address no register of the function has to have. */
asm_code call_enter (const char *name);
/* May the current function change vector registers?  Else enter_general. */
bool has_vectors (void);
/* Functions call without GCC's knowing: nothing lies below the stack pointer. */
void forgo_red_zone (void);
/* A call of the entry point for the register that operand n is in. */
asm_code call_entry_of_operand (const std::string &name, unsigned n);
/* A cell is read first, maybe: where code runs again and again mostly not; SURELY_FIRST: that has been looked at. */
enum first_read { MOSTLY_FIRST, MOSTLY_KNOWN, SURELY_FIRST };
/* Operands: a register that is changed, the cell's stamp, the frame, its stamp.  threads: with trms. */
asm_code read_cell_first (unsigned changed, unsigned place, unsigned frame, unsigned own, first_read kind, bool threads);

/* ---- addresses */

struct machine_address
{
  rtx base, index, displacement;        /* or NULL_RTX */
  int scale;                            /* of the index */
  bool narrow;                          /* of the sum the lower half: nothing can be added to it */
};

/* false: it is something else than a sum of registers and constants. */
bool decompose_address (rtx address, machine_address *);
/* Off the thread's pointer? */
bool is_thread_space (addr_space_t);
/* Is what is called there a symbol's, by way of the global offset table or not?  Else NULL_RTX. */
rtx symbol_called (rtx address);

/* Code model: no address of a symbol is an operand. */
bool are_symbols_far (void);
/* No call names a symbol: it needs call_register (). */
bool are_calls_indirect (void);
/* The global offset table is found by parts, which name labels of the function. */
bool has_parts_of_table (void);
bool is_part_of_table (const_rtx pattern);

/* ---- what instructions access */

/* The part of a vector, or more than the operand, if the instruction accesses that. */
rtx memory_accessed (rtx_insn *, rtx mem);
/* Does a register that the instruction looks at say how long its block of memory is? */
bool counts_elements (rtx_insn *);
/* Does it set or look at the word that protects the frame (-fstack-protector)? */
bool is_of_stack_guard (const_rtx pattern);
/* Elements of a vector that a mask chooses? */
bool is_masked (const_rtx pattern);

/* The elements of a vector that a mask chooses: of those that lie one behind the other, or where indices say. */
struct chosen_elements
{
  rtx mem;              /* where the first one may lie, or what the indices are added to */
  rtx mask, indices;    /* registers; NULL_RTX: there are no indices */
  unsigned what;        /* ALGOPROF_E_WHAT */
};
/* false: the instruction accesses something else. */
bool find_chosen_elements (const rtx_insn *, chosen_elements *);
/* Pushes a word with a bit for each element that may be chosen; changes `scratch', keeps the flags. */
asm_code push_mask (const chosen_elements &, unsigned scratch);
/* Pushes ALGOPROF_E_INDICES bytes, which begin with the indices, if there are any. */
asm_code push_indices (const chosen_elements &);
/* Where an exchange with memory puts what it has read; NULL_RTX: it is none. */
rtx result_of_exchange (const_rtx pattern);

/* ---- the traced copy */

/* Make the call another function's.  where: in the call. */
void set_called (rtx_insn *call, rtx *where, rtx to);
/* The jump to another function is to be a call, behind which the function returns: what is needed before
   the call, and behind it. */
void begin_call_for_jump (rtx_insn *call);
void put_return (void);

/* Instructions behind GCC's flow graph are to be written as they are, until finish_output. */
void prepare_output (void);
void finish_output (void);

/* ---- at the unit's end, to the assembler's file */

struct thunk_shape
{
  HOST_WIDE_INT fixed_offset, vcall_offset;     /* as in thunk_info; 0: none */
  bool result_in_memory;
};

/* Code that moves `this' and goes on in the function whose name write_name writes. */
void write_thunk_code (const char *label, const thunk_shape &, const std::function<void (void)> &write_name);
/* The function's distance from here, in 32 bits, as a call names it. */
void write_distance_of_call (const char *name);
/* A reference that the linker resolves and that takes no room. */
void write_bare_reference (const char *symbol);
/* The names of the runtime that code of this unit refers to are weak: it links where there is none. */
void write_weak_names (void);
/* The code of function `name': if there is a function `called', a call of it with its own address. */
void write_notifier_code (const char *name, const char *called);

/* Models of the machine's own built-in functions: names, steps (libc/libc-models.def), NULL at the end. */
extern const char *const machine_models[][2];

#endif

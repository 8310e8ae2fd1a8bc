/* Names that are written with operands, behind comments, in quotes; and directives that come but once. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-target=*" } */
#define ONCE(NAME, ...) \
  __attribute__ ((noinline)) static int NAME (int n) { __asm__ volatile (__VA_ARGS__); return n + 1; }
#define EACH(DO, ...) \
  DO (operand, "asm_name_%c0: nop" : : "i" (77)) \
  DO (comment, "/* a place: */ asm_name_two : nop") \
  DO (quoted, "\"asm name three\": nop") \
  DO (second, "1: asm_name_four: nop") \
  DO (listed, ".irp x, a, b\n\tasm_name_\\x: nop\n\t.endr") \
  DO (constant, ".equiv asm_name_five, 5") \
  DO (same, "asm_name_six == 6") \
  DO (common, ".lcomm asm_name_seven, 8") \
  DO (local, ".local asm_name_eight\n\t.comm asm_name_eight, 8") \
  DO (assigned, ".set asm_name_nine, 9; asm_name_ten = 10; nop # no name: here")
EACH (ONCE)
#define CALL(NAME, ...) s += NAME (i);

int
main (void)
{
  int s = 0;
  for (int i = 0; i < 4; i++)
    {
      EACH (CALL)
      /* As <sys/sdt.h>'s probes: this may come again. */
      __asm__ volatile (".macro asm_name_once x\n\tnop\n\t.endm\n990: asm_name_once 1\n\t.purgem asm_name_once");
    }
  return s == 100 ? 0 : 1;
}

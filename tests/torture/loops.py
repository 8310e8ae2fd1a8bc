# SPDX-License-Identifier: GPL-3.0-or-later
"""Random programs in C whose loops read and write memory in all the ways that decide
what is an input: by affine and other indices, in parts of objects, behind conditions,
in loops in loops, in walks along pointers, in functions that are called.

Each value that is read is used, each that is written may be read later, and all lies
in variables of the whole program, so that GCC leaves out no access that would be the
first of its bytes, and moves none into or out of the loop before the plugin sees it.
"""
import random

N = 64                          # most iterations
LENGTH = 512                    # elements of arrays
ELEMENTS = ("u8", "u16", "u32", "u64", "float", "double")
HEAD = """#include "judge.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
struct part { u8 tag; u16 low; u32 key; };
struct node { u32 key; struct node *next; u8 name[12]; struct part part; u64 count; struct node *other; };
struct __attribute__((packed)) tight { u8 a; u32 b; u16 c; u64 d; };
union either { u64 whole; u32 half[2]; u8 bytes[8]; };

u8 a_u8[LENGTH];
u16 a_u16[LENGTH];
u32 a_u32[LENGTH];
u64 a_u64[LENGTH];
float a_float[LENGTH];
double a_double[LENGTH];
u32 table[32][32];
u32 order[LENGTH];
struct node nodes[LENGTH];
struct tight tights[LENGTH];
union either eithers[LENGTH];
u64 total;

static void fill(u32 seed)
{
    u32 x = seed;
    for (u32 i = 0; i < LENGTH; i++) {
        x = x * 1664525 + 1013904223;
        a_u8[i] = (u8)(x >> 24), a_u16[i] = (u16)(x >> 16), a_u32[i] = x >> 8, a_u64[i] = x;
        a_float[i] = (float)(x >> 20), a_double[i] = x >> 16;
        order[i] = (x >> 9) % LENGTH;
        nodes[i].key = x >> 26, nodes[i].count = i, nodes[i].part.key = x >> 12, nodes[i].part.low = (u16)x;
        nodes[i].next = i % 9 ? &nodes[(i * 5 + 1) % LENGTH] : 0;
        nodes[i].other = i % 5 ? &nodes[x % LENGTH] : &nodes[i];
        memset(nodes[i].name, (int)(x >> 13), sizeof nodes[i].name);
        tights[i].a = (u8)x, tights[i].b = x, tights[i].c = (u16)(x >> 3), tights[i].d = x;
        eithers[i].whole = x;
        table[i / 32][i % 32] = x, table[16 + i / 32][i % 32] = x >> 7;
    }
    const void *all[] = { a_u8, a_u16, a_u32, a_u64, a_float, a_double, table, order, nodes, tights, eithers, &total };
    __asm__ volatile("" : : "r"(all) : "memory");       /* with -flto, too, others may read them */
}
"""


class Writer:
    """Text of one program; i is the loop's counter, h what all that is read goes into."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.names = 0
        self.helpers, self.targets = [], []
        self.bare = False       # what is written is what is used anyway, and nothing hinders GCC

    def one_of(self, *choices):
        return self.random.choice(choices)

    def chance(self, of):
        return self.random.random() < of

    def name(self, kind):
        self.names += 1
        return f"{kind}{self.names}"

    def line(self, depth, text):
        self.lines.append("    " * depth + text)

    # ---- expressions

    def index(self, counters):
        """Below LENGTH, whatever the counters are."""
        i, k = self.random.choice(counters), self.random.randrange(40)
        return self.one_of(f"{i}", f"{i} + {k}", f"{i} * 2 + {k}", f"{i} * 3", f"{i} * 4 + {k % 4}", f"{N + 60} - {i}",
                           f"order[{i}]", f"order[{i} * 2 + 1]", f"({i} * 37 + {k}) % LENGTH",
                           f"h % {self.one_of(7, 64, 'LENGTH')}",
                           f"{k}", f"{i} / 2", f"({i} & ~3u)", f"{i} ^ {k % 8}")

    def pointer(self, counters, pointers):
        return self.random.choice(pointers) if pointers and self.chance(.6) else f"(&nodes[{self.index(counters)}])"

    def place(self, counters, pointers):
        """An lvalue."""
        i, j, step = self.random.choice(counters), self.random.choice(counters), self.random.randrange(1, 4)
        at, p = self.index(counters), self.pointer(counters, pointers)
        element = self.random.choice(ELEMENTS)
        return self.one_of(f"a_{element}[{at}]", f"a_{element}[{at}]", f"a_{element}[{at}]", f"{p}->key", f"{p}->part.key",
                           f"{p}->part.low", f"{p}->part.tag", f"{p}->name[{i} % 12]",
                           f"{p}->count", f"tights[{at}].{self.one_of(*'abcd')}", f"eithers[{at}].whole",
                           f"eithers[{at}].half[{i} & 1]", f"eithers[{at}].bytes[{self.random.randrange(8)}]",
                           f"table[{i} & 31][{j} * {step} & 31]", "total")

    def value(self, counters, pointers):
        return self.one_of(f"(u32){self.place(counters, pointers)}", f"(u32){self.place(counters, pointers)}",
                           "(u32)h", self.random.choice(counters), f"(n + {self.random.randrange(100)})",
                           f"((u32){self.place(counters, pointers)} + (u32){self.place(counters, pointers)})")

    def condition(self, counters, pointers):
        compared = f"{self.one_of('==', '!=')} {self.one_of(0, 1)}"
        return self.one_of(f"({self.value(counters, pointers)} & {self.one_of(1, 3, 7)}) {compared}",
                           f"{self.value(counters, pointers)} % 16 < {self.random.randrange(1, 16)}",
                           f"{self.random.choice(counters)} % {self.random.randrange(2, 6)} == 0",
                           f"{self.value(counters, pointers)} < {self.value(counters, pointers)}")

    # ---- statements

    def keep(self, depth, place):
        """What was written may be looked at: else what it was computed of need not be read."""
        if self.bare:
            return
        if self.chance(.5):
            self.line(depth, f'__asm__ volatile("" : : "m"({place}));')
        else:
            self.line(depth, f'__asm__ volatile("" : : : "memory");')

    def use(self, depth, value):
        self.line(depth, f"h = h * {self.random.randrange(3, 99, 2)} + {value};")

    def statement(self, depth, counters, pointers, room):
        """room: how many loops and conditions deep it may still go."""
        kinds = [self.read, self.read, self.write, self.update, self.neighbours]
        kinds += [] if self.bare else [self.write, self.copy]
        if room:
            kinds += [self.condition_statement, self.condition_statement, self.inner_loop, self.column, self.walk, self.search,
                      self.switch, self.chains]
        if room and self.helpers:
            kinds += [self.call, self.call]
        self.random.choice(kinds)(depth, counters, pointers, room)

    def block(self, depth, counters, pointers, room, most=3):
        for _ in range(self.random.randint(1, most)):
            self.statement(depth, counters, pointers, room)

    def read(self, depth, counters, pointers, _):
        self.use(depth, self.value(counters, pointers))

    def write(self, depth, counters, pointers, _):
        place = self.place(counters, pointers)
        self.line(depth, f"{place} = {'h' if self.bare else self.value(counters, pointers)} % 251;")
        self.keep(depth, place)

    def update(self, depth, counters, pointers, _):
        place = self.place(counters, pointers)
        if self.bare:
            self.use(depth, f"(u32){place}")
            self.line(depth, f"{place} = h % 251;")
            return
        self.line(depth, f"{place} += {self.value(counters, pointers)} % 13 + 1;")
        self.keep(depth, place)

    def copy(self, depth, counters, pointers, _):
        """Of whole objects, never on themselves: -fsanitize=thread tells the write before the read."""
        kind = self.one_of("nodes[{}].part", "tights[{}]", "eithers[{}]")
        to = kind.format(f"({self.index(counters)}) % {LENGTH // 2}")
        of = kind.format(f"{LENGTH // 2} + ({self.index(counters)}) % {LENGTH // 2}")
        self.line(depth, f"{to} = {of};")
        self.keep(depth, to)

    def neighbours(self, depth, counters, pointers, _):
        """Several members of one object, some behind a condition."""
        p, q = self.pointer(counters, pointers), self.name("q")
        members = self.random.sample(["key", "part.key", "part.low", "count", "name[3]", "name[7]", "part.tag"], 3)
        self.line(depth, f"{{ struct node *{q} = {p};")
        self.line(depth + 1, f"if (({q}->{members[0]} & 1) == {self.one_of(0, 1)})")
        self.use(depth + 2, f"{q}->{members[1]}")
        if self.chance(.5):
            self.line(depth + 1, "else")
            self.use(depth + 2, f"{q}->{members[2]}")
        if self.chance(.4):
            self.line(depth + 1, f"{q}->{members[2]} = (u8)h;")
        self.line(depth, "}")

    def condition_statement(self, depth, counters, pointers, room):
        self.line(depth, f"if ({self.condition(counters, pointers)}) {{")
        self.block(depth + 1, counters, pointers, room - 1)
        if self.chance(.5):
            self.line(depth, "} else {")
            self.block(depth + 1, counters, pointers, room - 1)
        self.line(depth, "}")

    def begin_loop(self, depth, start, head):
        """Of the head the first part is `start`; some of the loops are targets, too."""
        name = f"t{len(self.targets) + 1}"
        marked = len(self.targets) < 8 and self.chance(.25)
        self.line(depth, f"{{ {start};")
        if marked:
            self.targets.append(name)
            self.line(depth, f'JUDGE_BEGIN("{name}");')
            self.line(0, f"#pragma algoprof loop name({name})")
        self.line(depth, f"for (; {head}) {{")
        if marked:
            self.line(depth + 1, "JUDGE_STEP();")
        return marked

    def end_loop(self, depth, marked):
        self.line(depth, "}")
        if marked:
            self.line(depth, "JUDGE_END();")
        self.line(depth, "}")

    def inner_loop(self, depth, counters, pointers, room):
        j, outer = self.name("j"), self.random.choice(counters)
        start, head = self.one_of((0, f"{j} < {self.random.randrange(1, 12)}; {j}++"),
                                  (0, f"{j} < {outer} % {self.random.randrange(2, 20)}; {j}++"),
                                  (outer, f"{j} < n; {j} += {self.random.randrange(1, 4)}"),
                                  ("n", f"{j}-- > {outer};"),
                                  (0, f"{j} < n && {self.value(counters, pointers)} % 8; {j}++"),
                                  (0, f"{j} < n && sizeof(u32) != {self.one_of(4, 4, 4, 8)}; {j}++"))
        marked = self.begin_loop(depth, f"u32 {j} = {start}", head)
        self.block(depth + 1, counters + [j], pointers, room - 1)
        if self.chance(.3):
            self.line(depth + 1, f"if ((u32){self.place(counters + [j], pointers)} % 8 == {self.random.randrange(8)})")
            self.line(depth + 2, self.one_of("break;", "continue;"))
            self.read(depth + 1, counters + [j], pointers, 0)
        self.end_loop(depth, marked)

    def column(self, depth, counters, pointers, _):
        """Elements whose distance a variable tells, which may be 0; up or down."""
        j, s, counts = self.name("j"), self.name("s"), self.one_of("u32", "int", "long", "u64")
        array, k = self.random.choice(ELEMENTS), self.random.randrange(20)
        step = self.one_of(f"{self.value(counters, pointers)} % 8", f"n % {self.random.randrange(1, 9)}",
                           f"(h & {self.one_of(1, 3, 7)})")
        self.line(depth, f"{{ u64 {s} = {step};")
        if self.chance(.2):
            marked = self.begin_loop(depth, f"u64 {j} = {k}", f"{j} < {self.one_of('LENGTH', '100')}; {j} += {s} + 1")
            places = [f"a_{array}[{j}]"]
        else:
            marked = self.begin_loop(depth, f"{counts} {j} = 0", f"{j} < {self.one_of('60', '9', f'({counts})n')}; {j}++")
            up, down = f"a_{array}[{k} + (u64){j} * {s}]", f"a_{array}[LENGTH - {k + 1} - (u64){j} * {s}]"
            places = self.one_of([up], [down], [up, f"a_{array}[{k + 1} + (u64){j} * {s}]"], [up, down],
                                 [up, f"a_{self.random.choice(ELEMENTS)}[(u64){j} * {s}]"],
                                 [up, f"table[{j} & 31][{k}]"])
        for place in places:
            if self.chance(.3):
                self.line(depth + 1, f"{place} {self.one_of('=', '=', '+=')} (u8)h;")
            else:
                self.use(depth + 1, f"(u32){place}")
        if self.chance(.2):
            self.line(depth + 1, f"if ((u32){places[0]} % 32 == {self.random.randrange(8)})")
            self.line(depth + 2, "break;")
        self.end_loop(depth, marked)
        self.line(depth, "}")

    def chain(self, depth, even, stop):
        """A loop whose accesses go anywhere, which begins by what was read evenly; it may stop the one around it."""
        left, at, member = self.name("left"), self.name("at"), self.one_of("key", "part.key", "count")
        any_place = f"a_{self.random.choice(ELEMENTS)}[h % LENGTH]"
        begin, head, value, end = self.one_of(
            (f"struct node *{at} = &nodes[(u32){even} % LENGTH];", f"for (; {at} && {left}; {at} = {at}->next, {left}--) {{",
             f"{at}->{member}", "}"),
            (f"u32 {at} = (u32){even};", f"for (; {at} % 8 && {left}; {at} = order[{at} % LENGTH] + 1, {left}--) {{", at, "}"),
            (f"h += (u32){even};", "do {", f"(u32){any_place}", f"}} while (--{left});"))
        self.line(depth, f"u32 {left} = {self.random.randrange(1, 12)};")
        self.line(depth, begin)
        self.line(depth, head)
        self.use(depth + 1, value)
        if self.chance(.3):
            self.line(depth + 1, f"if (h % 32 == {self.random.randrange(32)})")
            self.line(depth + 2, f"{{ {stop} = 1; break; }}")
        self.line(depth, end)

    def chains(self, depth, counters, pointers, _):
        """Even reads around loops whose accesses go anywhere: nothing is written but what was read."""
        j, stop, counts = self.name("j"), self.name("stop"), self.one_of("u32", "int", "long", "u64")
        array, k = self.random.choice(ELEMENTS), self.random.randrange(20)
        evens = [f"a_{array}[{at}]" for at in (f"{j}", f"{j} + {k}", f"{j} * 2 + 1", f"LENGTH - 1 - {j}", f"{j} + {j} * 3")]
        self.line(depth, f"{{ u32 {stop} = 0;")
        marked = self.begin_loop(depth, f"{counts} {j} = {k}", f"{j} < {self.one_of('60', '30', f'({counts})n')} && !{stop}; "
                                 f"{j} += {self.one_of(1, 1, 2)}")
        for _ in range(self.one_of(1, 1, 2)):
            self.line(depth + 1, "{")
            self.chain(depth + 2, self.random.choice(evens), stop)
            self.line(depth + 1, "}")
        if self.chance(.3):
            self.line(depth + 1, f"if ({stop})")
            self.line(depth + 2, "break;")
        if self.chance(.6):
            self.use(depth + 1, f"(u32){self.random.choice(evens)}")
        if self.chance(.3):
            self.line(depth + 1, f"{evens[0]} += (u8)h;")
        self.end_loop(depth, marked)
        self.line(depth, "}")

    def walk(self, depth, counters, pointers, room):
        p, left = self.name("p"), self.name("left")
        start, link = self.pointer(counters, pointers), self.one_of("next", "next", "other")
        marked = self.begin_loop(depth, f"u32 {left} = {self.random.randrange(2, 20)}; struct node *{p} = {start}",
                                 f"{p} && {left}; {p} = {p}->{link}, {left}--")
        self.block(depth + 1, counters, pointers + [p], room - 1, 2)
        self.end_loop(depth, marked)

    def search(self, depth, counters, pointers, _):
        j, array = self.name("j"), self.random.choice(ELEMENTS[:4])
        self.line(depth, f"{{ u32 {j} = {self.random.choice(counters)};")
        self.line(depth, f"while ({j} < LENGTH - 1 && a_{array}[{j}] % 8 != {self.random.randrange(8)})")
        self.line(depth + 1, f"{j}++;")
        self.use(depth, j)
        self.line(depth, "}")

    def switch(self, depth, counters, pointers, room):
        self.line(depth, f"switch ({self.value(counters, pointers)} % 4) {{")
        for case in self.random.sample(range(4), self.random.randint(1, 3)):
            self.line(depth, f"case {case}:")
            self.block(depth + 1, counters, pointers, room - 1, 2)
            if self.chance(.7):
                self.line(depth + 1, "break;")
            else:
                self.line(depth + 1, "__attribute__((fallthrough));")
        self.line(depth, "default:")
        self.read(depth + 1, counters, pointers, 0)
        self.line(depth, "}")

    def call(self, depth, counters, pointers, _):
        name = self.random.choice(self.helpers)
        arguments = f"({self.value(counters, pointers)} % {N}, {self.pointer(counters, pointers)}, n)"
        self.use(depth, self.one_of(name, name, f"called_{name}") + arguments)

    # ---- functions

    def helper(self):
        name = self.name("help")
        kind = self.one_of("static inline", "static __attribute__((noinline))", "__attribute__((noinline))", "static")
        self.line(0, f"{kind} u64 {name}(u32 i, struct node *p, u32 n)")
        self.line(0, "{")
        self.line(1, "u64 h = i + p->count + n;")
        self.block(1, ["i"], ["p"], 2)
        self.line(1, "return h;")
        self.line(0, "}")
        self.line(0, f"u64 (*called_{name})(u32, struct node *, u32) = {name};")
        self.helpers.append(name)

    def kernel(self, name):
        self.line(0, f"__attribute__((noinline, noclone)) u64 {name}(u32 n, struct node *p, u64 h)")
        self.line(0, "{")
        self.line(1, self.one_of("u32 i = 0;", "u32 i = 0;", "u32 i = n;"))
        down = self.lines[-1].endswith("= n;")
        self.line(1, f'JUDGE_BEGIN("{name}");')
        self.line(0, f"#pragma algoprof loop name({name})")
        bound = self.one_of("i < n", "i < n", f"i < n && {self.value(['i'], [])} % 32")
        walk = self.one_of("", "", f"p = p->{self.one_of('next', 'other')}")
        if down:
            head = "for (; i-- > 0;) {"
        elif walk:
            head = f"for (; i < n && p; i++, {walk}) {{"
        else:
            head = f"for (; {bound}; i += {self.one_of(1, 1, 1, 2, 3)}) {{"
        self.line(1, head)
        self.line(2, "JUDGE_STEP();")
        self.bare = self.chance(.5)
        self.block(2, ["i"], ["p"] if walk and not down else [], self.one_of(0, 0, 1, 2, 2, 3), self.one_of(1, 2, 4))
        if self.chance(.3):
            # Not by the counter alone: the loop might never come to a second iteration.
            self.line(2, f"if ((u32){self.place(['i'], [])} % 8 == {self.random.randrange(8)})")
            self.line(3, self.one_of("continue;", "break;", "goto out;"))
            self.read(2, ["i"], [], 0)
        self.line(1, "}")
        self.lines += ["    goto out;", "out:", "    JUDGE_END();", "    return h + i;", "}"]

    def program(self, kernels=6):
        for _ in range(self.random.randrange(3)):
            self.helper()
        names = [f"k{i}" for i in range(kernels)]
        for name in names:
            self.kernel(name)
        self.lines += ["int main(void)", "{", "    u64 h = 0;"]
        for helper in self.helpers:
            self.line(1, f'__asm__ volatile("" : "+m"(called_{helper}));')
        for _ in range(4):
            self.line(1, f"fill({self.random.randrange(1 << 30)}u);")
            for name in names:
                n = self.random.choice((0, 1, 2, 7, 16, 33, N))
                self.line(1, f"h += {name}((u32)opaque({n}), &nodes[opaque({self.random.randrange(LENGTH)})], h);")
                self.line(1, 'printf("%llu\\n", (unsigned long long)h);')
        self.lines += ["    return 0;", "}"]
        return f"/* random */\n#define LENGTH {LENGTH}u\n" + HEAD + "\n".join(self.lines) + "\n"


def write(seed):
    """The program with this seed; the same each time."""
    return Writer(seed).program()

// SPDX-License-Identifier: GPL-3.0-or-later
// The sizes of all activations by plain sets: each pending activation has the set of cells that it, or what it
// called, has accessed.  -fsanitize=thread's call-outs in the program feed it, so it sees the accesses of the very
// binary that is profiled in-house; no part of the runtime is in it.
// Writes "function size count cost own-cost" lines to $ORACLE when the program ends.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>
#include <cxxabi.h>

namespace {
struct activation {
    void *function;
    std::string loop;           // its name, if it is one
    uint64_t size, cost, own;   // blocks: callees included, and not
    std::unordered_set<uintptr_t> seen;
};
std::vector<activation> *stack;
bool blocks;                    // are told
struct sum {
    uint64_t count, cost, own;
};
std::map<std::pair<void *, uint64_t>, sum> *tuples;
std::map<std::pair<std::string, uint64_t>, sum> *loops;

void touch(uintptr_t from, size_t n, bool read)
{
    for (uintptr_t cell = from / CELL; stack && n && cell <= (from + n - 1) / CELL; cell++)
        for (size_t i = stack->size(); i-- > 0;) {
            activation &a = (*stack)[i];
            if (!a.seen.insert(cell).second)
                break;          // who has it, so have all who called it
            a.size += read;
        }
}
}

extern "C" {
#define SIZED(n) \
    void __tsan_read##n(void *p) { touch((uintptr_t)p, n, true); } \
    void __tsan_write##n(void *p) { touch((uintptr_t)p, n, false); } \
    void __tsan_unaligned_read##n(void *p) { touch((uintptr_t)p, n, true); } \
    void __tsan_unaligned_write##n(void *p) { touch((uintptr_t)p, n, false); } \
    void __tsan_volatile_read##n(void *p) { touch((uintptr_t)p, n, true); } \
    void __tsan_volatile_write##n(void *p) { touch((uintptr_t)p, n, false); }
SIZED(1) SIZED(2) SIZED(4) SIZED(8) SIZED(16)
void __tsan_read_range(void *p, size_t n) { touch((uintptr_t)p, n, true); }
void __tsan_write_range(void *p, size_t n) { touch((uintptr_t)p, n, false); }
void __tsan_vptr_update(void **p, void *) { touch((uintptr_t)p, 8, false); }
void __tsan_init() {}
// What library functions access that the tests use.
// By library functions, which cost a block for each 8 bytes.
static void charge(size_t n)
{
    if (blocks && !stack->empty())
        stack->back().cost += (n + 7) / 8, stack->back().own += (n + 7) / 8;
}
void oracle_read(const void *p, size_t n) { touch((uintptr_t)p, n, true); charge(n); }
void oracle_write(const void *p, size_t n) { touch((uintptr_t)p, n, false); charge(n); }

static void end_last()
{
    activation &a = stack->back();
    sum &s = a.loop.empty() ? (*tuples)[{ a.function, a.size }] : (*loops)[{ a.loop, a.size }];
    s.count++;
    s.cost += a.cost;
    s.own += a.own;
    if (stack->size() > 1)
        (*stack)[stack->size() - 2].cost += a.cost;
    stack->pop_back();
}

// A basic block begins (-fsanitize-coverage=trace-pc).
void __sanitizer_cov_trace_pc()
{
    blocks = true;
    if (stack && !stack->empty()) {
        stack->back().cost++;
        stack->back().own++;
    }
}

void __tsan_func_entry(void *)
{
    if (!stack) {
        stack = new std::vector<activation>;
        tuples = new std::map<std::pair<void *, uint64_t>, sum>;
        loops = new std::map<std::pair<std::string, uint64_t>, sum>;
    }
    Dl_info i;
    void *place = __builtin_return_address(0);
    if (blocks && !stack->empty()) {    // the first block is told before that
        stack->back().cost--;
        stack->back().own--;
    }
    stack->push_back({ dladdr(place, &i) ? i.dli_saddr : nullptr, "", 0, blocks, blocks, {} });
}

// With all loops that an exception or a jump has left; and functions, by a jump.
void __tsan_func_exit()
{
    while (!stack->back().loop.empty())
        end_last();
    end_last();
}

// A loop of the program begins, and where the result is given back it has been left, with all above it.
size_t oracle_open(const char *function, int line)
{
    stack->push_back({ nullptr, std::string(function) + ":" + std::to_string(line), 0, 0, 0, {} });
    return stack->size() - 1;
}

void oracle_close(size_t depth)
{
    while (stack->size() > depth)
        end_last();
}

size_t oracle_depth() { return stack->size(); }
}

static std::string name_of(void *function)
{
    Dl_info i;
    return function && dladdr(function, &i) && i.dli_sname ? i.dli_sname : "?";
}

__attribute__((destructor)) static void end()
{
    const char *path = getenv("ORACLE");
    FILE *out = path ? fopen(path, "w") : nullptr;
    std::map<std::pair<std::string, uint64_t>, sum> sums;
    if (!out || !tuples)
        return;
    auto add = [&](const std::string &name, uint64_t size, const sum &s) {
        sum &to = sums[{ name, size }];
        to.count += s.count;
        to.cost += s.cost;
        to.own += s.own;
    };
    for (auto &t : *tuples)
        add(name_of(t.first.first), t.first.second, t.second);
    for (auto &l : *loops)
        add(l.first.first, l.first.second, l.second);
    for (auto &s : sums)
        fprintf(out, "%s %lu %lu %lu %lu\n", s.first.first.c_str(), s.first.second * CELL, s.second.count, s.second.cost,
                s.second.own);
    fclose(out);
}

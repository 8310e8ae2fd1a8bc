# SPDX-License-Identifier: MIT
"""What logread.py is made of: sums of recursions' rows, contexts of instances."""
LARGEST = (1 << 64) - 1
KINDS = {1: "code", 2: "outside", 3: "unknown", 4: "call"}
NO_CALL = 0xffffff


def size_class(size):
    """32 classes to each doubling from 64 on."""
    if size < 64:
        return size
    bits = size.bit_length()
    return (bits - 5) * 32 + (size >> (bits - 6)) - 32


def is_sum(low, high, count, total):
    """Can `total` be the sum of `count` numbers with these extremes?"""
    if count == 1 and low != high:
        return False
    least, most = low * (count - 1) + high, high * (count - 1) + low
    return most >= LARGEST if total == LARGEST else least <= total <= most


def is_call(offset, callables):
    calls = callables.get(offset >> 32)
    return calls is not None and (offset & 0xffffffff == NO_CALL or offset & 0xffffffff < calls)


def tell_contexts(blocks_of, blocks_of_instances, modules, callables, instances):
    """Gives each instance the number of its context; the contexts, and how many blocks are damaged.  callables: how many
    calls each one has."""
    found = [c for c in blocks_of if 0 <= c[1] < c[0] and c[3] in KINDS]
    damaged, numbers, chains, every = len(blocks_of) - len(found), [c[0] for c in found], {}, []
    for number, parent, module, kind, offset in sorted(found):
        bad = numbers.count(number) > 1 or (kind == 1 and module not in modules) or \
            (kind == 4 and not is_call(offset, callables)) or \
            (parent != 0 and (parent not in chains or chains[parent]["damaged"]))
        damaged += bad
        chains[number] = {"context": number, "parent": parent or None, "kind": KINDS[kind], "damaged": bad,
                          "module": module if kind == 1 else None, "offset": offset if kind == 1 else None}
        if kind == 4:
            call = offset & 0xffffffff
            chains[number].update(callable=offset >> 32, call=None if call == NO_CALL else call)
        every.append(chains[number])
    told = {}
    for run, site, context, pair_place in blocks_of_instances:
        told.setdefault((run, site, pair_place), []).append(context)
    damaged += sum(len(c) for c in told.values() if len(c) > 1 or (c[0] and c[0] not in chains))
    told = {place: c if len(c) == 1 and c[0] in chains else [0] for place, c in told.items()}
    for instance in instances:
        inner = "inner" in instance["flags"]
        of = instance["run"], instance["site"], 2 * instance["pair"]
        context = told.get((*of[:2], of[2] + instance["place"]), told.get(of, []))
        fine = not inner and len(context) == 1 and context[0] in chains and not chains[context[0]]["damaged"]
        instance["context"] = context[0] if fine else None
    return every, damaged

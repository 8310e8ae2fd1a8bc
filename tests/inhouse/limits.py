#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`check' and `diff' of in-house logs: limits of the source, of a file and of --max-exponent, baselines; exit statuses."""
import json
import os
import subprocess
import sys

from suite import CC, O, check, summed_up

WORK = os.path.join(O, "tests", "inhouse-limits")
SOURCE = """#include <stdio.h>
#define APART __attribute__((noipa))
static int a[4000];
static int quick;
APART SORT static int sort(int n)
{
    int moves = 0;
    for (int i = 1; i < n && !quick; i++)
        for (int k = i; k > 0 && a[k - 1] > a[k]; k--, moves++) {
            int x = a[k];
            a[k] = a[k - 1];
            a[k - 1] = x;
        }
    for (int i = 0; i < n; i++)
        moves += a[i];
    return moves;
}
APART SUM static long sum_of(int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
APART ONCE static long once(void) { long sum = 0; for (int i = 0; i < 10; i++) sum += a[i]; return sum; }
int main(int argc, char **argv)
{
    long sum = once();
    (void)argv;
    quick = argc > 1;
    for (int n = 20; n < 1500; n = n * 5 / 4) {
        for (int i = 0; i < n; i++)
            a[i] = n - i;
        sum += sort(n) + sum_of(n);
    }
    printf("%ld\\n", sum);
}
"""


def make(name, *arguments, quick=False, metric="rms", **limits):
    """The log of a run; SORT, SUM and ONCE are the limits of these functions."""
    marks = ["-D%s=%s" % (word, '__attribute__((algoprof("limit(%s)")))' % limits[word] if word in limits else "")
             for word in ("SORT", "SUM", "ONCE")]
    log = os.path.join(WORK, name + ".aplog")
    with open(os.path.join(WORK, "sort.c"), "w", encoding="ascii") as file:
        file.write(SOURCE)
    subprocess.run([CC, "-O1", "-w", "-fplugin=" + os.path.join(O, "algoprof.so"), "-fplugin-arg-algoprof-inhouse=" + metric, *marks,
                    *arguments, "sort.c", os.path.join(O, "librt-sample.a"), "-o", name], check=True, cwd=WORK)
    if os.path.exists(log):
        os.unlink(log)
    subprocess.run([os.path.join(WORK, name), *(["quick"] if quick else [])], check=True, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, ALGOPROF_LOG=log, ALGOPROF_RATE="1", ALGOPROF_BUDGET="0"))
    return log


def tool(*arguments):
    done = subprocess.run([os.path.join(O, "algoprof"), *arguments], capture_output=True, text=True, cwd=WORK)
    return done.returncode, done.stdout + done.stderr


def judged(arguments, status, **verdicts):
    """check ends with the status, and says this of the functions; of each metric the same."""
    got, text = tool("check", "--json", *arguments)
    try:
        found = json.loads(text)
    except ValueError:
        return "status %d: %s" % (got, text)
    said = {}
    for f in found["findings"]:
        if f["kind"] == "function":
            said.setdefault(f["name"], set()).add(f["verdict"])
    wanted = {name: {verdict} for name, verdict in verdicts.items()}
    return "" if got == status and said == wanted else "status %d for %d, %s for %s" % (got, status, said, wanted)


def main():
    os.makedirs(WORK, exist_ok=True)
    plain, both = make("plain"), make("both", metric="trms")
    for name, log in ("rms", plain), ("trms", both):
        check(name + ": one within, one not", judged(["--max-exponent", "1.5", log], 1, sort="regression", sum_of="ok"))
        check(name + ": all within", judged(["--max-exponent", "2.5", log], 0, sort="ok", sum_of="ok"))
    status, text = tool("check", "--max-exponent", "2.5", plain)
    check("without a class", "" if "2 profiles of functions without a class" in text and "worst cost by rms" in text else text)
    check("nothing to check against", "" if tool("check", plain)[0] == 2 else "status")
    for text, status, said in (("sort n^2\n", 0, {"sort": "ok"}), ("sort n log n\n", 1, {"sort": "regression"}),
                               ("sort.c:sum_of n\nsort ignore\n", 0, {"sum_of": "ok"}), ("once n\n", 3, {"once": "inconclusive"})):
        with open(os.path.join(WORK, "limits"), "w", encoding="ascii") as file:
            file.write(text)
        check("file: " + text.replace("\n", "; "), judged(["--bounds", "limits", plain], status, **said))
    with open(os.path.join(WORK, "limits"), "w", encoding="ascii") as file:
        file.write("sum_off n\n")
    status, text = tool("check", "--bounds", "limits", plain)
    check("file: a function that is not there", "" if status == 3 and "is 'sum_of' meant?" in text else text)
    check("source: kept", judged([make("kept", SORT="n^2", SUM="n")], 0, sort="ok", sum_of="ok"))
    check("source: exceeded", judged([make("exceeded", SORT="n log n")], 1, sort="regression"))
    check("source: cannot be told", judged([make("untold", ONCE="n")], 3, once="inconclusive"))
    merged = os.path.join(WORK, "merged.aplog")
    if os.path.exists(merged):
        os.unlink(merged)
    status, text = tool("merge", os.path.join(WORK, "exceeded.aplog"), "-o", merged)
    check("source: after merge", judged([merged], 1, sort="regression") if status == 0 else text)
    fast = make("fast", quick=True)
    for old, new, status, verdict in ((plain, plain, 0, "ok"), (fast, plain, 1, "regression"), (plain, fast, 0, "ok")):
        base = os.path.join(WORK, "base.json")
        written, text = tool("check", "--write-baseline", base, old)
        name = "baseline: %s, now %s" % (os.path.basename(old), os.path.basename(new))
        check(name, judged(["--baseline", base, new], status, sort=verdict, sum_of="ok") if written == 0 else text)
    tool("check", "--write-baseline", "base.json", "--accept", "sort=known", plain)
    check("baseline: accepted", judged(["--baseline", "base.json", "--max-exponent", "1.5", plain], 0, sort="accepted", sum_of="ok"))
    for old, new, word in ((fast, plain, "class grew"), (plain, fast, "class fell"), (plain, plain, "same")):
        status, text = tool("diff", "--json", old, new)
        found = {t["name"]: (t["change"], t["metric"]) for t in json.loads(text)["targets"]} if status == 0 else text
        check("diff: " + word, "" if found == {"sort": (word, "rms"), "sum_of": ("same", "rms")} else found)
    status, text = tool("diff", fast, plain)
    check("diff as text", "" if "class grew  sort (sort.c:" in text and " by rms: n" in text and "2 profiles of functions with too few sizes" in text else text)
    return summed_up()


sys.exit(main())

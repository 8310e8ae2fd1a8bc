# SPDX-License-Identifier: GPL-3.0-or-later
"""what the papers on input-sensitive profiling show, with in-house mode

Of each figure: what was published, and what is found here.  PAPERS names some of them: PAPERS="words sorts".
aprof: Coppa, Demetrescu, Finocchi, Input-sensitive profiling, PLDI 2012.  trms: Coppa, Demetrescu, Finocchi, Marotta,
Multithreaded input-sensitive profiling, 2013.  Programs that Debian has not, or that are large, are written anew in bench/papers.
"""
import json
import os
import random
import statistics

from common import BENCH, CC, clean_environment, folder, run, table
from whole import DRIVERS, PROGRAMS, Variant, compile_program, mode, prepare, write_text

HERE = os.path.join(BENCH, "papers")
CELL = 8
ROUNDS = int(os.environ.get("PAPERS_ROUNDS", "7"))


class Figure:
    """What is found, statement by statement."""

    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.out = folder(build, "papers")
        self.rows = []

    def expect(self, what, published, found, holds):
        self.rows.append([what, published, found, "yes" if holds else "NO"])

    def compile(self, source, *flags, variant=None):
        """The program's path."""
        variant = variant or Variant([], [])
        path = os.path.join(self.out, os.path.basename(source).split(".")[0])
        compiler = CC.replace("gcc", "g++") if source.endswith(".cc") else CC
        run([compiler, "-O2", "-g", "-w", "-fno-inline", "-fno-optimize-sibling-calls", *variant.flags, source, *variant.link, "-pthread", *flags, "-o", path])
        return path

    def profile(self, path, *arguments):
        """{(function, metric): target} of a run."""
        log = path + ".aplog"
        if os.path.exists(log):
            os.remove(log)
        run([path, *arguments], env=clean_environment(ALGOPROF_LOG=log), cwd=self.out)
        report = json.loads(run([self.build + "/algoprof", "report", "--json", log]).stdout)
        return {(t["name"], t["metric"]): t for t in report["targets"] if "metric" in t}

    def own(self, name, metric, *arguments):
        """Of a program of bench/papers."""
        return self.profile(self.compile(os.path.join(HERE, name), variant=mode(self.build, "inhouse=" + metric)), *arguments)


def cells(target):
    """{cells: activations}"""
    return {row["size"] // CELL: row["count"] for row in target["tuples"]}


def growth(target, which="fit"):
    fit = target[which]
    if fit["class"] is None:
        return "?", None
    return fit["class"].replace("n^b", "n^%.2f" % fit["exponent"]), fit["exponent"]


def expect_growth(figure, found, name, metric, published, low, high):
    text, exponent = growth(found[name, metric])
    figure.expect("%s, worst cost by %s" % (name, metric), published, text, exponent is not None and low <= exponent <= high)


def examples(figure):
    """the definitions' examples (aprof 2, trms 2)"""
    found, n = figure.own("examples.c", "trms"), 50
    published = {"f": (2, 2), "g": (3, 3), "get": (1, 1), "mid": (1, 1), "sum": (n, n), "twice": (1, 2), "h": (1, 1),
                 "caller": (1, 2), "consumer": (1, n), "buffered": (1, n)}
    for name, wanted in published.items():
        sizes = [list(cells(found[name, metric])) for metric in ("rms", "trms")]
        figure.expect(name + ": rms, trms", "%d, %d" % wanted, ", ".join(str(s[0]) for s in sizes), sizes == [[w] for w in wanted])
    sizes = sorted(cells(found["sum_rest", "rms"]))
    figure.expect("sum_rest: sizes of one call of n = 50", "n + 1", str(len(sizes)), sizes == list(range(n + 1)))


def write_proteins(path):
    """Words of 20 to 900 letters, 2 MB."""
    source = random.Random(7)
    with open(path, "w", encoding="ascii") as out:
        while out.tell() < 2000000:
            out.write("".join(source.choices("ACDEFGHIKLMNPQRSTVWY", k=source.randrange(20, 900))) + "\n")


def faster(figure, text):
    """By how many percent the program is faster without strlen in the loop; native, in turn."""
    paths, gains = [], []
    for name in "PLAIN", "FIXED":
        path = figure.compile(BENCH + "/inhouse/words.c", "-D" + name)
        paths.append(path + "-" + name.lower())
        os.replace(path, paths[-1])
    for _ in range(ROUNDS):
        took = []
        for path in paths:
            before = os.times().children_user
            run([path, text, "5"])
            took.append(os.times().children_user - before)
        gains.append(100 * (took[0] - took[1]) / took[0])
    return statistics.median(gains)


def words(figure):
    """word frequency: a quadratic function that one run shows (aprof 3, figures 2 to 4)"""
    protein = figure.out + "/protein"
    write_proteins(protein)
    found = figure.profile(figure.compile(BENCH + "/inhouse/words.c", variant=mode(figure.build, "inhouse")), protein)
    expect_growth(figure, found, "addword", "rms", "n", 0.9, 1.1)
    expect_growth(figure, found, "str_tolower", "rms", "n^2", 1.8, 2.2)


def words_mended(figure):
    """CPU time of word frequency without strlen in the loop (aprof 3)"""
    novel, protein = figure.out + "/novel", figure.out + "/protein"
    write_text(novel, 4000000)
    write_proteins(protein)
    gains = [faster(figure, text) for text in (novel, protein)]
    figure.expect("faster: a novel, proteins", "6 %, 30 %", "%.0f %%, %.0f %%" % tuple(gains), 0 < gains[0] < gains[1])


def sorts(figure):
    """sorts (aprof figure 5a: gnugo's gg_sort, a comb sort)"""
    found = figure.own("sorts.c", "rms")
    for name, published in (("comb_sort", "n log n"), ("merge_sort", "n log n"), ("quick_sort", "n log n"), ("insertion_sort", "n^2")):
        text, _ = growth(found[name, "rms"])
        figure.expect(name, published, text, text == published)


def iterator(figure):
    """an iterator's ++ (aprof figure 5b: omnetpp)"""
    expect_growth(figure, figure.own("iterator.cc", "rms"), "sparse::iterator::operator++", "rms", "n", 0.9, 1.1)


def xml_parent(figure):
    """the parent of an XML node: linear in what one call reads (MySQL bug 27287)"""
    source = os.path.join(os.path.dirname(BENCH), "examples", "xml-parent", "main.c")
    path = figure.compile(source, "-I" + os.path.join(os.path.dirname(BENCH), "include"), variant=mode(figure.build, "inhouse"))
    found = figure.profile(path, "3000")
    expect_growth(figure, found, "find_parent", "rms", "n", 0.9, 1.1)


def stream(figure):
    """producer and consumer, and a stream read through a buffer (trms 2, examples 3 and 4)"""
    found = figure.own("stream.c", "trms")
    for name, rms in (("consume", 1), ("read_pieces", 0)):
        sizes = list(cells(found[name, "rms"]))
        figure.expect(name + ": cells by rms", "constant", ", ".join(map(str, sizes)), sizes == [rms])
        expect_growth(figure, found, name, "trms", "n", 0.95, 1.05)
    shares = [found["consume", "trms"]["thread_input"], found["read_pieces", "trms"]["external_input"]]
    figure.expect("input from threads, from the kernel", "100 %, 100 %", "%.0f %%, %.0f %%" % tuple(100 * s for s in shares),
                  shares == [1, 1])


def writer(figure):
    """vips' write buffer (trms figure 7: wbuffer_write_thread)"""
    found = figure.own("writer.c", "trms")
    rms, trms = (found["write_thread", m] for m in ("rms", "trms"))
    figure.expect("calls", "110", str(rms["activations"]), rms["activations"] == 110)
    figure.expect("different sizes by rms", "2", str(len(rms["tuples"])), len(rms["tuples"]) == 2)
    figure.expect("different sizes by trms", "many", str(len(trms["tuples"])), len(trms["tuples"]) > 100)
    induced = sum(r["size"] * r["count"] for r in trms["tuples"])
    first = sum(r["size"] * r["count"] for r in rms["tuples"])
    share = 100 * (1 - first / induced)
    figure.expect("input that is induced", "99.9 %", "%.1f %%" % share, share > 99)
    expect_growth(figure, found, "write_thread", "trms", "n", 0.9, 1.1)


def select(figure):
    """a query of growing tables through a small page cache (trms figure 4: mysql_select; SQLite here)"""
    DRIVERS["select"] = "../papers/select.c"
    PROGRAMS["select"] = PROGRAMS["sqlite3"]._replace(arguments=figure.out + "/select.db")
    path = compile_program(prepare(figure.build), "select", "trms", mode(figure.build, "inhouse=trms"))
    found = figure.profile(path, figure.out + "/select.db")
    rms, trms = (found["select_all", m] for m in ("rms", "trms"))
    spans = [max(s) / min(s) for s in (cells(rms), cells(trms))]
    cost = [r["cost_max"] for r in trms["tuples"]]
    figure.expect("largest over smallest cost", "", "%.1f" % (max(cost) / min(cost)), True)
    text, exponent = growth(rms)
    steep = exponent is None or exponent > 1.5
    figure.expect("cost by rms", "n^2", "%s; sizes differ by a factor of %.2f" % (text, spans[0]), steep and spans[0] < 2)
    text, exponent = growth(trms)
    figure.expect("cost by trms", "n", "%s; sizes differ by a factor of %.1f" % (text, spans[1]),
                  exponent is not None and 0.85 <= exponent <= 1.15)


def pipeline(figure):
    """a pipeline of threads (trms figures 15 to 19: dedup)"""
    text = figure.out + "/stream"
    write_text(text, 1000000)
    found = figure.own("pipeline.c", "trms", text)
    kernel = found["sum_up", "trms"]["external_input"]
    figure.expect("sum_up: input that another thread or the kernel wrote", "all", "%.0f %% by the kernel, the rest by a thread" % (100 * kernel),
                  kernel + found["sum_up", "trms"]["thread_input"] == 1)
    ratios = sorted(sum(r["size"] * r["count"] for r in found[name, "trms"]["tuples"]) /
                    max(sum(r["size"] * r["count"] for r in found[name, "rms"]["tuples"]), 1)
                    for name, metric in found if metric == "trms")
    figure.expect("largest input by trms over that by rms, of a function", "> 100 for 4 % of functions", "%.0f" % ratios[-1], ratios[-1] > 100)
    figure.expect("and the smallest", "no less than 1", "%.2f" % ratios[0], ratios[0] >= 1 or ratios[0] == 0)


FIGURES = {f.__name__: f for f in (examples, words, words_mended, sorts, iterator, xml_parent, stream, writer, pipeline, select)}


def measure(build, bars):
    wanted = os.environ.get("PAPERS", " ".join(FIGURES)).split()
    unknown = set(wanted) - set(FIGURES)
    if unknown:
        raise SystemExit("bench: PAPERS: no figure %s; there are %s" % (" ".join(sorted(unknown)), " ".join(FIGURES)))
    others = 0
    for name in wanted:
        figure = Figure(build)
        FIGURES[name](figure)
        table("%s: %s" % (name, FIGURES[name].__doc__), ["what", "published", "here", "so"], figure.rows)
        others += sum(row[3] == "NO" for row in figure.rows)
    bars.judge("papers: statements that do not hold here", others, 0, "%d")

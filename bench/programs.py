# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of a folder's kernels, with and without the plugin, and their counts.

Instructions are those of the kernels and of the runtime, counted by callgrind;
times are CPU times of interleaved runs.
"""
import collections
import concurrent.futures
import glob
import json
import os
import re

from common import BENCH, CC, clean_environment, folder, quartiles, run

PLAIN = "plain"

# name; build (a key of the program's `builds`); divisors of calls when timed and
# when counted; environment; name of its baseline; 1 of `every` rounds is run.
Config = collections.namedtuple("Config", "name build divisor counted env base every", defaults=(1,))


# Bytes between a line of the cache and a function's entry: GCC aligns functions and loops to 16.
PLACES = (0, 16, 32, 48)


class Programs:
    """The kernels of one folder at one -O level; builds: {name: the plugin's arguments}.

    places: where in a line of the cache functions begin, a program each; () is wherever they happen to.
    Instructions are counted, and logs are asked, in the first.
    """

    def __init__(self, build, level, kernels, builds, configs, places=()):
        self.build = os.path.abspath(build)
        self.level = level
        self.configs = configs
        self.columns = [c for c in configs if c.base]
        self.source = os.path.join(BENCH, kernels)
        self.out = folder(build, level.lstrip("-"), kernels)
        self.places = places or (None,)
        self.vectorised = {}
        for name, arguments in {PLAIN: None, **builds}.items():
            for place in self.places:
                self._compile(name, arguments, place)
        self.kernels = [line.split()[0] for line in run([self._program(PLAIN), "1000000000"]).stdout.splitlines()]

    def _program(self, name, place=None):
        place = self.places[0] if place is None else place
        return os.path.join(self.out, name if place is None else "%s-%d" % (name, place))

    def _compile(self, name, arguments, place):
        flags = ["-Wno-unknown-pragmas", "-Wno-attributes"]
        if arguments is not None:
            flags = ["-fplugin=%s/algoprof.so" % self.build, *arguments]
        if place is not None:
            flags += ["-falign-functions=64", "-fpatchable-function-entry=%d,%d" % (place, place)]
        notes, objects = [], []
        for source in sorted(glob.glob(self.source + "/*.c")):
            objects.append("%s/%s-%s.o" % (self.out, os.path.basename(source)[:-2], name))
            done = run([CC, self.level, "-g", "-fopt-info-vec-optimized", *flags, "-c", source,
                        "-o", objects[-1]])
            notes += re.findall(r"([a-z0-9-]+\.c:\d+):\d+: optimized: loop vectorized", done.stderr)
        run([CC, "-O2", BENCH + "/driver.c", *objects, "-o", self._program(name, place)]
            + ([] if arguments is None else ["-L" + self.build, "-Wl,-rpath," + self.build, "-lrt-sample"]))
        self.vectorised[name] = set(notes)

    def _hot_bytes(self, path):
        """Of the functions in .text, which has no copies, without what lies between them."""
        return sum(int(size, 16) for size in re.findall(r"^\S+ .{5} F \.text\s+(\S+)",
                                                        run(["objdump", "-t", path]).stdout, re.M))

    def code(self, name):
        """{source: (bytes of the hot code plain, the same of a build, loops that it counts down for)}."""
        found = {}
        for source in sorted(glob.glob(self.source + "/*.c")):
            objects = ["%s/%s-%s.o" % (self.out, os.path.basename(source)[:-2], n) for n in (PLAIN, name)]
            text = run(["objdump", "-d", "--no-show-raw-insn", "-j", ".text", objects[1]]).stdout
            loops = len(re.findall(r"\tsub\w* +\$0x1,%fs:.*\n.*\tjs ", text))
            found[os.path.basename(source)] = *map(self._hot_bytes, objects), max(loops, 1)
        return found

    def marked(self):
        """The places of the marked loops: the lines after the pragmas."""
        places = set()
        for source in glob.glob(self.source + "/*.c"):
            with open(source, encoding="utf-8") as lines:
                places |= {"%s:%d" % (os.path.basename(source), i + 1) for i, line in enumerate(lines, 1)
                           if line.startswith("#pragma algoprof")}
        return places

    def _environment(self, config, log):
        return clean_environment(LD_BIND_NOW="1", **{"ALGOPROF_LOG": os.path.join(self.out, log), **config.env})

    def _remove(self, log):
        path = os.path.join(self.out, log)
        if os.path.exists(path):
            os.remove(path)
        return path

    def _instructions(self, config):
        """{kernel: instructions} of one run: a dump before each bench_mark ()."""
        log = config.name.replace(" ", "-") + ".callgrind"
        for old in glob.glob(os.path.join(self.out, log + "*")):
            os.remove(old)
        done = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + os.path.join(self.out, log),
                    "--compress-strings=no", "--dump-before=bench_mark",
                    self._program(config.build), str(config.counted)],
                   env=self._environment(config, log + ".aplog"))
        self._remove(log + ".aplog")
        order = [line.split()[0] for line in done.stdout.splitlines()]
        return {kernel: _own_instructions("%s/%s.%d" % (self.out, log, 2 * i + 2))
                for i, kernel in enumerate(order)}

    def instructions(self):
        """{config: {kernel: instructions}}."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip([c.name for c in self.configs], pool.map(self._instructions, self.configs)))

    def _times(self, config, place, log="time.aplog"):
        self._remove(log)
        done = run([self._program(config.build, place), str(config.divisor)], env=self._environment(config, log))
        self._remove(log)
        rows = [line.split() for line in done.stdout.splitlines()]
        return {r[0]: int(r[1]) for r in rows}, {r[0]: r[2] for r in rows}

    def place_of(self, turn):
        return self.places[turn // 2 % len(self.places)]

    def times(self, rounds):
        """{config: {kernel: [ns of each round]}}; a round runs all configurations in turn, all
        at one place: two rounds, one in each order, at each."""
        ns = {c.name: collections.defaultdict(list) for c in self.configs}
        checksums = {}
        for turn in range(rounds):
            place = self.place_of(turn)
            for config in self.configs if turn % 2 == 0 else self.configs[::-1]:
                if turn % config.every:
                    continue
                times, sums = self._times(config, place)
                for kernel, value in times.items():
                    ns[config.name][kernel].append(value)
                if checksums.setdefault(config.divisor, sums) != sums:
                    raise SystemExit("bench: results differ with the plugin (%s)" % config.name)
        return ns

    def logged(self, config, kernel, times=1):
        """(ns, the log) of one kernel, run so often."""
        log = self._remove(kernel + ".aplog")
        done = run([self._program(config.build), str(config.divisor), kernel, str(times)],
                   env=self._environment(config, kernel + ".aplog"))
        return int(done.stdout.split()[1]), log

    def told(self, config, kernel, command):
        """What the tool's command says of the log of one kernel's run."""
        _, log = self.logged(config, kernel)
        answer = json.loads(run([self.build + "/algoprof", command, "--json", log]).stdout)
        os.remove(log)
        return answer


def time_ratios(ns, config, kernel):
    """Each round's time over its plain one's."""
    base = ns[config.base][kernel][::config.every]
    return [t / b for t, b in zip(ns[config.name][kernel], base) if b]


def added_ns(ns, config, kernel, instances):
    """What an instance took more than plain: median over rounds."""
    base = ns[config.base][kernel][::config.every]
    q = quartiles([(t - b) / instances for t, b in zip(ns[config.name][kernel], base)])
    return q and q[0]


def _own_instructions(dump):
    """Instructions of a callgrind dump, the driver's and the run functions' own left out.

    A function's lines are "POSITION COST"; the line after "calls=" repeats
    what its callees' own lines say.
    """
    total, function, repeated = 0, "", False
    with open(dump, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("fn="):
                function = line[3:].strip()
            elif line.startswith("calls="):
                repeated = True
            elif line[0].isdigit() or line[0] in "+-*":
                if not repeated and not re.match(r"(run(_\w+)?|bench_mark|main)\b", function):
                    total += int(line.split()[1])
                repeated = False
    return total

# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of shipped programs share: users, their spools, app.c in them.

As root the program runs as user 65534: root may do what users may not.
"""
import glob
import os
import shutil
import stat
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lib"))
from harness import (CC, O, ROOT, SANFLAGS, TOOL, Failure, build, compile_to, execute,  # noqa: E402,F401
                     read_log)
from objects import runtime_objects  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = "-I" + os.path.join(ROOT, "include")
APP = "org.example.app"
FLAGS = ["-O2", "-g", INCLUDE, "-fplugin-arg-algoprof-spool=" + APP]
NOBODY = 65534
WORKED = b"worked 1225000\n"


def compile_app(folder, flags=(), profiled=True):
    os.chmod(folder, 0o755)
    exe = os.path.join(folder, "app" if profiled else "plain")
    if "-lrt-sample" in flags:      # a copy: the user need not be allowed to enter the build folder
        shutil.copy(os.path.join(O, "librt-sample.so"), os.path.join(folder, "librt-sample.so.1"))
        flags = [*flags, "-Wl,-rpath," + folder]
    compile_to(exe, os.path.join(HERE, "app.c"), [*FLAGS, *flags], profiled=profiled)
    return exe


def compile_switched(folder):
    """app, whose operator's files are in FOLDER/etc."""
    os.chmod(folder, 0o755)
    exe, switch = os.path.join(folder, "app"), os.path.join(folder, "operator_switch.o")
    build([*CC.split(), "-D_GNU_SOURCE", "-std=c17", "-O2", "-fPIC", "-fvisibility=hidden",
           "-ftls-model=initial-exec", INCLUDE, "-iquote", os.path.join(ROOT, "librt-sample"), f'-DRT_CONF_FOLDER="{folder}/etc"', "-c",
           os.path.join(ROOT, "librt-sample/spool/operator_switch.c"), "-o", switch])
    objects = runtime_objects(O, ("spool/operator_switch.c",))
    build([*CC.split(), "-fplugin=" + os.path.join(O, "algoprof.so"), *FLAGS, "-c", os.path.join(HERE, "app.c"),
           "-o", os.path.join(folder, "app.o")])
    build([*CC.split(), os.path.join(folder, "app.o"), switch, *objects, *SANFLAGS, "-pthread", "-o", exe])
    return exe


class User:
    """A home, and programs that run there."""

    def __init__(self, folder, exe, name="home"):
        self.exe = exe
        self.home = os.path.join(folder, name)
        self.spool = os.path.join(self.home, ".local/state/algoprof", APP)
        self.cwd = os.path.join(folder, name + ".cwd")
        self.user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        for path in self.home, self.cwd:
            os.mkdir(path, 0o755)
            self.own(path)

    def own(self, path):
        if self.user:
            os.chown(path, NOBODY, NOBODY)

    def environment(self, env):
        new = {k: v for k, v in os.environ.items() if not k.startswith(("ALGOPROF_", "XDG_"))}
        new["HOME"] = self.home
        new.update(env)
        return {k: v for k, v in new.items() if v is not None}

    def start(self, *steps, env=None, exe=None, wrapper=(), **more):
        more.setdefault("cwd", self.cwd)
        return subprocess.Popen([*wrapper, exe or self.exe, *steps], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.environment(env or {}), **self.user, **more)

    def run(self, *steps, **more):
        """(status, what it printed, what it printed on stderr)"""
        process = self.start(*steps, **more)
        output, error = process.communicate(timeout=60)
        return process.returncode, output, error

    def expect(self, output, *steps, status=0, **more):
        """It behaves as it should, and is silent."""
        got = self.run(*steps, **more)
        if got != (status, output, b""):
            raise Failure(f"{steps} {more}: {got}, not {(status, output, b'')}")

    def put(self, name, text="", mode=0o600):
        path = os.path.join(self.spool, name)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)
        walk = path
        while walk.startswith(self.home + "/"):
            self.own(walk)
            if os.path.isdir(walk):
                os.chmod(walk, 0o700)
            walk = os.path.dirname(walk)
        return path

    def consent(self):
        self.put("consent", "yes\n")

    def paths(self, *parts):
        return sorted(glob.glob(os.path.join(self.spool, *parts)))

    def logs(self, where="out"):
        return self.paths(where, "*")

    def check_spool(self, out, run=0):
        """So many logs, all readable; modes; nothing else than there may be."""
        found = len(self.logs("out")), len(self.logs("run"))
        if found != (out, run):
            raise Failure(f"{found[0]} logs in out and {found[1]} in run, not {out} and {run}")
        for path, _, names in os.walk(self.spool):
            if stat.S_IMODE(os.stat(path).st_mode) != 0o700:
                raise Failure(f"mode of {path}")
            for name in names:
                st = os.stat(os.path.join(path, name))
                if stat.S_IMODE(st.st_mode) != 0o600 or st.st_size > 1 << 20:
                    raise Failure(f"{name}: mode {st.st_mode:o}, {st.st_size} bytes")
        self.check_clean()
        return [read_log(name) for name in self.logs("out")]

    def check_clean(self):
        """Nothing beside the spool."""
        stray = os.listdir(self.cwd)
        for path, _, names in os.walk(self.home):
            if not path.startswith(self.spool):
                stray += names
        if stray:
            raise Failure(f"files beside the spool: {stray}")

    def check_nothing(self):
        """Not even a folder."""
        if os.listdir(self.home) or os.listdir(self.cwd):
            raise Failure(f"written: {os.listdir(self.home)}, {os.listdir(self.cwd)}")


def counts(log):
    """(instances, cost) in all"""
    return tuple(sum(t[key] for t in log["totals"]) for key in ("instances", "cost"))


def expect_counts(log, instances, state="finished"):
    if counts(log) != (instances, 50 * instances) or log["header"]["state"] != state:
        raise Failure(f"counts {counts(log)}, not of {instances} instances; {log['header']['state']}")

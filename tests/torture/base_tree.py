# SPDX-License-Identifier: GPL-3.0-or-later
"""How the code bases of bases.py are fetched and built, by the compiler of cc.sh, which keeps of each compilation its CPU
time and what the plugin said."""
import glob
import os
import re
import shutil
import subprocess

from bases import BASES

HERE = os.path.dirname(os.path.abspath(__file__))


class Missing(Exception):
    """A package that can't be fetched, and why."""


class Stopped(Exception):
    """A command failed."""


class Tree:
    """One code base, built in a folder of its own; each mode, a value of TORTURE_MODE, in one below it.
    place: its folder's, below the project's build folder; compilers: for C and C++; base: another than bases.py's."""

    def __init__(self, name, build, place, jobs, compilers, base=None):
        self.base, self.build = base or BASES[name], os.path.abspath(build)
        self.jobs, self.compilers = jobs, compilers
        self.folder = os.path.join(self.build, place, name)

    def begin(self):
        """Fetches what it needs."""
        self.sources = [self.fetch(package) for package in (self.base.package, *self.base.beside)]
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(os.path.join(self.folder, "bin"))
        os.makedirs(os.path.join(self.folder, "log"))
        for compiler in ("gcc", "g++", "cc", "c++"):
            os.symlink(os.path.join(HERE, "cc.sh"), os.path.join(self.folder, "bin", compiler))

    def fetch(self, package):
        got = subprocess.run([os.path.join(HERE, "fetch-source.sh"), os.path.join(self.build, "torture"), package],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if got.returncode:
            raise Missing(got.stderr.decode().strip().split(" (log:")[0])
        return got.stdout.decode().strip()

    def unpack(self, mode):
        tree = os.path.join(self.folder, mode)
        for folder in (tree, tree + ".said"):
            shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(tree + ".said")
        subprocess.run(["cp", "-a", self.sources[0], tree], check=True)
        for package, source in zip(self.base.beside, self.sources[1:]):
            subprocess.run(["cp", "-a", source, os.path.join(tree, self.base.folder, package)], check=True)

    def make(self, mode):
        self.unpack(mode)
        self.step(mode, "configure", self.base.configure)
        self.step(mode, "build", self.base.build)

    def step(self, mode, what, command, more=(), timeout=5400):
        """One command, with more in its environment; its exit status and output."""
        tree = os.path.join(self.folder, mode)
        env = {"PATH": os.path.join(self.folder, "bin") + ":" + os.environ["PATH"], "CC": "gcc", "CXX": "g++",
               "O": self.build, "LC_ALL": "C.UTF-8", "TORTURE_MODE": "" if what == "configure" else mode,
               "TORTURE_LOGS": tree + ".said", "TORTURE_CC": shutil.which(self.compilers[0]),
               "TORTURE_CXX": shutil.which(self.compilers[1]),
               "MAKEFLAGS": f"-j{self.jobs}" if what == "build" else "",
               "ALGOPROF_LOG": os.path.join(self.folder, "log", "%e.%p.%u.aplog"), "ALGOPROF_MAX_LOG": "1M",
               **dict(more)}
        with open(f"{tree}.{what}", "w+b") as output:
            try:
                status = subprocess.run(["bash", "-c", command], cwd=os.path.join(tree, self.base.folder),
                                        stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                        env={**os.environ, **env}, timeout=timeout, check=False).returncode
            except subprocess.TimeoutExpired:
                status = f"still running after {timeout} s"
            output.seek(0)
            text = output.read().decode(errors="replace")
        if status and not what.startswith("tests"):
            raise Stopped(f"{mode}, {what}: status {status}\n" + "\n".join(text.splitlines()[-25:]))
        return status, text

    def said(self, mode):
        """What cc.sh kept of all compilations."""
        text = []
        for name in glob.glob(os.path.join(self.folder, mode + ".said", "*")):
            with open(name, encoding="utf-8", errors="replace") as file:
                text.append(file.read())
        return text

    def seconds(self, mode):
        """CPU time of all compilations."""
        return sum(float(word) for text in self.said(mode) for line in re.findall(r"^time (.*)$", text, re.M)
                   for word in line.split())

    def remove(self):
        for mode in glob.glob(os.path.join(self.folder, "*.said")):
            shutil.rmtree(mode[:-len(".said")], ignore_errors=True)

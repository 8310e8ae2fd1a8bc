#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs each command line of each document as it is printed.

    ```sh       lines of a shell; they all have to succeed
    ```yaml     the commands of a job: `run:` and `script:`
    ```console  commands with what they print: run.py runs these

algoprof is installed in a folder of its own, as a user would have it.  Files that a
document takes for granted (the user's program, his Makefile, a spool with logs) are
made by PAGES.  `make GOAL` in the project's folder is asked what it would do.
A line with a command that stands in no such block is a failure, too.

    tests/docs/commands.py [DOCUMENT...]
"""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.abspath(os.environ.get("O", os.path.join(ROOT, "build")))
WORK = os.path.join(BUILD, "tests", "docs")
PREFIX = os.path.join(WORK, "prefix")
sys.path.insert(0, HERE)
import prepared     # noqa: E402

# What is not run: the beginning of a line, and the reason.
NOT_RUN = {
    "cp algoprof-receiver.conf /etc/nginx/": "writes the machine's own nginx; tests/field/receiver.py runs nginx with that file",
    "nginx -t && systemctl reload nginx": "the same",
    "install -d -o www-data": "writes /srv",
    "bazel ": "Debian has no package of it",
    "make deb && sudo apt-get": "tests/install/run.sh does it, in a throw-away root",
    "make rpm D3=FOLDER && sudo dnf": "there is no dnf here; tests/install/run.sh makes the packages",
}
COMMAND = re.compile(r" {4,}(\$ |sudo |make |algoprof(-[a-z+]+)? [^ ]|gcc |g\+\+ |for \w+ in|\./|[A-Z_]+=\S+ \S|build/|tests/\S+ |"
                     r"packaging/|cmake |meson |bazel |apt|dnf |rpm|curl |mpirun |nginx |systemctl )")
# Lists of commands, not commands: documents in which they stand, and how they begin.
SYNOPSES = {"docs/reference.md": "    algoprof run -- PROGRAM"}


def blocks(text):
    """(kind, lines) of each block."""
    text = re.sub(r"^<!-- file: .*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)      # files, which run.py makes
    return [(kind, body.splitlines()) for kind, body in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


def stray(name, text):
    """Lines with a command that stand in an indented block."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    found = []
    for block in re.findall(r"(?:^|\n)\n((?: {4}.*\n)+)", text):
        if not block.startswith(SYNOPSES.get(name, "\n")):
            found += [line for line in block.splitlines() if COMMAND.match(line)]
    return found


def of_yaml(lines):
    """The commands of a job, one text for each step."""
    found, at = [], 0
    while at < len(lines):
        line, depth = lines[at], len(lines[at]) - len(lines[at].lstrip())
        at += 1
        inside = []
        while at < len(lines) and len(lines[at]) - len(lines[at].lstrip()) > depth:
            inside.append(lines[at].strip())
            at += 1
        if re.match(r" *- run: \|$", line):
            found.append("\n".join(inside))
        elif re.match(r" *- run: ", line):
            found.append(line.split("run: ", 1)[1])
        elif re.match(r" *script:$", line):
            steps = " ".join(inside).removeprefix("- ")
            found += [step for step in steps.split(" - ")]
        else:
            at -= len(inside)
    return found


def scripts(kind, lines):
    """What is run of a block, in one shell each; the second is why it is not."""
    if kind == "yaml":
        return [(text, None) for text in of_yaml(lines)]
    kept, found = [], []
    for line in lines:
        reason = next((why for start, why in NOT_RUN.items() if line.startswith(start)), None)
        if reason:
            found.append((line, reason))
        else:
            kept.append(line)
    return found + ([("\n".join(kept), None)] if kept else [])


def environment():
    env = {k: v for k, v in os.environ.items() if not k.startswith("ALGOPROF")}
    for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CFLAGS", "CC", "CXX"):
        env.pop(name, None)
    env.update(PATH=f"{WORK}/stand-ins:{PREFIX}/bin:{env['PATH']}", HOME=f"{WORK}/home", LC_ALL="C.UTF-8",
               # An installation in a folder of its own: GCC finds the plugin's name and the library there.
               LIBRARY_PATH=f"{PREFIX}/lib", LD_LIBRARY_PATH=f"{PREFIX}/lib", CPATH=f"{PREFIX}/include",
               PKG_CONFIG_PATH=f"{PREFIX}/lib/pkgconfig", BUILT=BUILD)
    return env


def install():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(f"{WORK}/home")
    subprocess.run(["make", "-s", "--no-print-directory", "DEPS_CHECKED=1", f"O={BUILD}", "install", f"PREFIX={PREFIX}", "BYNAME=0",
                    f"CC={os.environ.get('CC', 'gcc')}", f"CXX={os.environ.get('CXX', 'g++')}"],
                   cwd=ROOT, check=True, env={k: v for k, v in os.environ.items() if not k.startswith("MAKE")})
    os.symlink("algoprof", f"{PREFIX}/lib/plugin")
    prepared.stand_ins(f"{WORK}/stand-ins")


def run_script(text, page, folder):
    """None, or what went wrong."""
    for old, new in page.replaced.items():
        text = text.replace(old, new.format(folder=folder))
    where = next((at for start, at in page.places.items() if text.startswith(start)), ".")
    done = subprocess.run(["bash", "-eu", "-o", "pipefail", "-c", text], cwd=os.path.join(folder, where), env=environment(), text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
    if done.returncode != 0:
        return f"exit status {done.returncode}\n{text}\n{done.stdout[-3000:]}"
    return None


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def run_document(name):
    text = read(name)
    found = [script for kind, lines in blocks(text) if kind in ("sh", "yaml") for script in scripts(kind, lines)]
    wrong = [f"not in a block: {line}" for line in stray(name, text)]
    page = prepared.PAGES.get(name, prepared.Page())
    if found:
        folder = os.path.join(WORK, name.replace("/", "-"))
        os.makedirs(folder)
        page.prepare(folder, environment())
    if page.lines:
        found = [(line, why) for script, why in found for line in ([script] if why else script.splitlines())]
    for script, reason in found:
        if not reason:
            why = run_script(script, page, folder)
            wrong += [why] if why else []
        else:
            print(f"# not run: {script.split('   ')[0]} ({reason})")
    for why in wrong:
        print(f"not ok docs/commands {name}\n" + "\n".join("    " + line for line in why.splitlines()))
    if found and not wrong:
        print(f"ok docs/commands {name}: {sum(not reason for _, reason in found)} scripts")
    return not wrong


def check_images():
    """The images of the CI recipes have compilers that packages are made for, and install one's package."""
    packages = set(re.findall(r"^Package: gcc-(\d+)-plugin-algoprof$", read("debian/control"), re.MULTILINE))
    rows = re.findall(r"^\| ([\d, ]+) \| Debian (\d+) \|$", read("docs/compilers.md"), re.MULTILINE)
    compilers = {release: set(versions.split(", ")) for versions, release in rows}
    recipes = [body for kind, body in blocks(read("docs/ci.md")) if kind == "yaml"]
    wrong = [] if len(recipes) >= 2 else ["docs/ci.md lacks the recipes"]
    for body in map("\n".join, recipes):
        image = re.search(r"^ *(?:container|image): debian:(\d+)$", body, re.MULTILINE)
        there = compilers.get(image.group(1), set()) & packages if image else set()
        wanted = set(re.findall(r"gcc-(\S+)-plugin-algoprof_", body))
        if not wanted or not wanted <= there or "runs-on: ubuntu-2" in body:
            wrong.append(f"image {image and image.group()}: has {sorted(there)}, "
                         f"installs the plugin for {sorted(wanted)}:\n{body}")
    for why in wrong:
        print("not ok docs/commands images\n" + "\n".join("    " + line for line in why.splitlines()))
    if not wrong:
        print("ok docs/commands images")
    return not wrong


def main():
    if os.environ.get("SAN") == "1":
        print("SKIP: the documents' commands are run without sanitizers")
        sys.exit(77)
    names = sys.argv[1:]
    if not names:
        names = ["README.md", "CONTRIBUTING.md", "tests/README.md", "gcc-plugin/README.md", "examples/README.md",
                 "examples/projects/README.md"] + sorted(f"docs/{page}" for page in os.listdir(f"{ROOT}/docs") if page.endswith(".md"))
    install()
    good = [check_images()] + [run_document(name) for name in names]
    if all(good):
        shutil.rmtree(WORK)
    sys.exit(0 if all(good) else 1)


main()

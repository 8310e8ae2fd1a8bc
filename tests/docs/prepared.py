# SPDX-License-Identifier: GPL-3.0-or-later
"""What documents take for granted: the user's program and folders, and what stands
in for commands that would change the machine."""
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

STAND_INS = {
    "sudo": 'exec "$@"',
    # In the project's folder: what would be done, which fails for a goal or a part that is not there.
    "make": '[ -e mk/config.mk ] || exec /usr/bin/make "$@"\n'
            'exec /usr/bin/make -n DEPS_CHECKED=1 O="$BUILT" "$@" >/dev/null',
    # A package that exists, or a file.
    "apt-get": 'for name; do case $name in -*|install|update) ;; ./*) [ -e "$name" ] || exit 1 ;;\n'
               '    *) ! apt-cache show gcc >/dev/null 2>&1 || apt-cache show "$name" >/dev/null 2>&1 || exit 1 ;; esac; done',
    # Nothing is sent to a server that is not there.
    "algoprof-upload": 'case " $* " in *example.org*) set -- --dry-run "$@" ;; esac\nexec "${0%/*}/../prefix/bin/algoprof-upload" "$@"',
}

# A program whose cost is quadratic in its argument.
PROGRAM = """#include <stdio.h>
#include <stdlib.h>

unsigned *numbers;

__attribute__((noinline, algoprof("loops"))) unsigned xml_parent(size_t n)
{
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += numbers[i];
    return sum;
}
"""
MAIN = """#include <stdio.h>
#include <stdlib.h>
extern unsigned *numbers;
unsigned xml_parent(size_t n);
int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
    unsigned sum = 0;
    numbers = calloc(n, sizeof *numbers);
    for (size_t k = 0; k < %s; k++)
        sum += xml_parent(n);
    printf("%%u\\n", sum);
    return 0;
}
"""
ONE = PROGRAM + MAIN.replace("extern unsigned *numbers;\n", "").replace("unsigned xml_parent(size_t n);\n", "")


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def stand_ins(folder):
    os.makedirs(folder)
    for name, text in STAND_INS.items():
        write(folder, name, f"#!/bin/sh\n{text}\n")
        os.chmod(os.path.join(folder, name), 0o755)


def shell(folder, env, text):
    subprocess.run(["bash", "-eu", "-c", text], cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)


def nothing(folder, env):
    pass


class Page:
    """replaced: text in commands, and what is taken for it; places: commands that begin so are run in
    that folder; lines: each line is a command by itself."""

    def __init__(self, prepare=nothing, replaced=None, places=None, lines=False):
        self.prepare, self.replaced, self.places, self.lines = prepare, replaced or {}, places or {}, lines


def project(folder, env):
    """Links to the project, with the build in it."""
    for name in os.listdir(ROOT):
        if name not in ("build", ".git"):
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
    os.symlink(env["BUILT"], os.path.join(folder, "build"))


def unmarked(folder, env):
    """A program without marks, whose function is called with many sizes."""
    write(folder, "prog.c", """#include <stdio.h>
int numbers[4096];
__attribute__((noinline)) static int pairs(int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            found += numbers[i] == numbers[k];
    return found;
}
int main(void)
{
    int found = 0;
    for (int n = 8; n <= 1024; n += n / 4)
        found += pairs(n);
    printf("%d\\n", found);
    return 0;
}
""")


def laboratory(folder, env):
    """The program; and logs of one whose cost is linear, of in-house mode, with what they are judged by."""
    unmarked(folder, env)
    write(folder, "sum.c", """unsigned numbers[4096], sum;
__attribute__((noinline)) static void add(int n)
{
    for (int i = 0; i < n; i++)
        sum += numbers[i];
}
int main(void)
{
    for (int n = 8; n <= 4096; n += n / 4)
        add(n);
    return 0;
}
""")
    write(folder, "limits.txt", "add n\n")
    shell(folder, env, """algoprof-gcc -O1 -g -fplugin-arg-algoprof-inhouse sum.c -o sum
        for log in logs old new; do
            ALGOPROF_LOG=$log/sum.aplog ./sum
        done
        algoprof check --write-baseline baseline.json logs/
        rm sum""")


def gate(folder, env):
    """A test program, and logs of it from before."""
    write(folder, "parser.c", PROGRAM)
    write(folder, "test.c", MAIN % "10")
    write(folder, "Makefile", "test: parser.c test.c\n\t$(CC) -O2 -g $^ -o $@\n")
    write(folder, "slow.c", MAIN % "n / 10")
    shell(folder, env, """algoprof-gcc -O2 -g parser.c test.c -o old && algoprof-gcc -O2 -g parser.c slow.c -o new
        for n in 100 200 400 800 1600 3200; do
            ALGOPROF_BUDGET=0 ALGOPROF_LOG=old-logs/$n.aplog ./old $n
            ALGOPROF_BUDGET=0 ALGOPROF_LOG=new-logs/$n.aplog ./new $n
        done
        rm old new slow.c""")
    # The packages that the job installs are of these names.
    version = subprocess.run(["dpkg-parsechangelog", "-S", "Version"], cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
    with open(os.path.join(ROOT, "debian", "control"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("Package: "):
                write(folder, f"{line.split()[1]}_{version}_amd64.deb", "")


def spool(folder, env):
    """Logs of two builds, and a baseline."""
    write(folder, "prog.c", ONE % "n / 10")
    shell(folder, env, """mkdir logs
        for build in 3f2a01 4b0c02; do
            algoprof-gcc -O2 -g -Wl,--build-id=0x$build prog.c -o $build
            for n in 100 200 400 800 1600 3200 6400 12800; do
                ALGOPROF_BUDGET=0 ALGOPROF_LOG=logs/$build.$n.aplog ./$build $n
            done
        done
        algoprof check --write-baseline release.json logs/3f2a*""")


def projects(folder, env):
    """Each of the example projects, with its source."""
    for name in os.listdir(f"{ROOT}/examples/projects"):
        path = os.path.join(ROOT, "examples", "projects", name)
        if os.path.isdir(path):
            shutil.copytree(path, os.path.join(folder, name))
            shutil.copy(f"{ROOT}/examples/projects/sum.c", os.path.join(folder, name))
    # A program that knows nothing of algoprof, by make and by Debian's tools.
    for name in ("plain", "package"):
        os.makedirs(os.path.join(folder, name))
        shutil.copy(f"{ROOT}/examples/projects/sum.c", os.path.join(folder, name))
        write(os.path.join(folder, name), "Makefile", "CFLAGS = -O2 -g\nsum: sum.c\n\t$(CC) $(CFLAGS) $< -o $@\nclean:\n\trm -f sum\n")
    shell(os.path.join(folder, "autotools"), env, "autoreconf -i")
    package(os.path.join(folder, "package"))


def package(folder):
    os.makedirs(os.path.join(folder, "debian", "source"))
    write(folder, "debian/source/format", "3.0 (native)\n")
    write(folder, "debian/changelog", "sum (1) unstable; urgency=low\n\n  * One.\n\n -- A <a@b.invalid>  Wed, 25 Nov 2026 12:00:00 +0000\n")
    write(folder, "debian/control", "Source: sum\nMaintainer: A <a@b.invalid>\nBuild-Depends: debhelper-compat (= 13)\n\n"
          "Package: sum\nArchitecture: any\nDescription: a sum\n of numbers\n")
    write(folder, "debian/rules", "#!/usr/bin/make -f\n%:\n\tdh $@\n")
    write(folder, "debian/sum.install", "sum usr/bin\n")
    # The library is found by its path, and is in no package.
    with open(os.path.join(folder, "debian", "rules"), "a", encoding="utf-8") as file:
        file.write("override_dh_shlibdeps:\n")
    os.chmod(os.path.join(folder, "debian", "rules"), 0o755)


def editor(folder, env):
    write(folder, "editor.c", ONE % "n / 10")


PAGES = {
    "README.md": Page(project, lines=True),
    "CONTRIBUTING.md": Page(project, lines=True),
    "tests/README.md": Page(project, lines=True),
    "docs/fleet.md": Page(lambda folder, env: (spool(folder, env), project(folder, env)),
                          {"/var/spool/algoprof": "{folder}/logs", "OLD": "3f2a", "NEW": "4b0c"}, lines=True),
    "docs/ci.md": Page(gate),
    "docs/contexts.md": Page(unmarked),
    "docs/inhouse.md": Page(laboratory),
    "docs/reference.md": Page(project),
    "docs/shipping.md": Page(editor),
    "docs/receiver.md": Page(project, {"/tmp/r": tempfile.gettempdir() + "/algoprof-docs-receiver"}),
    "examples/README.md": Page(project),
    "examples/projects/README.md": Page(projects, lines=True, places={
        "make CC": "plain", "./configure": "autotools", "cmake": "cmake", "CC=algoprof-gcc meson": "meson",
        "CC=algoprof-gcc dpkg": "package"}),
}

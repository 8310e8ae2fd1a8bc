# SPDX-License-Identifier: GPL-3.0-or-later
"""The code bases of real.py: Debian source packages, how each is built, and how
its own tests are run and read.  Commands are bash's, in the package's folder."""
import collections

# tests: what to run; count: a regular expression for each passed test in its
# output (with a group: a number of them); folder: below the package's; beside: other packages, whose
# folders are put into it.
Base = collections.namedtuple("Base", "package folder configure build tests count beside", defaults=[()])

CMAKE = "cmake -S . -B . -DCMAKE_BUILD_TYPE=Release "
BASES = {
    "zlib": Base("zlib", ".", "./configure", "make", "make test", r"\*\*\* zlib .*test OK"),
    "bzip2": Base("bzip2", ".", "true", "make CC=gcc", "make test CC=gcc; for n in 1 2 3; do "
                  "cmp sample$n.bz2 sample$n.rb2 && cmp sample$n.tst sample$n.ref && echo equal $n; done", r"^equal \d"),
    "jansson": Base("jansson", ".", CMAKE + "-DJANSSON_BUILD_DOCS=OFF", "make", "ctest", r"Test +#.* Passed"),
    "lz4": Base("lz4", ".", "true", "make -C lib liblz4.a && make -C programs lz4 && make -C tests fuzzer frametest",
                "cd tests && ./fuzzer -s1 -i10 && ./frametest -s1 -i10", r"tests completed"),
    "expat": Base("expat", "expat", "sed -i 's/#cmakedefine XML_DTD/#define XML_DTD 1/' expat_config.h.cmake && " + CMAKE + "-DEXPAT_BUILD_DOCS=OFF -DEXPAT_BUILD_EXAMPLES=OFF", "make",
                  "./tests/runtests; ./tests/runtestspp; ctest", r"(?:^100%: Checks: (\d+), Failed: 0|Test +#.* Passed)"),
    "libpng": Base("libpng1.6", ".", "./configure --disable-shared", "make",
                   "make check TESTS='tests/pngtest-all tests/pngimage-quick tests/pngstest-none tests/pngunknown-IDAT '"
                   "'tests/pngvalid-standard'", r"^# PASS: +(\d+)"),
    "libyaml": Base("libyaml", ".", CMAKE, "make", "ctest", r"Test +#.* Passed"),
    "double-conversion": Base("double-conversion", ".", CMAKE + "-DBUILD_TESTING=ON", "make",
                              "./test/cctest/cctest --list | tr -d '<' | while read t; do "
                              "./test/cctest/cctest $t && echo passed $t; done", r"^passed "),
    "tinyxml2": Base("tinyxml2", ".", "true", "make CXX=g++ xmltest", "./xmltest", r"^Pass (\d+), Fail 0"),
    "sqlite3": Base("sqlite3", ".", "./configure --disable-tcl --enable-all",
                    "make sqlite3.c && make speedtest1 fuzzcheck",
                    "./speedtest1 --verify --size 10 && echo verified; "
                    "./fuzzcheck test/fuzzdata[3468].db | grep '0 errors'",
                    r"^(?:verified|.*0 errors out of (\d+) tests)"),
    # RunGrepTest compares what two processes print side by side.
    "pcre2": Base("pcre2", ".", "./configure --disable-shared --enable-jit --enable-pcre2-16 --enable-pcre2-32", "make",
                  "make check TESTS='pcre2posix_test pcre2_jit_test RunTest'", r"^# PASS: +(\d+)"),
    # Debian's package has no tests but `lua -v'; lpeg's own are a program of 1,600 lines.
    "lua5.4": Base("lua5.4", "src", "echo '#define DEB_HOST_MULTIARCH \"x\"' >lua5.4-deb-multiarch.h",
                   "gcc -O2 -DLUA_USE_LINUX -DLUA_COMPAT_5_3 -c *.c && "
                   "gcc -Wl,-E -o lua $(ls *.o | grep -v luac) -lm -ldl && "
                   "gcc -o luac $(ls *.o | grep -v lua.o) -lm -ldl && gcc -O2 -I. -fPIC -shared -o lpeg.so lua-lpeg/*.c",
                   "./lua -v; cp lua-lpeg/re.lua .; ./lua lua-lpeg/test.lua; "
                   "./luac -o re.out re.lua && echo compiled; ./luac -l -l re.out",
                   r"^(?:Lua 5\.4|OK$|compiled|main <)", ("lua-lpeg",)),
    "zstd": Base("libzstd", ".", "true", "make -C programs zstd && make -C tests fuzzer zstreamtest poolTests datagen",
                 "cd tests && ./fuzzer -s1 -i20 --no-big-tests && echo passed; "
                 "./zstreamtest -s1 -i20 --no-big-tests && echo passed; ./poolTests; "
                 "for n in 1 5 12 19; do ./datagen -g3000000 | ../programs/zstd -c -T2 -$n | "
                 "../programs/zstd -dc | cmp - <(./datagen -g3000000) && echo passed; done", r"^(?:passed|PASS)"),
    # Debian's package lacks the documents that the build would make.
    "gmp": Base("gmp", ".", "mkdir -p doc && echo 'all check:' >doc/Makefile.in && "
                "./configure --disable-shared --disable-assembly --enable-cxx", "make", "make check", r"^# PASS: +(\d+)"),
    # What a test that fails printed is in the file _NAME.  clos1way2 has what two processes print side by side.
    "gawk": Base("gawk", ".", "./configure --disable-nls", "make -C support && make gawk && make -C extension",
                 "make -C test check | tee said; grep -xE '[a-z][a-z0-9_]+' said | grep -v clos1way2 | while read n; do "
                 "[ -e test/_$n ] || echo passed $n; done", r"^passed "),
    # The files that autotools made are older than their sources in the package.  Debian's lacks nearly all files that
    # runtest reads: beside it documents are read, written and read again.
    "libxml2": Base("libxml2", ".", "touch aclocal.m4 && sleep 1 && touch configure config.h.in $(find . -name Makefile.in) && "
                    "./configure --disable-shared --without-python --without-lzma",
                    "make && make testapi runtest testrecurse testchar testdict",
                    "./runtest; ./testapi; ./testrecurse; ./testchar; ./testdict; "
                    "for f in $(find doc test -name '*.html'); do ./xmllint --html $f >once; "
                    "./xmllint --html once | ./xmllint --html - >twice; "
                    "./xmllint --html twice | cmp - twice && echo equal $f; done 2>/dev/null; "
                    "for f in $(find . -name '*.xml'); do ./xmllint --nonet --c14n $f >once && "
                    "./xmllint --nonet --c14n once | cmp - once && echo equal $f; done 2>/dev/null",
                    r"^(?:Total:? (\d+)|dictionary tests succeeded|equal )"),
    # A collector that scans stacks and registers and stops threads by signals.
    "libgc": Base("libgc", ".", "./configure --disable-shared --enable-cplusplus --enable-threads=posix", "make", "make check",
                  r"^# PASS: +(\d+)"),
    # Templates and constructors; from here on C++.
    "pugixml": Base("pugixml", ".", "true", "make CXXFLAGS='-O2 -std=c++11'", "$(find build -name test -type f)",
                    r"Success: (\d+) tests passed"),
    "jsoncpp": Base("libjsoncpp", ".", "cmake -S . -B b -DCMAKE_BUILD_TYPE=Release -DJSONCPP_WITH_POST_BUILD_UNITTEST=OFF",
                    "make -C b jsoncpp_test", "b/bin/jsoncpp_test", r"All (\d+) tests passed"),
    "cmark": Base("cmark", ".", "cmake -S . -B b -DCMAKE_BUILD_TYPE=Release", "make -C b", "cd b && ctest", r"Test +#.* Passed"),
}

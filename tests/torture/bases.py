# SPDX-License-Identifier: GPL-3.0-or-later
"""The code bases of real.py: Debian source packages, how each is built, and how
its own tests are run and read.  Commands are bash's, in the package's folder."""
import collections

# tests: what to run; count: a regular expression for each passed test in its
# output (with a group: a number of them); folder: below the package's.
Base = collections.namedtuple("Base", "package folder configure build tests count")

CMAKE = "cmake -S . -B . -DCMAKE_BUILD_TYPE=Release "
BASES = {
    "zlib": Base("zlib", ".", "./configure", "make", "make test", r"\*\*\* zlib .*test OK"),
    "bzip2": Base("bzip2", ".", "true", "make CC=gcc", "make test CC=gcc; for n in 1 2 3; do "
                  "cmp sample$n.bz2 sample$n.rb2 && cmp sample$n.tst sample$n.ref && echo equal $n; done", r"^equal \d"),
    "jansson": Base("jansson", ".", CMAKE + "-DJANSSON_BUILD_DOCS=OFF", "make", "ctest", r"Test +#.* Passed"),
    "lz4": Base("lz4", ".", "true", "make -C lib liblz4.a && make -C programs lz4 && make -C tests fuzzer frametest",
                "cd tests && ./fuzzer -s1 -i200 && ./frametest -s1 -i200", r"tests completed"),
    "expat": Base("expat", "expat", "sed -i 's/#cmakedefine XML_DTD/#define XML_DTD 1/' expat_config.h.cmake && " + CMAKE + "-DEXPAT_BUILD_DOCS=OFF -DEXPAT_BUILD_EXAMPLES=OFF", "make",
                  "./tests/runtests; ./tests/runtestspp; ctest", r"(?:^100%: Checks: (\d+), Failed: 0|Test +#.* Passed)"),
    "libpng": Base("libpng1.6", ".", "./configure --disable-shared", "make", "make check", r"^# PASS: +(\d+)"),
    "libyaml": Base("libyaml", ".", CMAKE, "make", "ctest", r"Test +#.* Passed"),
    "double-conversion": Base("double-conversion", ".", CMAKE + "-DBUILD_TESTING=ON", "make",
                              "./test/cctest/cctest --list | tr -d '<' | while read t; do "
                              "./test/cctest/cctest $t && echo passed $t; done", r"^passed "),
    "tinyxml2": Base("tinyxml2", ".", "true", "make CXX=g++ xmltest", "./xmltest", r"^Pass (\d+), Fail 0"),
    "gawk": Base("gawk", ".", "./configure --disable-extensions --disable-nls --without-mpfr", "make -o doc",
                 "LC_ALL=C make -k -C test check", r"^(?!.*rror)(?:ALL TESTS PASSED|[a-z0-9_]+)$"),
    "pcre2": Base("pcre2", ".", CMAKE + "-DPCRE2_BUILD_TESTS=ON -DPCRE2_SUPPORT_JIT=OFF", "make", "ctest",
                  r"Test +#.* Passed"),
    "xz": Base("xz-utils", ".", "./configure --disable-nls --disable-doc", "make", "make check", r"^# PASS: +(\d+)"),
    "zstd": Base("zstd", ".", "true", "make -C tests fuzzer zstreamtest CC=gcc ZSTD_NO_ASM=1",
                 "cd tests && ./fuzzer -s1 -i20 --no-big-tests && ./zstreamtest -s1 -i20 --no-big-tests", r"OK"),
    "gmp": Base("gmp", ".", "./configure --disable-assembly --disable-shared", "make", "make check",
                r"^# PASS: +(\d+)"),
    "sqlite3": Base("sqlite3", ".", "./configure --disable-readline", "make -o doc testfixture sqlite3 TCC=gcc",
                    "for t in select1 select2 join where insert update delete index in like expr sort trigger1 "
                    "collate1 fkey1 func view window1 with1 upsert1 json101 blob pager1 vacuum date trans; do "
                    "./testfixture test/$t.test | grep -v elapsed; done", r"^\S+\.\.\. Ok"),
}

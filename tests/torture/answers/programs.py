# SPDX-License-Identifier: GPL-3.0-or-later
"""The code bases of answers.py: how each is built, what it is given, and where it is known to be slow.  Commands are
bash's, in the package's folder; $HERE is this folder, $INPUT a file made for the run, $N its number of items."""
import collections

import collisions
import inputs
from bases import Base

# command: of one run.  make: a text of n items by (n, random); low, high: of n, in equal factors.
Fleet = collections.namedtuple("Fleet", "command make low high")
# A pathological input.  change: what is done to the source first, and built again; blamed: functions one of which must
# be the alarm of rank 1.
# least: n from where it is slow.
Planted = collections.namedtuple("Planted", "name fleet blamed change least", defaults=["", 1])
# harmless: a fleet without alarms; steep: {"FILE:FUNCTION": why it is super-linear even there}.
Program = collections.namedtuple("Program", "base harmless planted steep", defaults=[{}])

CMAKE = "cmake -S . -B build-answers -DCMAKE_BUILD_TYPE=RelWithDebInfo "


def _base(package, configure, build, folder="."):
    return Base(package, folder, configure, build, "", "")


def brackets(n, rng):
    """An image's and a link's bracket for each item: each link looks at all brackets before it."""
    del rng
    return "![[]()" * n + "\n"


def repeated(n, rng):
    """One paragraph again and again: n bytes of which any two places agree for long."""
    return (inputs.text(1, rng)[:97] * (n // 97 + 1))[:n]


def attribute_list(n, rng):
    """Defaults of n attributes: each looks whether it was declared before."""
    del rng
    declared = "\n".join(f"a{k} CDATA \"x\"" for k in range(n))
    return f"<!DOCTYPE r [<!ELEMENT r ANY>\n<!ATTLIST r {declared}>]>\n<r/>\n"


def names(n, rng):
    """n of them, in a column."""
    del rng
    return "".join(f"a{k}\n" for k in range(n))


def anchors(n, rng):
    """n anchors in a document: each is compared with those before."""
    del rng
    return "".join(f"- &a{k} x\n" for k in range(n))


def colliding_object(n, rng):
    del rng
    found = collisions.names(n, collisions.murmur3, collisions.SEED)
    return "{" + ",\n".join(f"\"{name}\": {k}" for k, name in enumerate(found)) + "}\n"


def colliding_lines(n, rng):
    del rng
    return "\n".join(collisions.names(n, collisions.fnv1a, 2166136261)) + "\n"


JQ = ("[.[] | select(.age > 30) | {name, city, mail: (.email | ascii_downcase | split(\"@\")[1]), "
      "tags: (.tags | join(\",\")), rich: (.balance > 100), zip: (.address.zip | tonumber)}] | group_by(.city) | "
      "map({city: .[0].city, n: length, mails: (map(.mail) | unique | length), first: (map(.name) | sort | .[0]), "
      "zips: (map(.zip) | add), tags: ([.[].tags | select(. != \"\")] | length)}) | sort_by(-.n)")
JQ_WAYS = ("(map(to_entries | map(select(.value | type == \"number\")) | from_entries) | map(keys | length) | add), "
           "(map(tojson | fromjson | .tags | length) | add), ([paths(type == \"null\")] | length), "
           "(map(.about | length) | max), (.[0:3] | map(.address) | tostring | @base64), (map(.age) | unique)")

BZIP2 = ("gcc -O2 -g -D_FILE_OFFSET_BITS=64 bzip2.c bzlib.c blocksort.c huffman.c crctable.c randtable.c compress.c "
         "decompress.c -o answers")

PROGRAMS = {
    "cmark": Program(
        _base("cmark", CMAKE + "-DCMARK_TESTS=OFF -DCMARK_SHARED=OFF", "make -C build-answers"),
        Fleet("build-answers/src/cmark $INPUT", inputs.markdown, 250, 50000),
        [Planted("![[]()", Fleet("build-answers/src/cmark $INPUT", brackets, 500, 16000),
                 {"inlines.c:handle_close_bracket"})]),
    "tinyxml2": Program(
        _base("tinyxml2", "true", "g++ -O2 -g -I. tinyxml2.cpp $HERE/tinyxml2.cc -o answers"),
        Fleet("./answers $INPUT", inputs.xml_plain, 100, 12000),
        [Planted("attributes that are looked for", Fleet("./answers attributes $INPUT", names, 500, 12000),
                 {"tinyxml2.cpp:FindOrCreateAttribute", "tinyxml2.cc:attributes"})]),
    "lua": Program(
        _base("lua5.4", "echo '#define DEB_HOST_MULTIARCH \"x\"' >lua5.4-deb-multiarch.h",
              "gcc -O2 -g -DLUA_USE_LINUX -DLUA_COMPAT_5_3 -c *.c && "
              "gcc -Wl,-E -o answers $(ls *.o | grep -v luac) -lm -ldl", "src"),
        Fleet("./answers $HERE/ordinary.lua $N", inputs.nothing, 1000, 150000),
        [Planted("table.insert (t, 1, line)", Fleet("./answers $HERE/insert.lua $INPUT", inputs.access_log, 400, 10000),
                 {"ltablib.c:tinsert"})]),
    "jq": Program(
        _base("jq", "echo '#define JQ_VERSION \"1.6\"' >src/version.h; sed -e 's/\\\\/\\\\\\\\/g' -e 's/\"/\\\\\"/g' "
              "-e 's/^/\"/' -e 's/$/\\\\n\"/' src/builtin.jq >src/builtin.inc && "
              f"sed -i 's/hash_seed = seed;/hash_seed = {collisions.SEED}u;/' src/jv.c",
              "gcc -O2 -g -w -D_GNU_SOURCE -DHAVE_ALLOCA_H -DHAVE_MKSTEMP -DHAVE_MEMMEM -DHAVE_ISATTY "
              "-DHAVE_STRPTIME -DHAVE_STRFTIME -DHAVE_TIMEGM -DHAVE_GMTIME_R -DHAVE_LOCALTIME_R "
              "-DHAVE_GETTIMEOFDAY -DHAVE_TM_TM_GMT_OFF -DHAVE_PTHREAD_ONCE "
              "-DHAVE___THREAD -DUSE_TLS -DHAVE_POW -DHAVE_FLOOR -DHAVE_SQRT "
              "-DIEEE_8087 -I. src/*.c -o answers -lm -lpthread"),
        Fleet(f"./answers '{JQ}' $INPUT && ./answers '{JQ_WAYS}' $INPUT", inputs.json_people, 100, 10000),
        [Planted("names of one hash", Fleet("./answers length $INPUT", colliding_object, 250, 8000),
                 {"jv.c:jvp_object_find_slot", "jv.c:jvp_object_rehash"})],
        {"compile.c:block_drop_unreferenced": "for each definition all others are looked through"}),
    "bzip2": Program(
        _base("bzip2", "true", BZIP2),
        Fleet("./answers -zc $INPUT >$INPUT.bz2 && ./answers -dc $INPUT.bz2 | cmp - $INPUT", inputs.text, 100, 15000),
        [Planted("a sort without its guard", Fleet("./answers -zc $INPUT", repeated, 10500, 300000),
                 {"blocksort.c:mainGtU", "blocksort.c:mainSimpleSort", "blocksort.c:mainQSort3",
                  "blocksort.c:mainSort"},
                 "sed -i 's/budgetInit = nblock .*/budgetInit = 2000000000;/' blocksort.c && " + BZIP2, 10500)]),
    "mawk": Program(
        _base("mawk", "./configure --with-builtin-srand", "make mawk CFLAGS='-O2 -g'"),
        Fleet("./mawk -f $HERE/log.awk $INPUT", inputs.access_log, 1000, 150000),
        [Planted("names of one hash",
                 Fleet("./mawk '{ seen[$1]++ } END { print NR }' $INPUT", colliding_lines, 500, 16000),
                 {"array.c:find_by_sval"})]),
    "libyaml": Program(
        _base("libyaml", CMAKE + "-DBUILD_TESTING=OFF", "make -C build-answers yaml && "
              "gcc -O2 -g -Iinclude $HERE/libyaml.c build-answers/libyaml.a -o answers"),
        Fleet("./answers $INPUT", inputs.yaml_settings, 50, 6000),
        [Planted("anchors", Fleet("./answers $INPUT", anchors, 500, 12000), {"loader.c:yaml_parser_register_anchor"})]),
    "expat": Program(
        _base("expat", "sed -i 's/#cmakedefine XML_DTD/#define XML_DTD 1/' expat_config.h.cmake && " + CMAKE +
              "-DEXPAT_SHARED_LIBS=OFF -DEXPAT_BUILD_DOCS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_TOOLS=OFF "
              "-DEXPAT_BUILD_TESTS=OFF", "make -C build-answers && "
              "gcc -O2 -g -Ilib $HERE/expat.c build-answers/libexpat.a -o answers", "expat"),
        Fleet("./answers $INPUT", inputs.xml_catalog, 200, 25000),
        [Planted("declared attributes", Fleet("./answers $INPUT", attribute_list, 500, 16000),
                 {"xmlparse.c:defineAttribute"})]),
}

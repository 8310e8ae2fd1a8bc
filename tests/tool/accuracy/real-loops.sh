# SPDX-License-Identifier: GPL-3.0-or-later
# Loops of real programs, of Debian's source packages: to be read by a script that says
# what is done with them (real.sh, ../../bench/real.sh).  It sets
#     out         the folder of programs and their input
#     scale       by what input is larger than the least
#     libraries   for the linker
#     flags_for TARGET                of the compiler, for the loop TARGET (-fplugin-arg-algoprof-target)
#     execute INPUT ARGUMENTS...      what is done with $out/$name.exe; INPUT: its standard input
# and calls for_each_loop SOURCES COMMAND [NAME...].

# text BYTES SEED: English, from licences; other parts of it with other seeds.
text()
{
    for turn in $(seq 1 "$scale"); do
        cat /usr/share/common-licenses/* | awk -v seed=$(($2 + 100 * turn - 100)) 'BEGIN { srand(seed) } rand() < 0.5'
    done 2>/dev/null | head -c $(($1 * scale))
}

# records N SEED: lines of words and numbers.
records()
{
    awk -v n=$(($1 * scale)) -v seed="$2" 'BEGIN {
        srand(seed)
        for (i = 0; i < n; i++) {
            printf "item%d", int(n * rand() ^ 2)
            for (k = int(8 * rand()); k >= 0; k--) printf " w%d", int(1000 * rand())
            print ""
        }
    }'
}

# line_of FILE BEFORE HERE: the first line like HERE after the last one like BEFORE.
line_of()
{
    awk -v before="$2" -v here="$3" '$0 ~ before { line = 0; seen = 1 } seen && !line && $0 ~ here { line = FNR } END { print line }' "$1"
}

# compile TARGET ARGUMENTS...
compile()
{
    target=$1
    shift
    # shellcheck disable=SC2046,SC2086
    "$CC" $(flags_for "$target") "$@" -o "$out/$name.exe" $libraries -lm
}

# Each NAME is a function that builds and runs one.

zlib_program()
{
    compile "$1" -DHAVE_UNISTD_H -DHAVE_STDARG_H -D_LARGEFILE64_SOURCE=1 -I. adler32.c compress.c \
        crc32.c deflate.c infback.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c gz*.c test/minigzip.c
}

# Walks along hash chains in a window of 32 KiB.
zlib_match()
{
    zlib_program "deflate.c:$(line_of deflate.c 'IPos limit = s->strstart' '^    do [{]')" &&
        text 150000 1 >"$out/$name.in" && execute "$out/$name.in"
}

bzip2_program()
{
    compile "$1" -D_FILE_OFFSET_BITS=64 bzip2.c blocksort.c huffman.c crctable.c randtable.c compress.c \
        decompress.c bzlib.c
}

# Compares two suffixes of a block.
bzip2_suffixes()
{
    bzip2_program "blocksort.c:$(line_of blocksort.c '^Bool mainGtU' '^   do [{]')" &&
        text 60000 2 >"$out/$name.in" && execute /dev/null -c "$out/$name.in"
}

# Looks for a byte in the table of the last ones used.
bzip2_front()
{
    bzip2_program "compress.c:$(line_of compress.c 'register UChar  rll_i' 'while')" &&
        text 60000 3 >"$out/$name.in" && execute /dev/null -c "$out/$name.in"
}

expat_program()
{
    mkdir -p "$out/include" && : >"$out/include/expat_config.h"
    compile "$1" -DXML_CONTEXT_BYTES=1024 -DXML_NS -DXML_DTD -DXML_POOR_ENTROPY -DBYTEORDER=1234 \
        -I"$out/include" -Iexpat/lib expat/lib/xmlparse.c expat/lib/xmltok.c expat/lib/xmlrole.c expat/examples/elements.c
}

# xml N SEED: elements with attributes of many names, some frequent.
xml()
{
    awk -v n=$(($1 * scale)) -v seed="$2" 'BEGIN {
        srand(seed)
        print "<all>"
        for (i = 0; i < n; i++)
            printf "<e%d a%d=\"%d\" b=\"%d\">some text %d</e%d>\n", (k = int(600 * rand() ^ 3)), int(900 * rand() ^ 2), i, i, i, k
        print "</all>"
    }'
}

# Probes of a hash table of names.
expat_names()
{
    expat_program "xmlparse.c:$(line_of expat/lib/xmlparse.c '^lookup' 'while .table->v')" &&
        xml 8000 4 >"$out/$name.in" && execute "$out/$name.in"
}

jansson_program()
{
    cp /usr/include/jansson_config.h src/ && : >src/jansson_private_config.h || return
    compile "$1" -DHAVE_STDINT_H -DHAVE_UNISTD_H -DHAVE_SYS_TYPES_H -DHAVE_SYS_STAT_H -DHAVE_FCNTL_H \
        -DHAVE_OPEN -DHAVE_CLOSE -DHAVE_READ -DUSE_URANDOM -Isrc src/*.c examples/simple_parse.c
}

# Chains of a hash table that grows.
jansson_pairs()
{
    jansson_program "hashtable.c:$(line_of src/hashtable.c '^static pair_t .hashtable_find_pair' 'while .1')" &&
        awk -v scale="$scale" 'BEGIN { srand(6); for (k = 0; k < 100 * scale; k++) { printf "{"; for (i = 0; i < 200; i++) printf "\"k%d\": %d, ", int(900 * rand()), i; print "\"z\": 0}" } }' \
            >"$out/$name.in" && execute "$out/$name.in"
}

# Strings as they are read.
jansson_strings()
{
    jansson_program "load.c:$(line_of src/load.c '^static void lex_scan_string' 'while .[*]p != ')" &&
        awk -v scale="$scale" 'BEGIN { srand(7); for (k = 0; k < 100 * scale; k++) { printf "["; for (i = 0; i < 200; i++) printf "\"word %d\", ", int(9000 * rand()); print "0]" } }' \
            >"$out/$name.in" && execute "$out/$name.in"
}

lz4_program()
{
    compile "$1" -Ilib -DXXH_NAMESPACE=LZ4_ programs/*.c lib/*.c
}

# Walks along chains of positions in a window of 64 KiB.
lz4_chains()
{
    lz4_program "lz4hc.c:$(line_of lib/lz4hc.c '^LZ4HC_InsertAndGetWiderMatch' 'while .*matchIndex>=lowestMatchIndex')" &&
        text 100000 8 >"$out/$name.in" && execute /dev/null -9 -c "$out/$name.in"
}

lua_program()
{
    echo '#define DEB_HOST_MULTIARCH ""' >src/lua5.4-deb-multiarch.h
    # shellcheck disable=SC2046
    compile "$1" -DLUA_USE_POSIX $(find src -name '*.c' ! -name 'luac.c' ! -name 'lua.c' ! -name ltests.c) src/lua.c
}

# Looks up strings in tables of the interpreter.
lua_strings()
{
    cat >"$out/$name.lua" <<LUA
math.randomseed(9)
local words, n = {}, 0
for i = 1, $((40000 * scale)) do
    local word = "w" .. math.floor(3000 * math.random() ^ 2)
    words[word] = (words[word] or 0) + 1
end
for word, count in pairs(words) do n = n + count * #word end
print(n)
LUA
    lua_program "lstring.c:$(line_of src/lstring.c '^static TString .internshrstr' 'for .ts = .list')" &&
        execute /dev/null "$out/$name.lua"
}

# Quicksort's partitions.
lua_partitions()
{
    cat >"$out/$name.lua" <<LUA
math.randomseed(10)
local list = {}
for i = 1, $((20000 * scale)) do list[i] = math.random(1000000) end
table.sort(list)
print(list[1])
LUA
    lua_program "ltablib.c:$(line_of src/ltablib.c '^static IdxT partition' 'for .;;')" &&
        execute /dev/null "$out/$name.lua"
}

# Words of a YAML text, in a buffer that is filled again and again.
libyaml_words()
{
    compile "scanner.c:$(line_of src/scanner.c '^yaml_parser_scan_plain_scalar' 'while .!IS_BLANKZ')" \
        '-DYAML_VERSION_STRING="0"' -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 -Iinclude \
        src/api.c src/reader.c src/scanner.c src/parser.c src/loader.c src/writer.c src/emitter.c src/dumper.c tests/run-scanner.c &&
        records 3000 11 | sed 's/^/- /' >"$out/$name.in" && execute /dev/null "$out/$name.in"
}

mawk_program()
{
    [ -e config.h ] || ./configure CC="$CC" CFLAGS=-O2 && make CC="$CC" >/dev/null && rm -f mawk ./*.o &&
        make CC="$CC" LIBS="$libraries -lm" CFLAGS="$(flags_for "$1")" && cp mawk "$out/$name.exe"
}

# Finds a name in a symbol table of 113 lists.
mawk_symbols()
{
    mawk_program find:loops &&
        awk -v scale="$scale" 'BEGIN { srand(12); print "BEGIN {"; for (i = 0; i < 4000 * scale; i++) printf "x%d = %d\n", int(2500 * rand()), i; print "}" }' \
            >"$out/$name.awk" && execute /dev/null -f "$out/$name.awk"
}

# Splits records into fields.
mawk_fields()
{
    mawk_program "split.c:$(line_of split.c '^space_split' while)" && records 20000 13 >"$out/$name.in" &&
        execute /dev/null '{ n += NF } END { print n }' "$out/$name.in"
}

# Elements of an array by name.
mawk_elements()
{
    mawk_program "array.c:$(line_of array.c '^static ANODE. find_by_sval' 'while.1')" && records 6000 14 >"$out/$name.in" &&
        execute /dev/null '{ for (i = 1; i <= NF; i++) n[$i]++ } END { print length(n) }' "$out/$name.in"
}

loops="zlib_match bzip2_suffixes bzip2_front expat_names jansson_pairs jansson_strings lz4_chains
    lua_strings lua_partitions libyaml_words mawk_symbols mawk_fields mawk_elements"

package_of()
{
    case $1 in
    lua_*) echo lua5.4 ;;
    *) echo "${1%%_*}" ;;
    esac
}

# for_each_loop SOURCES COMMAND [NAME...]: $name is built and executed in its package's
# folder below SOURCES, then COMMAND is called.  One that can't be fetched or built is
# left out, with a line that says why.
for_each_loop()
{
    sources=$1 then=$2
    shift 2
    for name in ${*:-$loops}; do
        folder=$("$(dirname "${BASH_SOURCE[0]}")/../../torture/fetch-source.sh" "$sources" "$(package_of "$name")") || continue
        if (cd "$folder" && "$name") >"$out/$name.said" 2>&1; then
            "$then"
        else
            echo "$name: could not be built or run: $(tail -n 1 "$out/$name.said")" >&2
        fi
    done
}

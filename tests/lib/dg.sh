#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compile, and where it says so run, a file with the plugin, and compare with
# the DejaGnu directives in its comments; a subset of DejaGnu's own, with the
# same spelling:
#
#   { dg-do compile|run }               compile unless said otherwise
#   { dg-options "..." }                $srcdir is the file's folder
#   { dg-additional-options "..." }
#   { dg-warning "regexp" ["comment" [{ target ... } [LINE]]] }
#   dg-error, dg-note, dg-bogus         likewise; LINE is N, .+N, .-N, or 0 for
#                                       a message without a place
#   { dg-output "regexp" }              in what it prints when run
#   { dg-shouldfail "why" }             the run ends with a status that is not 0
#   { dg-final { scan-assembler[-not] "regexp" } }, scan-assembler-times "regexp" N
#   { dg-require "gcc>=N" }
#   { dg-skip-if "why" { *-*-* } { "-O0" ... } { "" } }
#
# Regular expressions are extended ones.  Any other directive is an error, an
# unannounced warning or error a failure; notes count if the file has a dg-note.
# A run's output and exit status must be those of the program without plugin.
#
#   tests/lib/dg.sh [--all] [--further] [--sets "-O0|-O2 -g"] FILE
#
# Without --sets option sets take turns, by the file's name: two of those of a program that is run; with --further,
# for a further compiler, one of two.  --all: each file at all of them.
#
# Environment: O (build folder), CC, CXX, PLUGIN (default: $O/algoprof.so),
# SANFLAGS (to link with).
set -u
O=$(cd "${O:-build}" && pwd) || exit 2
PLUGIN=${PLUGIN:-$O/algoprof.so}
sets= all= further=
[ "${1-}" != --all ] || { all=yes; shift; }
[ "${1-}" != --further ] || { further=yes; shift; }
[ "${1-}" != --sets ] || { sets=$2; shift 2; }
[ $# -eq 1 ] || { echo 'usage: dg.sh [--all] [--further] [--sets "OPTIONS|..."] FILE' >&2; exit 2; }
file=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
srcdir=$(dirname "$file")
base=$(basename "$file")
name=plugin/$base
case $file in
*.C) compiler=${CXX:-g++} ;;
*) compiler=${CC:-gcc} ;;
esac
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

action=compile options= shouldfail= require= has_note=
skip_options=() outputs=() finals=() kinds=() regexps=() lines=()

broken()
{
    echo "not ok $name: $1"
    exit 1
}

# tokens TEXT: splits the words of a directive up to its closing brace into
# $words, and leaves what follows in $rest.
tokens()
{
    local text=$1 at=0 c word depth
    words=()
    while [ $at -lt ${#text} ]; do
        c=${text:at:1}
        at=$((at + 1))
        case $c in
        [[:space:]]) ;;
        '}') rest=${text:at}; return 0 ;;
        '"')
            word=
            while [ $at -lt ${#text} ] && [ "${text:at:1}" != '"' ]; do
                if [ "${text:at:1}" = \\ ]; then
                    at=$((at + 1))
                    case ${text:at:1} in
                    n) word+=$'\n' ;;
                    *) word+=${text:at:1} ;;
                    esac
                else
                    word+=${text:at:1}
                fi
                at=$((at + 1))
            done
            at=$((at + 1))
            words+=("$word")
            ;;
        '{')
            word= depth=1
            while [ $at -lt ${#text} ]; do
                case ${text:at:1} in
                '{') depth=$((depth + 1)) ;;
                '}') depth=$((depth - 1)) ;;
                esac
                [ $depth -gt 0 ] || break
                word+=${text:at:1}
                at=$((at + 1))
            done
            at=$((at + 1))
            words+=("$word")
            ;;
        *)
            word=$c
            while [ $at -lt ${#text} ] && [[ ${text:at:1} != [[:space:]}] ]]; do
                word+=${text:at:1}
                at=$((at + 1))
            done
            words+=("$word")
            ;;
        esac
    done
    return 1
}

# message KIND LINE: one of dg-warning and its like, from $words.
message()
{
    local line=$2
    [ ${#words[@]} -ge 1 ] || broken "line $2: dg-$1 without a regular expression"
    if [ ${#words[@]} -ge 4 ]; then
        case ${words[3]} in
        .+*) line=$(($2 + ${words[3]#.+})) ;;
        .-*) line=$(($2 - ${words[3]#.-})) ;;
        *) line=${words[3]} ;;
        esac
    fi
    kinds+=("$1") regexps+=("${words[0]}") lines+=("$line")
    [ "$1" != note ] || has_note=1
}

directive()
{
    case $1 in
    dg-do)
        action=${words[0]-}
        case $action in compile | run) ;; *) broken "line $2: dg-do '$action'" ;; esac
        ;;
    dg-options) options=${words[0]//\$srcdir/$srcdir} ;;
    dg-additional-options) options+=" ${words[0]//\$srcdir/$srcdir}" ;;
    dg-warning | dg-error | dg-note | dg-bogus) message "${1#dg-}" "$2" ;;
    dg-output) outputs+=("${words[0]}") ;;
    dg-shouldfail) shouldfail=1 ;;
    dg-require) require=${words[0]} ;;
    dg-skip-if)
        eval "skip_options+=(${words[2]})"
        ;;
    dg-final)
        case ${words[0]} in
        *scan-assembler*) finals+=("${words[0]}") ;;
        *) broken "line $2: unknown dg-final '${words[0]}'" ;;
        esac
        ;;
    *) broken "line $2: unknown directive $1" ;;
    esac
}

read_directives()
{
    local number=0 line rest words
    while IFS= read -r line || [ -n "$line" ]; do
        number=$((number + 1))
        rest=$line
        while [[ $rest =~ \{[[:space:]]*(dg-[a-z-]+)(.*) ]]; do
            local which=${BASH_REMATCH[1]}
            tokens "${BASH_REMATCH[2]}" || broken "line $number: $which has no end"
            directive "$which" "$number"
        done
    done <"$file"
}

# check_messages: compares the compiler's output with the announcements.
check_messages()
{
    local i line text kind place matched=() wrong=0
    while IFS= read -r text; do
        [[ $text =~ (warning|error|note):\  ]] || continue
        kind=${BASH_REMATCH[1]} place=
        case $text in
        *" fatal error: "*) kind=error ;;
        esac
        if [[ $text =~ ^[^:]*/"$base":([0-9]+): ]]; then
            place=${BASH_REMATCH[1]}
        elif [[ $text =~ ^(cc1|cc1plus|lto1|lto-wrapper|gcc|g\+\+)[^:]*: ]]; then
            place=0
        fi
        [[ $text != *" note: in expansion of macro "* ]] || continue
        local found=
        for i in "${!kinds[@]}"; do
            [ "${lines[i]}" = "$place" ] || continue
            if [ "${kinds[i]}" = bogus ]; then
                if [[ $text =~ ${regexps[i]} ]]; then
                    echo "line $place: bogus: $text"
                    wrong=1
                fi
            elif [ "${kinds[i]}" = "$kind" ] && [[ $text =~ ${regexps[i]} ]]; then
                found=1 matched[i]=1
            fi
        done
        [ -n "$found" ] || { [ "$kind" = note ] && [ -z "$has_note" ]; } ||
            [[ $text =~ "all warnings being treated as errors"|"failed to initialize plugin" ]] ||
            { echo "unannounced: $text"; wrong=1; }
    done <"$work/messages"
    for i in "${!kinds[@]}"; do
        [ -n "${matched[i]-}" ] || [ "${kinds[i]}" = bogus ] ||
            { echo "line ${lines[i]}: missing ${kinds[i]}: ${regexps[i]}"; wrong=1; }
    done
    return $wrong
}

check_finals()
{
    local final count rest words wrong=0
    for final in "${finals[@]}"; do
        tokens "$final }"
        count=$(grep -cE -- "${words[1]}" "$work/out.s")
        case ${words[0]} in
        scan-assembler) [ "$count" -gt 0 ] ;;
        scan-assembler-not) [ "$count" = 0 ] ;;
        scan-assembler-times) [ "$count" = "${words[2]}" ] ;;
        *) false ;;
        esac || { echo "failed ($count found): $final"; wrong=1; }
    done
    return $wrong
}

# execute EXE: leaves its output and exit status in $work/EXE.out.
execute()
{
    (cd "$work" && ulimit -c 0 && timeout 20 "./$1" >"$1.out" 2>&1 </dev/null; echo "exit status $?" >>"$1.out") 2>/dev/null
}

# run_program SET: the same without the plugin, and compare.
run_program()
{
    local link="$O/librt-sample.a ${SANFLAGS-} -lpthread" rate output
    # shellcheck disable=SC2086
    $compiler -w $1 ${plain_options} "$file" -o "$work/plain" 2>"$work/plain.log" ||
        { echo 'does not compile without the plugin'; cat "$work/plain.log"; return 1; }
    execute plain
    for rate in 1 2 auto; do
        ALGOPROF_RATE=$rate ALGOPROF_BUDGET=0 ALGOPROF_LOG=$work/run.%p.aplog execute profiled
        cmp -s "$work/plain.out" "$work/profiled.out" || {
            echo "at rate $rate it differs from the program without the plugin (<):"
            diff "$work/plain.out" "$work/profiled.out"
            return 1
        }
    done
    if [ -n "$shouldfail" ]; then
        ! grep -q '^exit status 0$' "$work/plain.out"
    else
        grep -q '^exit status 0$' "$work/plain.out"
    fi || { tail -1 "$work/plain.out"; return 1; }
    output=$(cat "$work/plain.out")
    for rate in "${outputs[@]}"; do
        [[ $output =~ $rate ]] || { echo "output lacks: $rate"; return 1; }
    done
}

# one SET: everything at one set of options.
one()
{
    local how=-S target=$work/out.s
    if [ "$action" = run ]; then
        how= target=$work/profiled
    fi
    rm -f "$target"
    # shellcheck disable=SC2086
    (cd "$work" && LC_ALL=C $compiler $1 -fplugin="$PLUGIN" $options $how "$file" -o "$target" \
        ${how:+-fno-diagnostics-show-caret} ${link_options}) 2>"$work/messages"
    local status=$? wrong=0
    check_messages || wrong=1
    grep -q 'internal compiler error' "$work/messages" && { cat "$work/messages"; wrong=1; }
    if [[ " ${kinds[*]-} " != *" error "* ]] && [ $status != 0 ]; then
        echo "compiler's exit status $status"
        cat "$work/messages"
        return 1
    fi
    if [[ " ${kinds[*]-} " == *" error "* ]] && [ $status = 0 ]; then
        echo 'it compiles in spite of the error'
        wrong=1
    fi
    [ $wrong = 0 ] && [ -e "$target" ] || return $wrong
    check_finals || wrong=1
    [ "$action" != run ] || run_program "$1" || wrong=1
    return $wrong
}

read_directives
if [[ $require =~ ^gcc\ *'>='\ *([0-9]+)$ ]]; then
    [ "$($compiler -dumpversion | sed 's/\..*//')" -ge "${BASH_REMATCH[1]}" ] ||
        { echo "ok $name # SKIP needs $require"; exit 77; }
elif [ -n "$require" ]; then
    broken "unknown requirement '$require'"
fi
# The program without the plugin must not see the plugin's arguments.
plain_options=$(printf '%s\n' $options | grep -v '^-fplugin\|^-Werror' | tr '\n' ' ')
link_options=
if [ "$action" = run ]; then
    [ -e "$O/librt-sample.a" ] || { echo "ok $name # SKIP no runtime yet"; exit 77; }
    link_options="$O/librt-sample.a ${SANFLAGS-} -lpthread"
fi
# in_turn SETS...: one of them, by the file's name; --all: all.
in_turn()
{
    local turns=("$@")
    if [ -n "$all" ]; then
        (IFS='|'; echo "$*")
    else
        echo "${turns[$(printf %s "$base" | cksum | cut -d ' ' -f 1) % $#]}"
    fi
}

if [ -z "$sets" ]; then
    case $action$further in
    runyes | compileyes) sets=$(in_turn -O0 -O2) ;;
    compile) sets='-O0|-O2' ;;
    run)
        sets='-O0|-O1|-O2|-O3|-Os|-O2 -g'
        [ -n "$all" ] || sets=$(in_turn '-O0|-O2' '-O1|-O3' '-O2 -g|-Os')
        ;;
    esac
fi

result=0
while IFS= read -r -d '|' set; do
    for skip in "${skip_options[@]}"; do
        [ -z "$skip" ] || [[ " $set " != *" $skip "* ]] || continue 2
    done
    if one "$set" >"$work/log" 2>&1; then
        echo "ok $name $(basename "$compiler") $set"
    else
        result=1
        echo "not ok $name $(basename "$compiler") $set"
        sed 's/^/    /' "$work/log"
    fi
done <<<"$sets|"
exit $result

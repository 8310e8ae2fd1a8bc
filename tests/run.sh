#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Run tests, print the output of those that fail, and as the last line
# "N passed, N failed", with ", N skipped" if there were any.
#
#   tests/run.sh [--programs FILE...] [--scripts FILE...] [--suites FILE...]
#
# Programs are cmocka's.  A script or suite prints a line per test:
#   ok NAME | not ok NAME | ok NAME # SKIP why      (or PASS: / FAIL: / SKIP:)
#   # counts that are always shown
# and may exit with 77: skipped as a whole.  Programs and scripts run several
# at a time; a suite runs alone and sees to its own parallelism.  What was skipped
# and what failed is listed once more before the last line.
# Environment: O (build folder), JOBS, TIMEOUT (seconds each).
set -u
cd "$(dirname "$0")/.." || exit 2
O=${O:-build}

# Tests see nothing of the user's settings but what is named here: a home of
# their own, no compiler's variables, no locale, no profiler's settings, and the
# Python that Debian's modules are for.  A proxy is for packages; what tests serve
# on this machine is reached without it.
if [ "${TESTS_ARE_CLEAN:-}" != yes ]; then
    home=$O/tests/home
    rm -rf "$home"
    mkdir -p "$home/bin" && home=$(cd "$home" && pwd) || exit 2
    [ ! -x /usr/bin/python3 ] || ln -s /usr/bin/python3 "$home/bin/python3"
    keep=(TESTS_ARE_CLEAN=yes HOME="$home" PATH="$home/bin:$PATH" LC_ALL=C.UTF-8 PYTHONUNBUFFERED=1)
    for name in TMPDIR O CC CXX SAN SANFLAGS JOBS TIMEOUT CLANG D3 KEEP LEAVING \
        ${!TORTURE_*} ${!BARE_*} ${!COMPILERS*} http_proxy https_proxy HTTP_PROXY HTTPS_PROXY; do
        [ -z "${!name+set}" ] || keep+=("$name=${!name}")
    done
    keep+=(no_proxy="localhost,127.0.0.1,::1${no_proxy:+,$no_proxy}")
    exec env -i "${keep[@]}" "$0" "$@"
fi
JOBS=${JOBS:-$(nproc)}
TIMEOUT=${TIMEOUT:-1200}
out=$O/tests/out
rm -rf "$out"
mkdir -p "$out" || exit 2
export O JOBS TIMEOUT out

# run_one FILE: leaves FILE's output and exit status in $out.
run_one()
{
    local log=$out/${1//\//_}
    local start=$SECONDS
    CMOCKA_MESSAGE_OUTPUT=TAP timeout -k 5 "$TIMEOUT" "$1" >"$log.out" 2>&1 </dev/null
    echo $? >"$log.status"
    echo $((SECONDS - start)) >"$log.seconds"
}
export -f run_one

# list_skips FILE KIND OUTPUT STATUS: prints NAME: WHY of what was skipped.  A
# cmocka program says why in a line "# NAME: WHY" before it skips.
list_skips()
{
    local name
    if [ "$2" = program ]; then
        sed -n 's/^not ok [0-9]* # SKIP //p' "$3" | while read -r name; do
            echo "$1 $name: $(sed -n "s/^# $name: //p" "$3" | grep . || echo 'no reason given')"
        done
        return
    fi
    sed -nE "s/^(not )?ok (.*[^ ]) *# SKIP */\\2: /p; s,^(# )?SKIP:? *,$1: ,p" "$3"
    [ "$4" != 77 ] || grep -qE '^(not )?ok .*# SKIP|^(# )?SKIP' "$3" || echo "$1: $(tail -n 1 "$3")"
}

# list_failures FILE OUTPUT: prints the first failures of FILE, each with what it says of itself.
list_failures()
{
    echo "$1"
    { grep -E -A 4 "^(not ok|FAIL:)|^$1: " "$2" | grep -vE '^(ok|PASS:)|# SKIP' || tail -n 5 "$2"; } |
        cut -c 1-400 | head -n 20 | sed 's/^/    /'
}

# tally FILE KIND: adds up its results, prints them if there are failures.
passed=0 failed=0 skipped=0
tally()
{
    local log=$out/${1//\//_} status ok bad skip
    status=$(cat "$log.status" 2>/dev/null || echo missing)
    # cmocka: "not ok N # SKIP name", and a line "ok - group" for all together.
    skip=$(grep -ciE '^(not )?ok .*# SKIP|^SKIP:' "$log.out")
    if [ "$2" = program ]; then
        ok=$(grep -cE '^ok [0-9]+' "$log.out")
        bad=$(grep -E '^not ok [0-9]+' "$log.out" | grep -vc '# SKIP')
    else
        ok=$(grep -E '^ok |^PASS:' "$log.out" | grep -vc '# SKIP')
        bad=$(grep -E '^not ok |^FAIL:' "$log.out" | grep -vc '# SKIP')
    fi
    case $status in
    0) [ $((ok + bad + skip)) -gt 0 ] || { bad=1; echo "$1: reported nothing" >>"$log.out"; } ;;
    77) skip=$((skip + 1)) ;;
    124 | 137) bad=$((bad + 1)); echo "$1: stopped after $TIMEOUT s" >>"$log.out" ;;
    *) [ "$bad" -gt 0 ] || { bad=1; echo "$1: exit status $status" >>"$log.out"; } ;;
    esac
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
    printf '  TEST    %s: %d passed, %d failed%s, %d s\n' "$1" "$ok" "$bad" \
        "$([ "$skip" = 0 ] || echo ", $skip skipped")" "$(cat "$log.seconds" 2>/dev/null || echo 0)"
    [ "$2" = program ] || sed -n '/^# SKIP/!s/^# /    /p' "$log.out"
    if [ "$bad" -gt 0 ]; then
        sed 's/^/    /' "$log.out" | grep -vE '^    (ok [^#]*$|PASS:|# )' | tail -n 200
        list_failures "$1" "$log.out" >>"$out/failed"
    fi
    list_skips "$1" "$2" "$log.out" "$status" >>"$out/skipped"
}

programs=() scripts=() suites=() list=
for argument; do
    case $argument in
    --programs | --scripts | --suites) list=${argument#--} ;;
    *) [ -n "$list" ] || { echo 'usage: run.sh --programs|--scripts|--suites FILE...' >&2; exit 2; }
        eval "$list+=(\"\$argument\")" ;;
    esac
done

if [ $((${#programs[@]} + ${#scripts[@]})) -gt 0 ]; then
    printf '%s\0' "${programs[@]}" "${scripts[@]}" | xargs -0 -P "$JOBS" -I{} bash -c 'run_one "$1"' _ {}
fi
for test in "${programs[@]}"; do tally "$test" program; done
for test in "${scripts[@]}"; do tally "$test" script; done
for test in "${suites[@]}"; do
    run_one "$test"
    tally "$test" suite
done

if [ -s "$out/skipped" ]; then
    echo 'skipped, and why:'
    sed 's/^/    /' "$out/skipped"
fi
if [ -s "$out/failed" ]; then
    echo 'failed:'
    sed 's/^/    /' "$out/failed"
fi
printf '%d passed, %d failed%s\n' "$passed" "$failed" "$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]

# What has no end, or is no text, is refused where that is seen, not when memory is used up.
. "$TESTS/cli/check_logs.inc"
make_logs
# AddressSanitizer needs terabytes of address space.
[ "${SAN:-0}" = 1 ] || ulimit -v 1000000
bound() {
    echo "\$ ... | algoprof $*"
    timeout 60 "$ALGOPROF" "$@" 2>&1
    echo "= $?"
}
try fit /dev/zero
tr '\0' 7 </dev/zero | bound fit
yes one two three | bound fit | sed '3,21d'
yes '8 9' | bound fit
try suggest /dev/zero
tr '\0' 7 </dev/zero | bound suggest
printf 'prog 11 1.0: 250000 cycles:u: 55aa f+0x2e (/home/x/prog)\n\0' | bound suggest
yes 'prog 11 1.0: 250000 cycles:u: 55aa f+0x2e (/home/x/prog)' | head -n 100000 | bound suggest
try check --bounds /dev/zero old
yes scan | head -n 1000000 >bad.txt
try check --bounds bad.txt old | sed '3,101d'
yes 'scan n' | head -n 1000000 >long.txt
try check --bounds long.txt old
try check --baseline /dev/zero old
{ echo '{ "targets": ['; yes '{ "name": "scan", "fit": { "class": "n" } },'; } | head -c 100M >long.json
try check --baseline long.json old
{ printf a; sleep 0.2; cat /dev/zero; } | bound report -

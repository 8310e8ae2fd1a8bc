# From perf's and gprof's texts to targets; bad input.
. "$TESTS/tool/cli/check_logs.inc"
{
    for k in 1 2 3 4 5 6; do echo "prog 11 1.$k: 250000 cycles:u: 55aa hash::find(int)+0x2e (/home/x/prog)"; done
    for k in 1 2 3; do echo "prog 11 1.$k: 250000 cycles:u: 55aa split+0x2e (/home/x/prog)"; done
    echo "prog 11 2.0: 250000 cycles:u: 55aa memcpy+0x2e (/usr/lib/x86_64-linux-gnu/libc.so.6)"
} >perf.txt
try suggest perf.txt
try suggest --top 1 perf.txt
try suggest --min-share 40 - <perf.txt
try suggest --min-share 90 perf.txt
try suggest nothing.txt
try suggest /dev/null
echo 'no profile' >odd.txt
try suggest odd.txt
try suggest --top 0 perf.txt
try suggest --min-share 101 perf.txt
try suggest perf.txt odd.txt
# A symbol tells the terminal nothing.
printf 'prog 11 1.1: 250000 cycles:u: 55aa f\033]0;x\007\342\200\256g+0x2e (/home/x/prog)\n' >escape.txt
try suggest escape.txt

# Wrong usage: one line that says what exists, exit status 2.
try() {
    echo "\$ algoprof $*"
    "$ALGOPROF" "$@" 2>&1
    echo "= $?"
}
try
try check x.aplog
try frobnicate
try reprot x.aplog
try help nothing
try report
try report --html
try report --frob x.aplog
try report --htlm page.html x.aplog
try report --sort --frob --taget x x.aplog
try report --json --csv x.aplog
try report --estimator petersen x.aplog
try report --cell 3 x.aplog
try report --cell 0 x.aplog
try report --cell 128 x.aplog
try report --cell 8x x.aplog
try dump
try dump a b
try run
try run --sizes 5..3 -- true
try run --sizes 1,2 -- true
try run --sizes 1,x -- true {}
try run --repeat 0 -- true
try run --time soon -- true
try run --budget 101 -- true
try run --frob -- true
try run --size 10,20 -- true
try run --reapet=2 -- true

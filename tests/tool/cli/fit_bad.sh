# Tables that no curve can be told from, and numbers that are none or beyond all
# sense: a refusal with its reason, or one line each that says what is wrong.
try() {
    echo "== $1"
    # shellcheck disable=SC2059 # the table is a format
    printf -- "$2" | "$ALGOPROF" fit 2>&1
    echo "= $?"
}
try 'one point' '10 5\n'
try 'all sizes equal' '100 5\n100 6\n100 7\n100 9\n100 11\n100 5\n'
try 'sizes within a factor of 2' '100 5\n110 6\n120 7\n130 9\n140 11\n150 5\n'
try 'cost 0' '10 0\n20 0\n40 0\n80 0\n160 0\n320 0\n'
try 'cost 0 once' '10 0\n20 20\n40 40\n80 80\n160 160\n320 320\n640 640\n1280 1280\n2560 2560\n'
try 'size 0' '0 5\n0 5\n'
try 'negative' '-10 5\n10 -5\n'
try 'no numbers' 'nan 1\n1 nan\ninf 1\n1 -inf\n1e400 1\n1 -1e400\n1_000 3\n12abc 3\n3 --5\n'
try 'numbers that only C reads' '0x10 5\n16 0x5\n1p4 5\ninfinity 5\n1 nan(1)\n'
try 'sizes of fractions' '.001 1\n.002 2.3\n.003 3.2\n.004 5\n.005 5.1\n.008 9\n'
try 'as large and small as numbers get' \
    '1e308 1e308\n1e300 1e300\n1e-300 1e-300\n1e-200 1e-200\n1 1\n1e100 1e100\n1e200 1e200\n1e250 1e250\n'

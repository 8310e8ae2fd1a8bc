# The order of arguments and the number of threads do not matter.
for i in 1 2 3 4 5 6 7; do
    "$MAKELOG" exact $i build $((i * 10)) 16 >e$i.aplog
    "$MAKELOG" pairs $((i + 20)) 12 $((i * 1000)) $((i * 64)) 8 >p$i.aplog
done
"$MAKELOG" sample 99 >s.aplog
OMP_NUM_THREADS=1 "$ALGOPROF" report --json --estimator all *.aplog >a || exit
OMP_NUM_THREADS=4 "$ALGOPROF" report --json --estimator all s.aplog p[7654321].aplog e*.aplog >b || exit
cmp a b && echo equal

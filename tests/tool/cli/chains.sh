# Chains of recursions: what dump says, and the report of five programs: two
# exponential ones, a sort and a list that are not, and a sort without RMS.
"$MAKELOG" chain 1 >c.aplog
"$ALGOPROF" dump c.aplog | sed '/^  sizes/{/sizes \(64\|1984\)\.\./!d}'
mkdir fib memo sort list blind
id=0
run() {
    id=$((id + 1))
    "$MAKELOG" model $id "$2" "$3" ${4:-} >"$1/$id.aplog"
}
for n in 5 6 8 10 12 14 16 18 20 21; do
    run fib fib $n
    run memo 'memo that never hits' $n
done
for n in 8 16 32 64 128 256 512 1024 2048 4096; do
    run sort 'merge sort' $n
    run list 'list walk' $n
    run blind 'merge sort' $n UNSEEN
done
for program in fib memo sort list blind; do
    "$ALGOPROF" report -v $program
done
"$ALGOPROF" report -v c.aplog
"$ALGOPROF" report -v --estimator all c.aplog | tail -n 3
"$ALGOPROF" report -v --csv --estimator all --cell 64 c.aplog
"$ALGOPROF" report -v --json --estimator all c.aplog | sed -n '/"points"/,/"instances_fit"/p'

# Runs that cannot tell how cost grows: one run, all of one size, all of cost 0, or without input.
for id in 1 2 3 4 5 6; do
    "$MAKELOG" exact $id build 10 8 >same$id.aplog
    "$MAKELOG" curves $id build idle a.c 1 0 $((id * 100)) 0 >free$id.aplog
    "$MAKELOG" curves $id build fill a.c 5 0 none $((id * 100)) >blind$id.aplog
done
for logs in same1 same free blind; do
    "$ALGOPROF" report -v $logs*.aplog 2>&1
    echo "= $?"
done
"$ALGOPROF" check --max-exponent 1.2 blind*.aplog
echo "= $?"

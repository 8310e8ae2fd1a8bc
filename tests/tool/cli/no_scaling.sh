# Runs that cannot tell how cost grows: one run, all of one size, all of cost 0.
for id in 1 2 3 4 5 6; do
    "$MAKELOG" exact $id build 10 8 >same$id.aplog
    "$MAKELOG" curves $id build idle a.c 1 0 $((id * 100)) 0 >free$id.aplog
done
for logs in same1 same free; do
    "$ALGOPROF" report $logs*.aplog 2>&1
    echo "= $?"
done

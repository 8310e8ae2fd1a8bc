# The table, for people, of a fleet whose cost is 4 n (n + 1) of n = size / 8
# instances, that is, about size^2 / 16; and of a target that is hardly known.
for i in 1 2 3 4 5 6 7 8 9; do
    "$MAKELOG" exact $i build $((10 << i)) 8 >$i.aplog
done
"$MAKELOG" sample 99 >s.aplog
"$ALGOPROF" report -v *.aplog

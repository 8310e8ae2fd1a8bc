# Cost is about the square of the size over runs, and linear in each instance.
for i in 1 2 3 4 5 6 7 8 9; do
    "$MAKELOG" exact $i build $((10 << i)) 8 >$i.aplog
done
for view in runs instances both; do
    "$ALGOPROF" report -v --view $view *.aplog
    "$ALGOPROF" report -v --view $view --json *.aplog | grep -E '"(view|alarm)"'
    "$ALGOPROF" report -v --view=$view --csv 9.aplog 1.aplog 3.aplog 5.aplog 7.aplog | cut -d, -f21,22 | tail -n 1
done
"$ALGOPROF" report -v --view sideways *.aplog 2>&1 | head -n 1

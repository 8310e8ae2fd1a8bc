# Sizes in larger cells.
"$MAKELOG" exact 1 build 20 24 >exact.aplog
"$MAKELOG" pairs 5 20 1000 64 8 >mixed.aplog
for cell in 1 8 64; do
    "$ALGOPROF" report --csv --cell $cell *.aplog | cut -d, -f11 | tail -n +2
done

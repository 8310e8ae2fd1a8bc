# All estimators side by side, and each alone.
"$MAKELOG" exact 1 build 20 8 >exact.aplog
"$MAKELOG" pairs 5 20 1000 64 32 >mixed.aplog
"$MAKELOG" pairs 4 3 1000 64 64 >stream.aplog
"$ALGOPROF" report -v --csv --estimator all *.aplog | cut -d, -f7,11,20
for name in streak pair chapman schnabel schumacher chao2 ice jackknife1 jackknife2 inext gee; do
    "$ALGOPROF" report -v --csv --estimator $name *.aplog | cut -d, -f7,11,20,23 | tail -n +2
done
"$ALGOPROF" report -v --estimator all *.aplog | tail -n 5

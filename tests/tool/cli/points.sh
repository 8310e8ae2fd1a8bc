# Points of known answers: exact runs (size n * step, cost step n (n + 1) / 2),
# sampled ones, one that cannot be told.
"$MAKELOG" exact 1 build 20 8 >exact.aplog
"$MAKELOG" killed 2 build 20 8 >killed.aplog
"$MAKELOG" pairs 3 20 1000 64 0 >same.aplog
"$MAKELOG" pairs 4 3 1000 64 64 >stream.aplog
"$MAKELOG" pairs 5 20 1000 64 32 >mixed.aplog
"$MAKELOG" sample 6 >sample.aplog
"$ALGOPROF" report --csv *.aplog | cut -d, -f2-20,23

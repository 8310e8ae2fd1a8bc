# 10^9 and 4 * 10^9 instances in a run, of which 128 were traced: read as fast as
# any log, and the size is no overflow but one with a wide interval.
"$MAKELOG" pairs 1 64 1000000000 64 32 >half.aplog
"$MAKELOG" pairs 2 64 4000000000 64 64 >none.aplog
"$MAKELOG" pairs 3 64 4000000000 64 0 >all.aplog
"$ALGOPROF" report -v --csv half.aplog none.aplog all.aplog | cut -d, -f7,11-16,23 |
    awk -F, -v OFS=, 'NR > 1 { for (i = 2; i < 5; i++) $i = sprintf("%.3g", $i) } 1'
"$ALGOPROF" dump none.aplog | grep '^total'
"$ALGOPROF" report -v --view instances half.aplog none.aplog all.aplog

# Thinned sets: estimates are scaled, and said to be thinned.  Of 40000 bytes
# 625 lines are read, of which about one in eight is kept.
"$MAKELOG" thinned 1 20 40000 3 >t.aplog
"$ALGOPROF" report -v --csv t.aplog | cut -d, -f11,12,20,23
"$ALGOPROF" dump t.aplog | grep -c 'thin 3'
# What would help is space for the log, not a rate.
"$MAKELOG" thinned 1 4 40000 3 >t.aplog
"$ALGOPROF" report -v t.aplog | grep next:
# The first pair alone: it is left out where there are enough others.
"$MAKELOG" thinned 1 20 40000 3 first >t.aplog
"$ALGOPROF" report -v --csv t.aplog | cut -d, -f11,12,20,23
"$MAKELOG" thinned 1 4 40000 3 first >t.aplog
"$ALGOPROF" report -v --csv t.aplog | cut -d, -f11,20,23
# One that is in no pair is left out.
"$MAKELOG" thinned 1 21 40000 3 last >t.aplog
"$ALGOPROF" report -v --csv t.aplog | cut -d, -f11,12,20,23

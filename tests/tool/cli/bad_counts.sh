# Logs with right checksums whose counters, traced instances and sets contradict
# each other are damaged: skipped with what is wrong, and without another log no data.
for what in instances cost thread told more less; do
    "$MAKELOG" contrary 1 $what >$what.aplog
    "$ALGOPROF" report -v $what.aplog 2>&1
    echo "= $?"
done
"$MAKELOG" contrary 2 nothing >good.aplog
"$ALGOPROF" report -v --csv ./*.aplog 2>/dev/null | cut -d, -f7,11,14-16

# Output that cannot be written is not passed over.
"$MAKELOG" exact 1 build 4 8 >a.aplog
for command in 'report a.aplog' 'report --json a.aplog' 'report --csv a.aplog' 'dump a.aplog' \
    'dump --json a.aplog' 'help' '--version' 'report --help'; do
    "$ALGOPROF" $command >/dev/full 2>&1
    "$ALGOPROF" $command 2>&1 >/dev/full | sed 's/.*: //'
    "$ALGOPROF" $command >/dev/full 2>/dev/null
    echo "$command = $?"
done
# No file of the tool's own takes the place of a stream that is closed.
for command in 'report' 'report --json' 'report --html page.html'; do
    "$ALGOPROF" $command a.aplog 2>&1 >&- | sed 's/.*: //'
done
"$ALGOPROF" report - <&- 2>&1
echo "= $?"

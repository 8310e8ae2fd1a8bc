# The fit of plain tables: formats, bad lines, refusals, exit codes.
squares() {
    for n in 10 20 30 50 80 120 200 400 900; do
        echo "$n$1$((n * n * 3 + 17))"
    done
}
squares ' ' >blanks
squares "$(printf '\t')" >tabs
squares ' , ' >commas
{ printf '\357\273\277# sizes of a run\r\n\r\nsize,cost\r\n'; squares , | sed 's/$/ # a comment\r/'; } >spreadsheet
"$ALGOPROF" fit blanks
for table in tabs commas spreadsheet; do
    "$ALGOPROF" fit --json $table >$table.json || echo "exit status $?"
    "$ALGOPROF" fit --json <blanks | cmp - $table.json
done
"$ALGOPROF" fit --json - <blanks | grep -e class -e alternatives -e warnings
echo "== could be several"
"$ALGOPROF" fit <<END
100 105
140 136
196 200
274 260
384 399
538 527
END
echo "== falls"
for n in 10 20 40 80 160 320 640; do echo "$n $((64000 / n))"; done | "$ALGOPROF" fit
echo "== too few"
printf '10 20\n100 200\n' | "$ALGOPROF" fit
echo "exit status $?"
echo "== bad lines"
printf 'n cost\n1 2\n3 x\n4\n1,,2\n-1 2\n5 6 7\n# c\n8 nan\nsize cost\n\0\n' >bad
"$ALGOPROF" fit bad 2>&1
echo "exit status $?"
yes x | head -30 | "$ALGOPROF" fit 2>&1 | tail -n 2
echo "== no data"
"$ALGOPROF" fit /dev/null 2>&1
echo "exit status $?"
"$ALGOPROF" fit nowhere 2>&1
echo "exit status $?"
"$ALGOPROF" fit . 2>&1
echo "exit status $?"
"$ALGOPROF" fit blanks tabs 2>/dev/null
echo "exit status $?"

# Red for alarms, yellow for what is to be watched, green for what is fine; none where nobody looks.
for run in 1 2 3 4 5 6 7 8 9 10 11 12; do
    "$MAKELOG" wide $run 40 >$run.aplog
done
"$ALGOPROF" report -v --color=always . | grep -o "$(printf '\033')\[3[0-9]m" | tr -d '\033[m' | sort -u
"$ALGOPROF" report -v . | grep -c "$(printf '\033')"
NO_COLOR=1 "$ALGOPROF" report -v --color=auto . | grep -c "$(printf '\033')" || true

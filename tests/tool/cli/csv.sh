# Rows of --csv are what docs/reading.md says, field by field.
. "$TESTS/tool/cli/format_logs.inc"
"$ALGOPROF" report --csv *.aplog >all.csv
"$ALGOPROF" report --csv --estimator all --view instances *.aplog >estimators.csv
python3 "$TESTS/tool/cli/csv.py" "$TESTS/../docs" all.csv estimators.csv
# It can refuse: other columns, what is missing, what is of another type.
sed 's/,sampled,/,traced,/' all.csv >1.csv
sed 's/,loop,/,,/' all.csv >2.csv
sed 's/,streak,/,strike,/' all.csv >3.csv
sed '2,$s/,exact,[^,]*,/,exact,m,/' all.csv >4.csv
sed 's/few-pairs/few-peers/' all.csv >5.csv
sed '/^1,/s/$/,/' all.csv >6.csv
sed '/^2,/s/^2,/2.5,/' all.csv >7.csv
python3 "$TESTS/tool/cli/csv.py" "$TESTS/../docs" 1.csv 2.csv 3.csv 4.csv 5.csv 6.csv 7.csv | sed 's/\[.*\]/.../'

// SPDX-License-Identifier: GPL-3.0-or-later
// What is plotted of a function of in-house mode.  A point is a size: all activations that had it.
const FEW_SIZES = 5;        // fewer different sizes tell nothing of growth

const sizeOf = (f) => ({ label: `size n, bytes (${f.metric})`, log: f.log });
const unitOf = (f) => (f.time ? "ns" : "blocks");
const costOf = (f, cost) => `${count(cost)} ${unitOf(f)}`;
const averages = (f) => f.tuples.sum.map((sum, i) => sum / f.tuples.count[i]);

function describeSize(f, i) {
    const t = f.tuples;
    return `Size ${count(t.size[i])} bytes: ${count(t.count[i])} activation${t.count[i] === 1 ? "" : "s"}, ` +
        `${count(t.min[i])} to ${count(t.max[i])} ${unitOf(f)}, ${count(t.sum[i] / t.count[i])} on average, ${count(t.sum[i])} in all`;
}

// Points over sizes, with the curves of their fit, if there is one.
function sizeChart(f, spec) {
    const x = f.tuples.size, curves = spec.fit ? curveGroups(spec.fit, x, f.log) : [];
    return new Chart({ title: spec.title, wide: spec.wide, x: sizeOf(f), y: { label: spec.unit, log: f.log },
        groups: [...curves, ...spec.points.map((points) => ({ kind: "points", x, color: "--points", ...points }))],
        describe: (g, i) => g.kind === "points" ? describeSize(f, i) : "", caption: spec.caption });
}

function worstChart(f) {
    return sizeChart(f, { title: "Worst cost", wide: true, fit: f.fit, unit: `${unitOf(f)} of one activation`,
        points: [{ y: f.tuples.min, label: "lowest", color: "--rival-2" }, { y: f.tuples.max, label: `highest (${f.tuples.size.length} sizes)` }],
        caption: "A point is a size: the highest and the lowest cost of all activations that had it, callees included. " +
            "Solid: the cost function of the highest, with its 95 % band; dashed: others that they do not exclude." });
}

const averageChart = (f) => sizeChart(f, { title: "Average cost", fit: f.average_fit, unit: `${unitOf(f)} of one activation`,
    points: [{ y: averages(f), label: "average" }],
    caption: "The mean cost of the activations of each size. Far below the worst cost: only some inputs are bad." });

const totalChart = (f) => sizeChart(f, { title: "Total cost", fit: f.total_fit, unit: `${unitOf(f)} of all activations`,
    points: [{ y: f.tuples.sum, label: "total" }], caption: "What all activations of a size cost together: where the time of these runs went." });

const varianceChart = (f) => sizeChart(f, { title: "Variance", unit: `variance of the cost, ${unitOf(f)}²`,
    points: [{ y: f.tuples.variance, label: "variance" }],
    caption: "How much activations of one size differ in cost. Where it is high, something other than the size decides." });

const frequencyChart = (f) => sizeChart(f, { title: "Frequency", unit: "activations",
    points: [{ y: f.tuples.count, label: "activations" }], caption: "How many activations had each size." });

// Shares of a list's sum, by half doublings of the size.
function halfDoublings(sizes, weights) {
    const sums = new Map(), x = [], y = [], key = (size) => Math.floor(2 * Math.log2(size));
    sizes.forEach((size, i) => { if (size > 0) sums.set(key(size), (sums.get(key(size)) || 0) + weights[i]); });
    const all = [...sums.values()].reduce((a, b) => a + b, 0), keys = [...sums.keys()].sort((a, b) => a - b);
    for (let k = keys[0]; k <= keys[keys.length - 1] + 1; k++) {
        x.push(2 ** (k / 2));
        y.push(all > 0 ? (100 * (sums.get(k) || 0)) / all : 0);
    }
    return { x, y };
}

// With both metrics their sizes are beside each other.
function functionWorkload(f) {
    const group = (of, weights, label, color) => ({ kind: "steps", label, color, ...halfDoublings(of.tuples.size, weights) });
    const groups = [group(f, f.tuples.count, `activations by ${f.metric}`, "--points"), group(f, f.tuples.sum, "their cost", "--best")];
    if (f.other) groups.push({ ...group(f.other, f.other.tuples.count, `activations by ${f.other.metric}`, "--rival-0"), hidden: true });
    return new Chart({ title: "Workload", x: { label: "size, bytes", log: true }, y: { label: "share, %", log: false }, groups,
        describe: (g, i) => `${g.label}, of ${count(g.x[i])} to ${count(g.x[i] * Math.SQRT2)} bytes: ${g.y[i].toFixed(1)} %`,
        caption: "Which sizes the runs had, and which of them the cost went to. Activations that read nothing are left out." });
}

// The guess ratio rule (McGeoch et al., 2002): over the upper half of the sizes, by their logarithm, the ratio of the
// worst cost to the guess goes on rising, falls, or levels off.
function guessVerdict(sizes, ratios) {
    const known = sizes.map((n, i) => [Math.log(n), Math.log(ratios[i])]).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
    if (known.length < FEW_SIZES) return "too few sizes tell whether the guess is right";
    const middle = (known[0][0] + known[known.length - 1][0]) / 2, upper = known.filter(([x]) => x >= middle);
    if (upper.length < FEW_SIZES || upper[upper.length - 1][0] - upper[0][0] < Math.LN2) return "too few large sizes tell whether the guess is right";
    const mean = (i) => upper.reduce((sum, p) => sum + p[i], 0) / upper.length, [mx, my] = [mean(0), mean(1)];
    const slope = upper.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / upper.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
    return slope > 0.1 ? "grows: the cost grows faster than the guess" : slope < -0.1 ? "falls: the cost grows more slowly" :
        "stabilises: the cost grows as the guess";
}

function guessRatio(f) {
    const x = f.tuples.size, start = costClasses.findIndex(([name]) => f.fit && name === f.fit.class);
    const pick = element("select", { "aria-label": "Guess of the worst cost" }, ...costClasses.map(([name], i) =>
        element("option", { value: i, selected: i === (start < 0 ? 3 : start) }, name)));
    const said = element("span.guess");
    const values = () => {
        const [, power, logs] = costClasses[pick.value];
        const raw = x.map((n, i) => (n > 0 && f.tuples.max[i] > 0
            ? f.tuples.max[i] / (n ** power * Math.log2(Math.max(n, 2)) ** logs) : null));
        const known = raw.filter((v) => v !== null).sort((a, b) => a - b), middle = known[known.length >> 1] || 1;
        const ratios = raw.map((v) => (v === null ? null : v / middle));
        said.textContent = " " + guessVerdict(x, ratios.map((v) => v ?? NaN));
        return ratios;
    };
    const group = { kind: "points", x, y: values(), color: "--points", label: "highest" };
    const chart = new Chart({ title: "Guess ratio", extra: element("span", null, element("label", null, "worst cost over ", pick), said),
        x: { ...sizeOf(f), log: true }, y: { label: "cost / guess", log: true, pad: 0.2 }, groups: [group],
        describe: (g, i) => describeSize(f, i),
        caption: "The highest cost of each size divided by a guessed function, 1 in the middle. Where it levels off the guess is right." });
    pick.addEventListener("change", () => { group.y = values(); chart.draw(); });
    return chart;
}

function functionCharts(f, log) {
    const shown = { ...f, log }, t = f.tuples, list = [worstChart(shown)];
    const several = t.count.some((n) => n > 1);
    if (several) list.push(averageChart(shown));
    if (several && t.variance.some((v) => v > 0)) list.push(varianceChart(shown));
    list.push(frequencyChart(shown), totalChart(shown));
    if (t.size.some((n) => n > 0)) list.push(functionWorkload(shown), guessRatio(shown));
    return list;
}

// ---- over all functions

// Functions sorted by a value: how many percent of them have at least so much.
function atLeast(list, value, label, color) {
    const sorted = list.filter((f) => value(f) !== null).sort((a, b) => value(b) - value(a));
    return { kind: "points", label, color, of: sorted, x: sorted.map((f, i) => (100 * (i + 1)) / sorted.length), y: sorted.map(value) };
}

function curveChart(title, unit, log, groups, word, caption) {
    const found = groups.filter((g) => g.x.length);
    return new Chart({ title, x: { label: "% of the functions have at least that", log: false }, y: { label: unit, log, pad: 0.1 }, groups: found,
        describe: (g, i) => `${g.x[i].toFixed(1)} % of the functions have at least ${count(g.y[i])} ${word}: ${g.of[i].name}`, caption });
}

const inducedShare = (f, part) => (f.by_threads + f.by_kernel > 0 ? (100 * f[part]) / (f.by_threads + f.by_kernel) : null);

// Curves as in Coppa et al., 2012 and 2013.
function richnessCharts() {
    const by = (metric) => data.functions.filter((f) => f.metric === metric), trms = by("trms");
    const list = [curveChart("Sizes of a function", "different sizes", true,
        [atLeast(by("rms"), (f) => f.sizes, "by rms", "--points"), atLeast(trms, (f) => f.sizes, "by trms", "--best")], "different sizes",
        "Functions with few sizes tell nothing about growth; runs on other inputs give them more.")];
    if (!trms.length) return list;
    list.push(curveChart("Richness of profiles", "sizes by trms / sizes by rms", true,
        [atLeast(trms, (f) => 1 + f.richness, "trms over rms", "--best")], "times as many sizes by trms as by rms",
        "Above 1 input from threads and the kernel tells sizes apart that are one by rms; below 1 it makes different ones equal."));
    list.push(curveChart("Input from threads and the kernel", "%", false,
        [atLeast(trms, (f) => 100 * f.volume, "input that rms does not know", "--best"),
            atLeast(trms, (f) => inducedShare(f, "by_threads"), "from threads, of these two", "--points"),
            atLeast(trms, (f) => inducedShare(f, "by_kernel"), "from the kernel, of these two", "--rival-0")], "%",
        "Shares of the input of each function's activations. Functions without such input are in the first curve only."));
    return list;
}

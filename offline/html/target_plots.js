// SPDX-License-Identifier: GPL-3.0-or-later
// What is plotted of a target.
const RIVALS = 3;

const ratio = (list) => {
    const known = list.filter((v) => v > 0);
    return known.length ? known.reduce((a, b) => Math.max(a, b)) / known.reduce((a, b) => Math.min(a, b)) : 1;
};

// Sizes of runs in bytes read, as they were fitted.
const byteSizes = (t) => t.points.fitted.map((size, i) => (size === null ? t.points.size[i] : size));

// Sizes of runs that their costs are fitted against.
function runSizes(t) {
    if (isTold(t)) return t.points.told;
    if (usesRms(t.fit)) return t.points.rms;
    return byteSizes(t);
}

// What is fitted against them.
const runCosts = (t) => (isTold(t) && t.points.calls) || t.points.cost;

// Sizes that work is fitted against; of a recursion the bytes that it read.
const workSizes = (t) => t.by.work === "user_work_fit" ? t.points.told : t.kind === "recursion" ? t.points.rms : byteSizes(t);

// Single instances, with work in place of cost where that decides.
const instanceRows = (t) => t.decides === "instances_work_fit" ? t.instance_work_rows :
    t.by.instances === "user_instances_fit" ? t.instance_told_rows : t.instance_rows;

const decidingSizes = (t) => t.decides === t.by.work ? workSizes(t) : t.decides === t.by.runs ? runSizes(t) : instanceRows(t).size;

function describeRun(t, i) {
    const p = t.points, label = p.label[i] ? ` “${p.label[i]}”` : "";
    const interval = p.exact[i] ? "exact" : p.low[i] === null ? "no interval" : `${count(p.low[i])} to ${count(p.high[i])}`;
    return `${label ? label.trim() + ", s" : "S"}ize ${count(p.size[i])} (${interval}), cost ${count(p.cost[i])}, ` +
        `${count(p.instances[i])} instances, ${count(p.sampled[i])} traced: ${data.log_list[p.log[i]].log}, run ${p.run[i]}`;
}

// The 95 % band of the best curve, as factors: its height is known to sigma / sqrt (rows), its slope by the
// exponent's interval.
function band(fit, xs, middle) {
    if (fit.exponent_low === null || fit.exponent_high === null || fit.sigma === null || !(fit.rows > 1)) return null;
    const slope = (fit.exponent_high - fit.exponent_low) / 2, place = (2 * fit.sigma) / Math.sqrt(fit.rows);
    return xs.map((n) => Math.exp(Math.min(20, Math.hypot(place, slope * Math.log(n / middle)))));
}

// Beside a point: what the program called the run, or its size.
const runNames = (t, sizes) => sizes.map((size, i) => t.points.label[i] || count(size));

// Curves as lines of 160 points over the sizes, and a third beyond.
function curveGroups(fit, sizes, log) {
    const known = sizes.filter((v) => v > 0);
    if (!known.length) return [];
    const low = known.reduce((a, b) => Math.min(a, b)), high = 1.35 * known.reduce((a, b) => Math.max(a, b));
    const xs = Array.from({ length: 160 }, (_, i) => log ? low * (high / low) ** (i / 159) : low + ((high - low) * i) / 159);
    const middle = Math.exp(known.reduce((sum, n) => sum + Math.log(n), 0) / known.length);
    return fit.curves.slice(0, RIVALS + 1).map((curve, i) => ({ kind: "line", x: xs, y: xs.map((n) => predict(curve, n)),
        band: i === 0 ? band(fit, xs, middle) : null,
        color: i ? `--rival-${i - 1}` : "--best", dashed: i > 0, label: className(curve.class, curve.power) + (i ? "" : " (best)") }));
}

function mainChart(t, log, wide) {
    const x = runSizes(t), bare = isTold(t) || usesRms(t.fit);
    const points = { kind: "points", label: `runs (${t.runs})`, color: "--points", x, y: runCosts(t), names: runNames(t, x),
        low: bare ? null : t.points.low, high: bare ? null : t.points.high };
    return new Chart({ title: "Cost against size, run by run", wide, x: { label: `size n, ${sizeUnit(t)}`, log },
        y: { label: costUnit(t), log }, groups: [...curveGroups(t.runFit, x, log), points],
        describe: (g, i) => describeRun(t, i),
        caption: (isTold(t) ? `A point is a run, and its exact cost; n is ${toldSource(t)}. `
            : "A point is a run: its size merged over all instances, with its 95 % interval, and its exact cost. ") +
            "Solid: the best cost function, with its 95 % band; dashed: others that the runs do not exclude. Drag to zoom, double-click for all." });
}

// Bytes accessed, run by run; of a recursion against the bytes that it read.
function workChart(t, log, wide) {
    const p = t.points, x = workSizes(t);
    return new Chart({ title: "Work against size, run by run", wide,
        x: { label: t.by.work === "user_work_fit" ? `size n, ${sizeUnit(t)}` : "size n, bytes", log }, y: { label: "bytes accessed", log },
        groups: [...curveGroups(t.workFit, x, log), { kind: "points", label: `runs (${t.runs})`, color: "--points", x, y: p.work, names: runNames(t, x) }],
        describe: (g, i) => `${count(p.work[i])} bytes accessed (${count(p.work_low[i])} to ${count(p.work_high[i])}); ${describeRun(t, i)}`,
        caption: "What a run accessed, each time it did, with inner loops and functions called: estimated from its traced instances." });
}

function residualChart(t) {
    const x = runSizes(t), cost = runCosts(t), best = t.runFit.curves[0];
    const y = x.map((n, i) => (n > 0 && cost[i] > 0 ? cost[i] / predict(best, n) : null));
    const known = x.filter((n) => n > 0), ends = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))];
    return new Chart({ title: "Residuals", x: { label: `size n, ${sizeUnit(t)}`, log: true },
        y: { label: "cost / predicted", log: true, pad: 0.05 },
        groups: [{ kind: "line", x: ends, y: [1, 1], color: "--best", label: "as predicted", inside: true },
            { kind: "points", x, y, color: "--points", label: "runs" }],
        describe: (g, i) => `${y[i] ? y[i].toFixed(3) : "?"} of the prediction; ${describeRun(t, i)}`,
        caption: `Cost over that of ${t.runFit.formula}. A trend or a bend says that this is not the whole truth.` });
}

function guessChart(t) {
    const x = runSizes(t), cost = runCosts(t);
    const start = costClasses.findIndex(([name]) => name === t.runFit.class);
    const pick = element("select", { "aria-label": "Guess" }, ...costClasses.map(([name], i) =>
        element("option", { value: i, selected: i === (start < 0 ? 3 : start) }, name)));
    const values = () => {
        const [, power, logs] = costClasses[pick.value];
        const raw = x.map((n, i) => (n > 0 && cost[i] > 0
            ? cost[i] / (n ** power * Math.log2(Math.max(n, 2)) ** logs) : null));
        const known = raw.filter((v) => v !== null).sort((a, b) => a - b), middle = known[known.length >> 1] || 1;
        return raw.map((v) => (v === null ? null : v / middle));
    };
    const group = { kind: "points", x, y: values(), color: "--points", label: "runs" };
    const chart = new Chart({ title: "Guess ratio", extra: element("label", null, "cost over ", pick),
        x: { label: `size n, ${sizeUnit(t)}`, log: true }, y: { label: "cost / guess", log: true, pad: 0.2 }, groups: [group],
        describe: (g, i) => describeRun(t, i),
        caption: "Cost divided by a guessed function, 1 in the middle. Where it levels off the guess is right; where it " +
            "goes on rising cost grows faster than the guess, where it falls more slowly." });
    pick.addEventListener("change", () => { group.y = values(); chart.draw(); });
    return chart;
}

function instanceChart(t, log, wide) {
    const work = t.decides === "instances_work_fit", fit = work ? t.instances_work_fit : t.instanceFit;
    const told = !work && t.by.instances === "user_instances_fit";
    const r = instanceRows(t), foreign = usesRms(fit);
    const curves = foreign ? [] : curveGroups(fit, r.size, log);
    const thinned = r.size.length < r.all ? ` ${count(r.size.length)} of ${count(r.all)} different ones are shown.` : "";
    return new Chart({ title: "Single instances", wide,
        x: { label: told ? "size: n, as the program told it" : t.kind === "recursion" && !work ? "size: longest chain below the call" : "size: bytes read first", log },
        y: { label: work ? "bytes accessed" : costUnit(t), log },
        groups: [...curves, { kind: "points", x: r.size, y: r.cost, color: "--points", label: `instances (${r.size.length})` }],
        describe: (g, i) => g.kind === "points" ? `size ${count(r.size[i])}, ${work ? "work" : "cost"} ${count(r.cost[i])}: ${count(r.count[i])} instances` : "",
        caption: `Every traced instance by its own size and ${work ? "work" : "cost"}.${thinned} ` +
            (fit.formula ? `Their cost function: ${fit.formula}, exponent ${exponent(fit)}.` : "") });
}

// How many traced instances (and runs) there are of each size: half doublings.
function workloadChart(t) {
    const bins = (sizes, weights) => {
        const counts = new Map();
        sizes.forEach((size, i) => {
            if (size > 0) counts.set(Math.floor(2 * Math.log2(size)), (counts.get(Math.floor(2 * Math.log2(size))) || 0) +
                (weights ? weights[i] : 1));
        });
        const all = [...counts.values()].reduce((a, b) => a + b, 0);
        const keys = [...counts.keys()].sort((a, b) => a - b), x = [], y = [];
        for (let k = keys[0]; k <= keys[keys.length - 1] + 1; k++) {
            x.push(2 ** (k / 2));
            y.push((100 * (counts.get(k) || 0)) / all);
        }
        return { x, y };
    };
    const group = (label, color, made) => ({ kind: "steps", label, color, ...made });
    return new Chart({ title: "Workload: how often each size occurred", x: { label: "size", log: true },
        y: { label: "share, %", log: false },
        groups: [group("traced instances", "--points", bins(t.instance_rows.size, t.instance_rows.count)),
            group("runs", "--best", bins(t.points.size))],
        describe: (g, i) => `${g.label} of ${count(g.x[i])} to ${count(g.x[i] * Math.SQRT2)}: ${g.y[i].toFixed(1)} %`,
        caption: "Whether sizes in the field are large enough for growth to matter. Sizes of runs are merged over their " +
            "instances; of instances only the traced ones are known." });
}

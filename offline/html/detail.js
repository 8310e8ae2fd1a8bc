// SPDX-License-Identifier: GPL-3.0-or-later
// All about the selected target.
const SHOWN_POINTS = 500;
let shownCharts = [];

// The answer in a sentence or two, by what decides: runs, single instances or work.
function answer(t) {
    const single = t.decides.includes("instances"), fit = t[t.decides], parts = [];
    if (t.decides.startsWith("user")) parts.push(`n is ${toldSource(t)}.`);
    if (single) parts.push("Single instances decide.");
    if (t.decides.endsWith("work_fit")) parts.push("Work decides: bytes accessed, also by inner loops and called functions.");
    if (fit.class === null) {
        parts.push(fit.formula ? `Cost grows in two ways: ${fit.formula}.` : "No cost function can be told yet.");
    } else if (fit.class === "2^n" && fit.base !== null) {
        parts.push(`Cost grows exponentially: one more unit of size multiplies it by ${fit.base.toPrecision(3)}.`);
    } else if (fit.class === "1") {
        parts.push("Cost does not grow with the size of the input.");
    } else {
        const known = decidingSizes(t).filter((n) => n > 0), most = known.reduce((a, b) => Math.max(a, b), 1);
        const times = predict(fit.curves[0], 2 * most) / predict(fit.curves[0], most);
        parts.push(`Cost grows as ${className(fit.class, fit.exponent)} ` +
            `(exponent ${exponent(fit)}): twice the largest size seen would cost ${count(times)} times as much.`);
    }
    if (fit.class !== null && fit.alternatives.length && fit.class !== "n^b")
        parts.push(`The ${single ? "instances" : "runs"} do not exclude ${fit.alternatives.join(" or ")}` +
            (fit.next_size ? `; sizes up to ${count(fit.next_size)} would tell.` : "."));
    const other = single ? t.runFit : t.instanceFit;
    if (other.class !== null && other.class !== fit.class)
        parts.push(`${single ? "Over runs, it grows" : "Single instances grow"} as ${className(other.class, other.exponent)} (exponent ${exponent(other)}).`);
    return parts.join(" ");
}

function warningList(t) {
    const runs = new Map();
    t.points.warnings.forEach((bits) => data.warning_codes.forEach((code, i) => {
        if (bits & (1 << i)) runs.set(code, (runs.get(code) || 0) + 1);
    }));
    const codes = [...new Set([...t.runFit.warnings, ...t.warnings, ...t.instanceFit.warnings])];
    return codes.map((code) => {
        const words = data.words[code] || { meaning: code, advice: "" };
        const single = !t.runFit.warnings.includes(code) && !t.warnings.includes(code) ? " (single instances)" : "";
        const some = runs.has(code) && runs.get(code) < t.runs ? ` (${runs.get(code)} of ${t.runs} runs)` : "";
        return element("li", null, element("strong", null, code), some + single + ": ", ...marked(words.meaning),
            ...(words.advice ? [". ", element("em", null, "What to do: "), ...marked(words.advice)] : []), ".");
    });
}

// Folded: the plot and the source come first.
function remarks(t) {
    const list = warningList(t);
    if (!list.length) return null;
    return element("details.remarks", null, element("summary", null, list.length === 1 ? "1 remark" : `${list.length} remarks`),
        element("ul.warnings", null, ...list));
}

// "n^2 under A → B: exponent 1.98, 120 executions".
function callersGrowth(group) {
    const path = group.callers.map((c) => `${c.name}${c.place ? " at " + c.place : ""}`).reverse().join(" → ");
    const exponent = group.fit.exponent === null ? "" : `exponent ${group.fit.exponent.toFixed(2)}, `;
    return element("span.by-caller", null, element("strong", null, `${group.of === "work" ? "work " : ""}${group.fit.class || "?"}`),
        ` under ${path || "other callers"}: ${exponent}${count(group.instances)} execution${group.instances === 1 ? "" : "s"}`);
}

// Targets that it was seen in, and that were seen in it.
function around(t) {
    const links = (ranks) => ranks.map((rank) => data.targets.find((other) => other.rank === rank)).filter(Boolean)
        .flatMap((other, i) => [i ? ", " : "", element("a", { href: "#target-" + other.rank }, other.name)]);
    const outer = links(t.inside || []), inner = links(t.contains || []);
    const callers = t.callers.flatMap((c, i) => [i ? ", " : "", `${c.name}${c.place ? " at " + c.place : ""} (${count(c.calls)} call${c.calls === 1 ? "" : "s"})`]);
    const blamed = t.by_callers.flatMap((g) => [element("br"), callersGrowth(g)]);
    return [...blamed, ...(callers.length ? [element("br"), "Called by: ", ...callers] : []), ...(outer.length ? [element("br"), "Runs inside: ", ...outer] : []), ...(inner.length ? [element("br"), "Contains: ", ...inner] : [])];
}

function facts(t) {
    const rate = t.rate === "auto" ? "auto (every execution at first, then fewer)" : t.rate === null ? "?" : `1 in ${t.rate}`;
    const traced = t.points.sampled.reduce((a, b) => a + b, 0), exact = t.points.exact.filter(Boolean).length;
    const opaque = t.opaque.slice(0, 8).map((o) => `${o.name} (${count(o.calls)})`).join(", ");
    const list = [["place", `${t.file}:${t.line}`], ["function", t.function], ["kind", t.kind], ["build", t.build || "no build-id"],
        ["runs", `${t.runs}, ${exact} of them exact`], ["instances", `${count(t.instances)}, ${count(traced)} traced`],
        ["rate", rate], ["cost", `${count(t.cost)} ${costUnit(t)}, ${percent(t.cost / allCost)} of all targets'`],
        ["sizes", `${sizeRange(t)} ${sizeUnit(t)}, ${t.runFit.distinct_sizes} different ones`],
        ["cost function", t.runFit.formula || "?"], ["scatter (sigma)", t.runFit.sigma === null ? "?" : t.runFit.sigma.toPrecision(2)],
        ["R²", t.runFit.r2 === null ? "?" : t.runFit.r2.toFixed(4)], ["not traced into", opaque || "nothing"]];
    return element("dl", null, ...list.flatMap(([name, value]) => [element("dt", null, name), element("dd", null, value)]));
}

function sourceView(t) {
    const s = t.source;
    if (!s) return element("p.soft", null, `The source ${t.file} was not found; --source FOLDER says where it is.`);
    const newest = data.log_list.reduce((latest, log) => Math.max(latest, log.start), 0);
    const stale = s.changed > newest ? " It was changed after these runs: lines may have moved." : "";
    return element("div", null, element("p.soft", null, s.path + "." + stale),
        element("pre", { tabindex: "0", "aria-label": "Source of " + t.name }, ...s.lines.map((line, i) =>
            element(s.first + i === t.line ? "span.here" : "span", null, element("i", null, String(s.first + i)), line))));
}

function pointTable(t) {
    const head = ["log", "run", "size", "95 % interval", "cost", "instances", "traced", "warnings"];
    const codes = (bits) => data.warning_codes.filter((code, i) => bits & (1 << i)).join(" ");
    const make = () => {
        const p = t.points, body = element("tbody");
        for (let i = 0; i < Math.min(t.runs, SHOWN_POINTS); i++) {
            const interval = p.exact[i] ? "exact" : p.low[i] === null ? "?" : `${count(p.low[i])}…${count(p.high[i])}`;
            const cells = [data.log_list[p.log[i]].log, String(p.run[i]) + (p.label[i] ? " " + p.label[i] : ""), count(p.size[i]),
                interval, count(p.cost[i]), count(p.instances[i]), count(p.sampled[i]), codes(p.warnings[i])];
            body.append(element("tr", null, ...cells.map((cell) => element("td", null, cell))));
        }
        return element("div.scroll", { tabindex: "0" }, element("table", null, element("thead", null, element("tr", null,
            ...head.map((title) => element("th", { scope: "col", style: "padding: .3rem .6rem" }, title)))), body));
    };
    const more = t.runs > SHOWN_POINTS ? ` (the first ${SHOWN_POINTS}; --csv has all)` : "";
    const box = element("details", null, element("summary", null, `The ${t.runs} runs as a table${more}`));
    box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) box.append(make()); });
    return box;
}

// Plots of what there is: one point has no curve, but it has a place.  What decides comes first.
function makeCharts(t, log) {
    const single = t.decides.includes("instances") && instanceRows(t).size.some((n) => n > 0);
    const work = t.decides === t.by.work;
    const list = single ? [instanceChart(t, log, true), mainChart(t, log, false)] :
        work ? [workChart(t, log, true), mainChart(t, log, false)] : [mainChart(t, log, true)];
    const known = runSizes(t).some((n, i) => n > 0 && runCosts(t)[i] > 0);
    if (known && t.runFit.curves.length) list.push(residualChart(t));
    if (known) list.push(guessChart(t));
    if (!work && t.workFit.class !== null) list.push(workChart(t, log, false));
    if (instanceRows(t).size.some((n) => n > 0)) {
        if (!single) list.push(instanceChart(t, log, false));
        list.push(workloadChart(t));
    }
    return list;
}

function showCharts(t, box, log) {
    shownCharts.forEach((chart) => chart.destroy());
    shownCharts = makeCharts(t, log);
    box.replaceChildren(...shownCharts.map((chart) => chart.figure));
    shownCharts.forEach((chart, i) => (i ? later(() => { if (charts.has(chart)) chart.draw(); }) : chart.draw()));
}

function showDetail(t) {
    const plots = element("div.plots"), log = Math.max(ratio(runSizes(t)), ratio(t.instance_rows.size)) >= 5;
    const choice = (text, value) => element("label", null, element("input", { type: "radio", name: "axes",
        checked: value === log, onchange: () => showCharts(t, plots, value) }), " " + text);
    document.getElementById("detail").replaceChildren(...[
        element("h2", null, t.name + " ", element("span.badge" + (t.alarm ? ".alarm" : ""), null,
            (t.alarm || t.verdict === "watch" ? t.verdict + ", " : "") + "rank " + t.rank), " ",
            element("span.badge." + (t.confidence || "none"), null, "confidence: " + (t.confidence || "none"))),
        element("p.soft.where", null, `${t.file}:${t.line}, ${t.kind}`, ...around(t)),
        element("p.answer", null, answer(t)),
        element("div.toolbar", { role: "radiogroup", "aria-label": "Axes" }, "Axes:", choice("log-log", true), choice("linear", false)),
        plots, element("h3", null, "Source"), sourceView(t), remarks(t), element("h3", null, "Facts"), facts(t), pointTable(t)].filter(Boolean));
    showCharts(t, plots, log);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of in-house mode: a table of all, and what is known of the selected one.
const costOfAll = data.functions.reduce((most, f) => Math.max(most, f.cost), 0);
const functionRows = new Map();
const functionOrder = { column: 0, descending: false };
let selectedFunction = null, functionPlots = [], listedFunctions = [];

// The same function by the other metric.
const pairs = new Map();
for (const f of data.functions) {
    const key = [f.name, f.file, f.line].join("\n");
    f.other = pairs.get(key) || null;
    if (f.other) f.other.other = f;
    pairs.set(key, f);
    f.text = [f.name, f.file, f.metric, f.fit && f.fit.class ? f.fit.class : "none", f.suspect ? "superlinear" : ""].join("\n").toLowerCase();
}

const functionClass = (fit) => (fit && fit.class !== null ? fit.class : "?");
const functionExponent = (f) => (f.fit ? exponent(f.fit) : "?");
const largestSize = (f) => f.tuples.size[f.tuples.size.length - 1];
const sizesOf = (f) => (f.tuples.size.length === 1 ? count(f.tuples.size[0]) : `${count(f.tuples.size[0])}…${count(largestSize(f))}`);

// As those of targets: title, value to sort by, cell; classes of the cell.
const functionColumns = [
    ["rank", (f) => f.rank, (f) => element("span" + (f.suspect ? ".alarm" : ""), { title: f.suspect ? "superlinear, and not for a callee alone" : "" },
        (f.suspect ? "⚠ " : "") + f.rank), "number"],
    ["name", (f) => f.name, (f) => element("a", { href: "#function-" + f.rank, title: f.name }, ...breakable(f.name)), "long"],
    ["place", (f) => f.file + "\n" + String(f.line).padStart(9, "0"), (f) => element("span", null, ...breakable(`${f.file}:${f.line}`, /(?<=[^…]\/)/)), "place"],
    ["metric", (f) => f.metric, (f) => f.metric],
    ["worst cost", (f) => functionClass(f.fit), (f) => (f.fit && f.fit.class !== null ? f.fit.formula : "?"), "formula"],
    ["exponent", (f) => (!f.fit ? null : f.fit.class === "2^n" ? 1e9 : f.fit.exponent), functionExponent, "number"],
    ["average", (f) => functionClass(f.average_fit), (f) => functionClass(f.average_fit), "formula"],
    ["sizes", largestSize, sizesOf, "number"],
    ["activations", (f) => f.activations, (f) => count(f.activations), "number"],
    ["cost", (f) => f.cost, (f) => costOf(f, f.cost), "number"],
    ["share", (f) => f.cost, (f) => percent(f.cost / costOfAll), "number"],
];
const smallestFirst = new Set(["rank", "name", "place", "metric", "worst cost", "average"]);

function functionRow(f) {
    if (!functionRows.has(f))
        functionRows.set(f, element("tr", { onclick: (event) => { if (!event.target.closest("a")) selectFunction(f); } },
            ...functionColumns.map(([title, , cell, style]) => element(`td.${columnClass(title)}` + (style ? "." + style : ""), null, cell(f)))));
    functionRows.get(f).setAttribute("aria-selected", f === selectedFunction);
    return functionRows.get(f);
}

function fillFunctions() {
    const words = document.getElementById("function-filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const only = document.getElementById("superlinear").checked;
    const shown = data.functions.filter((f) => (f.suspect || !only) && words.every((w) => f.text.includes(w)));
    shown.sort(compareBy(functionColumns[functionOrder.column][1], functionOrder.descending));
    listedFunctions = shown;
    const body = document.querySelector("#function-table tbody");
    body.replaceChildren(...shown.slice(0, ROWS_AT_ONCE).map(functionRow));
    later(() => { if (listedFunctions === shown) body.append(...shown.slice(ROWS_AT_ONCE).map(functionRow)); });
    document.querySelectorAll("#function-table th").forEach((th, i) => {
        if (i === functionOrder.column) th.setAttribute("aria-sort", functionOrder.descending ? "descending" : "ascending");
        else th.removeAttribute("aria-sort");
    });
    document.getElementById("functions-shown").textContent = `${shown.length} of ${data.functions.length} shown`;
}

function sortFunctions(i) {
    if (functionOrder.column === i) functionOrder.descending = !functionOrder.descending;
    else Object.assign(functionOrder, { column: i, descending: !smallestFirst.has(functionColumns[i][0]) });
    fillFunctions();
}

function functionAnswer(f) {
    const parts = [], fit = f.fit, average = f.average_fit;
    if (!fit || fit.class === null) {
        parts.push(f.sizes < FEW_SIZES ? `${f.sizes === 1 ? "One size is" : f.sizes + " sizes are"} too few for a cost function; run it on other inputs.`
            : "No cost function can be told.");
    } else if (fit.class === "1") {
        parts.push("The worst cost does not grow with the size of the input.");
    } else {
        const most = largestSize(f), times = predict(fit.curves[0], 2 * most) / predict(fit.curves[0], most);
        parts.push(`The worst cost grows as ${className(fit.class, fit.exponent)} (exponent ${exponent(fit)}): ` +
            `twice the largest size would cost ${count(times)} times as much.`);
    }
    if (fit && average && average.class !== null && average.class !== fit.class)
        parts.push(`On average it is ${average.class} (exponent ${exponent(average)}).`);
    if (f.suspect) parts.push("Its callees alone do not explain that.");
    return parts.join(" ");
}

function functionFacts(f) {
    const induced = (f.by_threads || 0) + (f.by_kernel || 0), total = f.total_fit;
    const list = [["place", `${f.file}:${f.line}`], ["metric", f.metric], ["activations", count(f.activations)],
        ["sizes", `${sizesOf(f)} bytes, ${f.sizes} different ones`], ["cost", `${costOf(f, f.cost)}, callees included`],
        ["own cost", f.own === null ? "?" : `${costOf(f, f.own)}, without callees and loops that are profiled`],
        ["worst cost", f.fit ? f.fit.formula || "?" : "?"], ["average cost", f.average_fit ? f.average_fit.formula || "?" : "?"],
        ["total cost", total ? total.formula || "?" : "?"]];
    if (f.opaque.length)
        list.push(["calls, not profiled", f.opaque.slice(0, 8).map((o) => `${o.name} (${count(o.calls)})`).join(", ") +
            (f.opaque.length > 8 ? ` and ${f.opaque.length - 8} more` : "")]);
    if (f.metric === "trms")
        list.push(["input from threads", induced ? percent(f.by_threads / induced) + " of what others wrote" : "none"],
            ["input from the kernel", induced ? percent(f.by_kernel / induced) + " of what others wrote" : "none"],
            ["input unknown to rms", percent(f.volume)], ["richness", `${f.richness < 0 ? "" : "+"}${(100 * f.richness).toFixed(0)} % sizes against rms`]);
    return element("dl", null, ...list.flatMap(([name, value]) => [element("dt", null, name), element("dd", null, value)]));
}

function functionSource(f) {
    if (f.source === false) return element("p.soft", null, "Only the functions of the first ranks have their source here.");
    return sourceView(f);
}

function showFunctionPlots(f, box, log) {
    functionPlots.forEach((chart) => chart.destroy());
    functionPlots = functionCharts(f, log);
    box.replaceChildren(...functionPlots.map((chart) => chart.figure));
    functionPlots.forEach((chart, i) => (i ? later(() => { if (charts.has(chart)) chart.draw(); }) : chart.draw()));
}

function showFunction(f) {
    const plots = element("div.plots"), log = ratio(f.tuples.size) >= 5;
    const choice = (text, value) => element("label", null, element("input", { type: "radio", name: "function-axes",
        checked: value === log, onchange: () => showFunctionPlots(f, plots, value) }), " " + text);
    const other = f.other ? [", ", element("a", { href: "#function-" + f.other.rank }, "by " + f.other.metric)] : [];
    document.getElementById("function-detail").replaceChildren(
        element("h2", null, f.name + " ", element("span.badge" + (f.suspect ? ".alarm" : ""), null, (f.suspect ? "superlinear, " : "") + "rank " + f.rank)),
        element("p.soft.where", null, `${f.file}:${f.line}, function by ${f.metric}`, ...other),
        element("p.answer", null, functionAnswer(f)),
        element("div.toolbar", { role: "radiogroup", "aria-label": "Axes of the function" }, "Axes:", choice("log-log", true), choice("linear", false)),
        plots, element("h3", null, "Source"), functionSource(f), element("h3", null, "Facts"), functionFacts(f));
    showFunctionPlots(f, plots, log);
}

function selectFunction(f, go) {
    if (location.hash !== "#function-" + f.rank) history.replaceState(null, "", "#function-" + f.rank);
    selectedFunction = f;
    for (const [one, tr] of functionRows) tr.setAttribute("aria-selected", one === f);
    showFunction(f);
    if (go) document.getElementById("function-detail").scrollIntoView({ behavior: "smooth" });
}

function selectFunctionByHash() {
    const rank = Number((location.hash.match(/^#function-(\d+)$/) || [])[1]);
    const f = data.functions.find((one) => one.rank === rank);
    if (f && f !== selectedFunction) selectFunction(f, true);
    return f;
}

function functionTable() {
    return element("div.scroll", { tabindex: "0", role: "region", "aria-labelledby": "functions-title" },
        element("table", { id: "function-table" }, element("thead", null, element("tr", null, ...functionColumns.map(([title, , , style], i) =>
            element(`th.${columnClass(title)}` + (style === "number" ? ".number" : ""), { scope: "col" },
                element("button", { type: "button", onclick: () => sortFunctions(i) }, title))))), element("tbody")));
}

// Shares of all functions' input together.
function inputOfRun() {
    const trms = data.functions.filter((f) => f.metric === "trms"), sum = (value) => trms.reduce((all, f) => all + value(f), 0);
    const input = (f) => f.tuples.size.reduce((all, size, i) => all + size * f.tuples.count[i], 0);
    const threads = sum((f) => f.by_threads), kernel = sum((f) => f.by_kernel), whole = sum(input);
    const known = sum((f) => (f.other ? input(f.other) : 0));
    if (!trms.length || threads + kernel === 0) return null;
    return element("p", null, `Of all that others wrote and functions read, ${percent(threads / (threads + kernel))} is from threads, ` +
        `${percent(kernel / (threads + kernel))} from the kernel; ${percent(1 - known / whole)} of the input is unknown to rms.`);
}

function showFunctions() {
    const box = document.getElementById("functions");
    if (!data.functions.length) return box.remove();
    const suspects = data.functions.filter((f) => f.suspect).length, curves = element("div.plots");
    const filter = element("input", { id: "function-filter", type: "search", placeholder: "name, file, class or metric", autocomplete: "off",
        oninput: fillFunctions });
    box.replaceChildren(...[element("h2", { id: "functions-title" }, "Functions of in-house runs"),
        element("p", null, `${data.functions.length} profiles, ${suspects} of them superlinear, and not for a callee alone.` +
            (data.functions_lost ? ` ${count(data.functions_lost)} activations are in no profile (no memory, or too deep).` : "")),
        inputOfRun(),
        element("div.toolbar", null, element("label", null, "Search ", filter), element("label", null,
            element("input", { id: "superlinear", type: "checkbox", onchange: fillFunctions }), " superlinear only"),
            element("span", { id: "functions-shown", role: "status" })),
        functionTable(), element("section", { id: "function-detail", tabindex: "-1", "aria-label": "Selected function" }),
        element("h2", null, "All functions"), curves,
        element("p.soft", null, "Sizes are bytes of cells whose first access in an activation is a read; cost is basic blocks or CPU time, callees included.")].filter(Boolean));
    fillFunctions();
    if (!selectFunctionByHash()) {
        selectedFunction = data.functions[0];
        fillFunctions();
        showFunction(selectedFunction);
    }
    const all = richnessCharts();
    curves.replaceChildren(...all.map((chart) => chart.figure));
    all.forEach((chart) => later(() => chart.draw()));
    addEventListener("hashchange", selectFunctionByHash);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, words and elements.
const data = JSON.parse(document.getElementById("data").textContent);

// Columns of points that the report wrote in short: the same value for all, or the sizes' values.
for (const { points, runs } of data.targets)
    for (const [name, { all, as }] of Object.entries(points))
        if (!Array.isArray(points[name])) points[name] = as ? points[as] : Array(runs).fill(all);

// The fits that count: against the bytes read, or against the program's own n where that is the better determined.
for (const t of data.targets) [t.runFit, t.instanceFit, t.workFit] = [t[t.by.runs], t[t.by.instances], t[t.by.work]];
const isTold = (target) => target.by.runs === "user_fit";
const toldSource = (target) => ({ command: "the size that the command was given",
    input: "how many bytes the process read from files and pipes" }[target.user_size_by] || "what the program told (algoprof_size)");

// What the first screen does not show is drawn when the page has been loaded, or when somebody does something.
let waiting = [];       // null: all is drawn
const later = (run) => (waiting ? waiting.push(run) : run());
function finish() {
    const list = waiting || [];
    waiting = null;
    for (const run of list) run();
    if (list.length) performance.mark("all-drawn");
}

// 12345, then 123k, 1.23M, 4.56G ...: as the text report writes counts.
function count(value) {
    if (value === null || value === undefined || Number.isNaN(value)) return "?";
    if (Math.abs(value) < 1 && value !== 0) return String(Number(value.toPrecision(3)));
    if (Math.abs(value) < 99999.5) return String(Math.abs(value) < 100 ? Number(value.toPrecision(3)) : Math.round(value));
    const units = "kMGTPE";
    let unit = -1;
    while (Math.abs(value) >= 999.5 && unit < units.length - 1) {
        value /= 1000;
        unit++;
    }
    return value >= 9999 ? value.toExponential(2) : Number(value.toPrecision(3)) + units[unit];
}

// Short, for axes.
function tick(value) {
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size < 0.001 || size >= 1e15) return value.toExponential(0);
    const units = ["", "k", "M", "G", "T"];
    const unit = size < 1000 ? 0 : Math.floor(Math.log10(size * 1.0000001) / 3);
    return Number((value / 1000 ** unit).toPrecision(4)) + units[unit];
}

function percent(share) {
    if (!(share > 0)) return "0 %";
    return share < 0.001 ? "<0.1 %" : (100 * share).toFixed(share < 0.1 ? 1 : 0) + " %";
}

// "n^2"; of a power function with its exponent.
const className = (name, power) => (name === "n^b" ? "n^" + power.toFixed(2) : name);

// As in the text report (report/out.c): of an uneven interval the middle, where it is short, or else the ends.
function interval({ exponent, exponent_low: low, exponent_high: high }) {
    const below = exponent - low, above = high - exponent, longer = Math.max(below, above), half = ((high - low) / 2).toFixed(2);
    if (longer < 2 * Math.min(below, above) || longer < 0.05) return exponent.toFixed(2) + " ± " + half;
    return longer < 0.1 ? ((low + high) / 2).toFixed(2) + " ± " + half : low.toFixed(2) + "…" + high.toFixed(2);
}

function exponent(fit) {
    if (fit.class === "2^n" && fit.base !== null) {
        const known = fit.base_low !== null && fit.base_high !== null;
        return "base " + fit.base.toPrecision(3) + (known ? " ± " + ((fit.base_high - fit.base_low) / 2).toPrecision(1) : "");
    }
    if (fit.exponent === null) return "?";
    if (fit.exponent_low === null || fit.exponent_high === null) return fit.exponent.toFixed(2);
    return interval(fit);
}

// tag.class names, attributes, children (strings become text: nothing is parsed as HTML).
function element(tag, attributes, ...children) {
    const [name, ...classes] = tag.split(".");
    const node = document.createElement(name);
    if (classes.length) node.className = classes.join(" ");
    for (const [key, value] of Object.entries(attributes || {})) {
        if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
        else if (value === true) node.setAttribute(key, "");
        else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
}

// A name that may be broken behind : and _, or text that may be broken elsewhere.
const breakable = (text, where = /(?<=[:_])/) => text.split(where).flatMap((part, i) => (i ? [document.createElement("wbr"), part] : [part]));

// Text in which `code` is marked.
function marked(text) {
    return text.split("`").map((part, i) => (i % 2 ? element("code", null, part) : part));
}

// What a curve of the fit predicts for size n.
function predict(curve, size) {
    const n = size < curve.from ? size : size - curve.besides;
    if (n <= 0) return curve.constant;
    const log2 = Math.log2(Math.max(n / curve.unit, 2));
    return Math.exp(curve.ln_factor + curve.power * Math.log(n) + curve.logs * Math.log(log2) +
        curve.rate * n) + curve.constant;
}

function sizeUnit(target) {
    if (isTold(target)) return { command: "that the command was given", input: "bytes that the process read" }[target.user_size_by] || "as the program told it";
    if (usesRms(target.runFit)) return "bytes read";
    if (target.kind === "recursion") return "calls in the longest chain";
    return data.cell === 1 ? "bytes" : `cells of ${data.cell} bytes`;
}

const costUnit = (target) => (target.kind === "recursion" ? "calls" : "iterations");

// Of some recursions n is the memory read, not the chain (docs/warnings.md).
const usesRms = (fit) => fit.warnings.includes("balanced") && fit.class !== null;

function date(seconds) {
    return seconds ? new Date(1000 * seconds).toISOString().replace("T", " ").slice(0, 16) + " UTC" : "?";
}

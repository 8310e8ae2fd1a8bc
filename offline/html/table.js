// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all targets.
const allCost = data.targets.reduce((sum, t) => sum + (t.cost || 0), 0);
const confidences = ["none", "low", "medium", "high"];

for (const t of data.targets) {
    const sizes = (isTold(t) ? t.points.told : t.points.size).filter((size) => size !== null);
    t.least = sizes.length ? sizes.reduce((a, b) => Math.min(a, b)) : null;
    t.most = sizes.length ? sizes.reduce((a, b) => Math.max(a, b)) : null;
    t.shown = t[t.decides];
    t.text = [t.name, t.function, t.file, t.kind, t.shown.class || "none", ...t.warnings, ...t.shown.warnings]
        .join("\n").toLowerCase();
}

function sizeRange(t) {
    if (t.least === null) return "?";
    return t.least === t.most ? count(t.least) : count(t.least) + "…" + count(t.most);
}

// A long path as "…/inlines.c", with as many folders as distinguish it from the other files.
const shortPaths = new Map(data.targets.map((t) => [t.file, t.file]));
for (const file of shortPaths.keys()) {
    const parts = file.split("/"), tail = (path, n) => path.split("/").slice(-n).join("/");
    let n = 1;
    while (n < parts.length && [...shortPaths.keys()].some((other) => other !== file && tail(other, n) === tail(file, n))) n++;
    if (file.length > 24 && n < parts.length) shortPaths.set(file, "…/" + tail(file, n));
}
const place = (t) => `${shortPaths.get(t.file)}:${t.line}`;

// title, value to sort by, cell; classes of the cell.
const columns = [
    ["rank", (t) => t.rank, (t) => element("span" + (t.alarm ? ".alarm" : ""), { title: t.verdict },
        (t.alarm ? "⚠ " : t.verdict === "watch" ? "~ " : "") + t.rank), "number"],
    ["name", (t) => t.name, (t) => element("a", { href: "#target-" + t.rank, title: t.name }, ...breakable(t.name)), "long"],
    ["place", (t) => t.file + "\n" + String(t.line).padStart(9, "0"), (t) => element("span", { title: `${t.file}:${t.line}` }, ...breakable(place(t), /(?<=[^…]\/)/)), "place"],
    ["cost function", (t) => t.shown.class || "", (t) => t.shown.class === null ? "?" : t.shown.formula, "formula"],
    ["exponent", (t) => t.shown.class === "2^n" ? 1e9 : t.shown.exponent, (t) => exponent(t.shown), "number"],
    ["sizes", (t) => t.most, sizeRange, "number"],
    ["runs", (t) => t.runs, (t) => String(t.runs), "number"],
    ["instances", (t) => t.instances, (t) => count(t.instances), "number"],
    ["cost", (t) => t.cost, (t) => count(t.cost), "number"],
    ["share", (t) => t.cost, (t) => percent(t.cost / allCost), "number"],
    ["confidence", (t) => confidences.indexOf(t.confidence || "none"), (t) => t.confidence || "none"],
];
const columnClass = (title) => "column-" + title.replace(" ", "-");
const largestFirst = new Set(["exponent", "sizes", "runs", "instances", "cost", "share", "confidence"]);
const order = { column: 0, descending: false };
let selected = null;

function compareBy(value, descending) {
    return (a, b) => {
        const x = value(a), y = value(b);
        if (x === y) return a.rank - b.rank;
        if (x === null) return 1;       // the unknown comes last either way
        if (y === null) return -1;
        return (x < y ? -1 : 1) * (descending ? -1 : 1);
    };
}

function sortBy(i) {
    if (order.column === i) order.descending = !order.descending;
    else Object.assign(order, { column: i, descending: largestFirst.has(columns[i][0]) });
    fillTable();
}

function makeHead() {
    const head = document.querySelector("#targets thead tr");
    columns.forEach(([title, , , style], i) => {
        head.append(element("th." + columnClass(title) + (style === "number" ? ".number" : ""), { scope: "col" },
            element("button", { type: "button", onclick: () => sortBy(i) }, title)));
    });
}

const ROWS_AT_ONCE = 30;    // more than the table's height shows
const rows = new Map();
let listed = [];        // the targets of the table, in its order

function row(t) {
    if (!rows.has(t)) {
        const cells = columns.map(([title, , cell, style]) =>
            element("td." + columnClass(title) + (style ? "." + style : ""), null, cell(t)));
        rows.set(t, element("tr", { onclick: (event) => { if (!event.target.closest("a")) select(t); } }, ...cells));
    }
    rows.get(t).setAttribute("aria-selected", t === selected);
    return rows.get(t);
}

function fillTable() {
    const words = document.getElementById("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const alarms = document.getElementById("alarms").checked;
    const shown = data.targets.filter((t) => (t.alarm || !alarms) && words.every((w) => t.text.includes(w)));
    shown.sort(compareBy(columns[order.column][1], order.descending));
    listed = shown;
    const body = document.querySelector("#targets tbody");
    body.replaceChildren(...shown.slice(0, ROWS_AT_ONCE).map(row));
    later(() => { if (listed === shown) body.append(...shown.slice(ROWS_AT_ONCE).map(row)); });
    document.querySelectorAll("#targets th").forEach((th, i) => {
        if (i === order.column) th.setAttribute("aria-sort", order.descending ? "descending" : "ascending");
        else th.removeAttribute("aria-sort");
    });
    document.getElementById("shown").textContent = `${shown.length} of ${data.targets.length} shown`;
}

// Arrow keys go to the target before and behind the selected one; / goes to the search, Escape ends it.
function walk(event) {
    const search = document.getElementById("filter"), step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest(".chart[tabindex], pre, select")) return;
    if (event.target === search && event.key === "Escape") {
        search.value = "";
        fillTable();
        search.blur();
    } else if (event.key === "/" && event.target.type !== "search") {
        (data.targets.length ? search : document.getElementById("function-filter")).focus();
    } else if (step && (event.target === search || !event.target.closest("input"))) {
        const next = listed[Math.max(0, Math.min(listed.length - 1, listed.indexOf(selected) + step))];
        if (!next) return;
        select(next);
        rows.get(next).scrollIntoView({ block: "nearest" });
        if (event.target !== search) rows.get(next).querySelector("a").focus({ preventScroll: true });
    } else {
        return;
    }
    event.preventDefault();
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the page together.
function select(t, go) {
    if (location.hash !== "#target-" + t.rank) history.replaceState(null, "", "#target-" + t.rank);
    selected = t;
    markDot();
    for (const [target, tr] of rows) tr.setAttribute("aria-selected", target === t);
    showDetail(t);
    if (go) document.getElementById("detail").scrollIntoView({ behavior: "smooth" });
}

// The program, if all logs are named after one (algoprof.PROGRAM.PID, PROGRAM-SIZE), and the day of the last run.
function showTitle() {
    const stem = (log) => log.replace(/^.*\//, "").replace(/\.aplog.*$/, "").replace(/^algoprof\./, "").replace(/[.-]\d[\d.-]*$/, "");
    const names = [...new Set(data.log_list.map((log) => stem(log.log)))].filter(Boolean);
    const last = data.log_list.reduce((latest, log) => Math.max(latest, log.start), 0);
    const words = [data.program || (names.length === 1 ? names[0] : ""), last ? date(last).slice(0, 10) : ""].filter(Boolean);
    if (!words.length) return;
    document.title = `algoprof: ${words.join(", ")}`;
    document.getElementById("title").replaceChildren("algoprof: ", ...words.flatMap((word, i) => [element("span.whole", null,
        word + (i < words.length - 1 ? "," : "")), " "]));
}

function selectByHash() {
    const rank = Number((location.hash.match(/^#target-(\d+)$/) || [])[1]);
    const t = data.targets.find((target) => target.rank === rank);
    if (t && t !== selected) select(t);
    return t;
}

function logTable() {
    const head = ["log", "run id", "began", "ended", "state", "rate", "budget"];
    const cells = (log) => [log.log, log.id.slice(0, 12), date(log.start), log.end ? date(log.end) : "not normally",
        log.state + (log.forked ? ", forked" : ""), String(log.rate),
        log.budget ? `${log.budget} %${log.budget_enforced ? "" : " (not enforced)"}` : "none"];
    return element("div.scroll", { tabindex: "0" }, element("table", null,
        element("thead", null, element("tr", null, ...head.map((title) =>
            element("th", { scope: "col", style: "padding: .3rem .6rem" }, title)))),
        element("tbody", null, ...data.log_list.slice(0, 1000).map((log) =>
            element("tr", null, ...cells(log).map((cell) => element("td", null, cell)))))));
}

function showLogs() {
    const builds = [...new Set(data.targets.map((t) => t.build || "no build-id"))];
    const box = element("details", null, element("summary", null, `${data.logs} logs`));
    box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) box.append(logTable()); });
    document.getElementById("logs").replaceChildren(element("h2", { id: "logs-title" }, "Logs and builds"),
        element("p", null, `Builds: ${builds.map((b) => b.slice(0, 16)).join(", ")}. Sizes in ` +
            `${data.cell === 1 ? "bytes" : "cells of " + data.cell + " bytes"}, told by the estimator ${data.estimator}.`),
        box, ...(data.skipped.length ? [element("h3", null, "Skipped logs"), element("ul", null,
            ...data.skipped.slice(0, 200).map((s) => element("li", null, `${s.log}: ${s.why}`)))] : []));
}

const alarms = data.targets.filter((t) => t.alarm).length;
document.getElementById("summary").textContent = data.functions.length && !data.targets.length
    ? `${data.functions.length} profiles of functions in ${data.logs} log${data.logs === 1 ? "" : "s"} of in-house runs.` : `${data.targets.length} target${data.targets.length === 1 ? "" : "s"} in ${data.logs} log${data.logs === 1 ? "" : "s"}, ` +
    (alarms ? `${alarms} of them ${alarms === 1 ? "grows" : "grow"} faster than n log n` : "no alarms") +
    (data.skipped.length ? `; ${data.skipped.length} logs skipped` : "") + ".";
showTitle();
if (data.contexts && !data.functions.length && !data.targets.length)
    document.getElementById("summary").textContent = `Calling contexts of ${data.logs} log${data.logs === 1 ? "" : "s"}.`;
if ((data.functions.length || data.contexts) && !data.targets.length)
    for (const part of document.querySelectorAll("section.of-targets")) part.hidden = true;
makeHead();
overviewLegend();
fillTable();
drawOverview();
showFunctions();
showContexts();
showLogs();
document.getElementById("filter").addEventListener("input", fillTable);
document.getElementById("alarms").addEventListener("change", fillTable);
document.addEventListener("keydown", walk);
for (const event of ["keydown", "pointerdown", "beforeprint"]) addEventListener(event, finish, true);
addEventListener("load", () => (window.requestIdleCallback ? requestIdleCallback(finish, { timeout: 300 }) : setTimeout(finish, 50)));
addEventListener("hashchange", selectByHash);
if (!selectByHash() && data.targets.length) select(data.targets[0]);

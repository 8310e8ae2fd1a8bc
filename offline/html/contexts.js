// SPDX-License-Identifier: GPL-3.0-or-later
// Calling contexts: a flame graph (the top above, as deep as there is room), the hot path, a search.
const FLAME_ROW = 19, FLAME_ROWS = 45, LEAST_WIDTH = 0.6, LETTER = 7;
const flame = { root: -1, word: "", hot: new Set(), shown: [] };
const contextKinds = ["", "code without contexts", "inlined", "context unknown"];

// Indices of children by their parent, -1 of the top; the largest first, as they are in the data.
function contextChildren(c) {
    const children = new Map();
    c.parent.forEach((parent, i) => {
        if (!children.has(parent)) children.set(parent, []);
        children.get(parent).push(i);
    });
    return children;
}

const contextName = (i) => data.contexts.names[data.contexts.name[i]];
const contextPlace = (i) => (data.contexts.place[i] < 0 ? "" : data.contexts.places[data.contexts.place[i]]);

function contextPath(i) {
    const path = [];
    for (; i >= 0; i = data.contexts.parent[i]) path.unshift(i);
    return path;
}

function describeContext(i) {
    const c = data.contexts, place = contextPlace(i), kind = contextKinds[c.kind[i]];
    const calls = c.kind[i] === 2 ? "" : `${count(c.count[i])} call${c.count[i] === 1 ? "" : "s"}` +
        (c.bound[i] ? ` and ${count(c.bound[i])} more at most` : "") + ", " +
        (c.growth[i] ? `growth ${c.growth[i]}, ` : "");
    return `${contextName(i)}${place ? " called at " + place : ""}${kind ? ` (${kind})` : ""}: ${calls}` +
        `${percent(c.below[i] / c.calls)} of all calls with those below it`;
}

// From the shown root down, always to the child with the most calls below it.
function hotPath() {
    const path = flame.root < 0 ? [] : contextPath(flame.root);
    for (let next = flame.children.get(flame.root); next; next = flame.children.get(next[0])) path.push(next[0]);
    return path;
}

// Boxes: where they begin and how wide they are, as shares of the root.
function flameBoxes() {
    const c = data.contexts, boxes = [];
    const whole = flame.root < 0 ? (flame.children.get(-1) || []).reduce((sum, i) => sum + c.below[i], 0) : c.below[flame.root];
    const place = (list, left, row) => {
        for (const i of list) {
            const width = c.below[i] / whole;
            boxes.push({ i, left, width, row });
            left += width;
        }
    };
    const ways = flame.root < 0 ? [] : contextPath(flame.root);
    ways.forEach((i, row) => boxes.push({ i, left: 0, width: 1, row }));
    const first = boxes.length;
    place(flame.root < 0 ? flame.children.get(-1) || [] : flame.children.get(flame.root) || [], 0, ways.length);
    for (let k = first; k < boxes.length; k++)
        if (boxes[k].row < ways.length + FLAME_ROWS) place(flame.children.get(boxes[k].i) || [], boxes[k].left, boxes[k].row + 1);
    return boxes;
}

// A name has one colour everywhere.
function flameColour(i) {
    if (data.contexts.kind[i]) return "var(--panel)";
    let hash = 0;
    for (const letter of contextName(i)) hash = (31 * hash + letter.codePointAt(0)) % 997;
    return `hsl(${15 + (hash % 40)} 75% var(--flame-light))`;
}

const isFound = (i) => flame.word !== "" && contextName(i).toLowerCase().includes(flame.word);

// Calls of what is found, with all below: what lies below another that is found counts once.
function foundCalls() {
    const c = data.contexts, inside = [];
    let calls = 0;
    c.parent.forEach((parent, i) => {
        const above = parent >= 0 && inside[parent];
        inside[i] = above || isFound(i);
        if (inside[i] && !above) calls += c.below[i];
    });
    return calls;
}

function tellContext(i) {
    document.getElementById("context-told").textContent = i === null ? "" : describeContext(i);
}

function goToContext(i) {
    flame.root = i;
    flame.hot = new Set();
    drawFlame();
    document.getElementById("context-way").replaceChildren();
}

function flameBox(box, width) {
    const { i } = box, wide = box.width * width;
    const a = d3.select(this).attr("transform", `translate(${box.left * width},${box.row * FLAME_ROW})`).attr("tabindex", 0)
        .attr("role", "button").attr("aria-label", describeContext(i))
        .classed("found", isFound(i)).classed("hot", flame.hot.has(i)).classed("plain", data.contexts.kind[i] > 0)
        .on("click", () => goToContext(i)).on("mouseenter focus", () => tellContext(i)).on("mouseleave blur", () => tellContext(null))
        .on("keydown", () => { if (d3.event.key === "Enter") goToContext(i); });
    a.append("rect").attr("width", Math.max(wide - 0.5, LEAST_WIDTH)).attr("height", FLAME_ROW - 1).style("fill", flameColour(i));
    const letters = Math.floor((wide - 6) / LETTER), name = contextName(i);
    if (letters >= 3) a.append("text").attr("x", 3).attr("y", FLAME_ROW - 6)
        .text(name.length > letters ? name.slice(0, letters - 1) + "…" : name);
}

function drawFlame() {
    const place = document.getElementById("flame"), width = Math.max(place.clientWidth, 260);
    flame.shown = flameBoxes().filter((box) => box.width * width >= LEAST_WIDTH);
    const tall = FLAME_ROW * (1 + flame.shown.reduce((most, box) => Math.max(most, box.row), 0));
    const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${tall}`).attr("width", width).attr("height", tall);
    svg.selectAll("g").data(flame.shown).enter().append("g").attr("class", "context").each(function (box) { flameBox.call(this, box, width); });
    place.replaceChildren(svg.node());
    document.getElementById("context-all").disabled = flame.root < 0;
}

function searchContexts(word) {
    flame.word = word.trim().toLowerCase();
    const calls = flame.word ? foundCalls() : 0;
    document.getElementById("context-found").textContent = !flame.word ? "" :
        calls ? `${percent(calls / data.contexts.calls)} of all calls are of these, or below them` : "no context has it";
    drawFlame();
}

function showHotPath() {
    const path = hotPath();
    flame.hot = new Set(path);
    drawFlame();
    document.getElementById("context-way").replaceChildren(...path.map((i) => element("li", null,
        element("button", { onclick: () => goToContext(i) }, ...breakable(contextName(i))),
        ` ${contextPlace(i)} ${percent(data.contexts.below[i] / data.contexts.calls)}` +
        (data.contexts.growth[i] ? `, growth ${data.contexts.growth[i]}` : ""))));
}

function contextSummary(c) {
    const parts = [`${count(c.calls)} calls in ${count(c.all)} contexts, ` +
        (c.epsilon > 0 ? `each count too low by at most ${percent(c.epsilon)} of them.` : "counted exactly.")];
    if (c.least > 1) parts.push(`Shown are those with at least ${count(c.least)} calls in and below them.`);
    return parts.join(" ");
}

function showContexts() {
    const c = data.contexts;
    if (!c || !c.parent.length) return;
    flame.children = contextChildren(c);
    document.getElementById("contexts").replaceChildren(
        element("h2", { id: "contexts-title" }, "Calling contexts"), element("p", null, contextSummary(c)),
        element("div.toolbar", null,
            element("label", null, "Search ", element("input", { id: "context-filter", type: "search", placeholder: "function",
                autocomplete: "off", oninput: (event) => searchContexts(event.target.value) })),
            element("button", { id: "context-hot", onclick: showHotPath }, "hot path"),
            element("button", { id: "context-all", onclick: () => goToContext(-1), disabled: true }, "all"),
            element("span", { id: "context-found", role: "status" })),
        element("div.chart", { id: "flame" }), element("p.readout", { id: "context-told", role: "status" }),
        element("ol", { id: "context-way" }),
        element("p.soft", null, "A box is a context; it is as wide as the calls in it and below it, and stands below its caller. Click one to see ",
            "what lies below it. Grey: calls that are not counted themselves, or of code without contexts."));
    later(drawFlame);
    let width = innerWidth;
    addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; drawFlame(); } });
}

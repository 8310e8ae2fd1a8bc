// SPDX-License-Identifier: GPL-3.0-or-later
// All targets at once: exponent against share of the cost.  A dot's area is its cost; a click leads to the target.
const SHARE_LEAST = 1e-4, MOST_LABELS = 12;
const verdictColours = { alarm: "--alarm", watch: "--warn-line", fine: "--fine", unknown: "--soft" };

// Where a target stands: those without an exponent below all others, exponentials above.
function height(t, top) {
    if (t.shown.class === "2^n") return top;
    return t.shown.exponent === null ? null : Math.max(-0.5, Math.min(t.shown.exponent, top));
}

function overviewAxes(frame, x, y, width, tall) {
    const shares = [0.0001, 0.001, 0.01, 0.1, 1];
    const bottom = frame.append("g").attr("class", "axis").attr("transform", `translate(0,${tall})`)
        .call(d3.axisBottom(x).tickValues(shares).tickFormat((v) => `${100 * v} %`).tickSizeInner(-tall).tickSizeOuter(0).tickPadding(6));
    bottom.append("text").attr("x", width / 2).attr("y", 36).style("fill", "var(--text)").text("share of the cost of all targets");
    frame.append("g").attr("class", "axis")
        .call(d3.axisLeft(y).ticks(6).tickSizeInner(-width).tickSizeOuter(0).tickPadding(6));
    frame.append("text").attr("transform", `translate(-38,${tall / 2})rotate(-90)`).attr("text-anchor", "middle").text("exponent");
    frame.append("line").attr("class", "bound").attr("x2", width).attr("y1", y(data.alarm_low)).attr("y2", y(data.alarm_low));
    frame.append("text").attr("class", "bound").attr("x", 4).attr("y", y(data.alarm_low) - 4).text(`alarms begin at ${data.alarm_low}`);
}

// Names of alarms, largest first, where there is room.
function overviewLabels(frame, dots, width) {
    const taken = [], meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
    for (const dot of dots.filter(({ t }) => t.alarm).sort((a, b) => a.t.rank - b.t.rank)) {
        const long = 7.5 * dot.t.name.length, right = dot.left + dot.r + 4 + long < width;
        const left = right ? dot.left + dot.r + 4 : dot.left - dot.r - 4 - long;
        const box = [left, dot.top - 9, left + long, dot.top + 7];
        if (taken.length >= MOST_LABELS || left < 0 || taken.some((other) => meet(other, box))) continue;
        taken.push(box);
        frame.append("text").attr("class", "name").attr("x", right ? left : left + long).attr("y", dot.top + 4)
            .attr("text-anchor", right ? "start" : "end").text(dot.t.name);
    }
}

function placeDots(shown, x, y, top, tall) {
    return shown.map((t) => {
        const share = allCost > 0 ? t.cost / allCost : 0, at = height(t, top);
        return { t, left: x(Math.max(share, SHARE_LEAST)), top: at === null ? tall - 8 : y(at), r: 4 + 12 * Math.sqrt(share) };
    }).sort((a, b) => b.r - a.r);
}

function drawOverview() {
    const box = document.getElementById("overview"), outer = Math.max(box.clientWidth, 260), high = outer < 600 ? 240 : 300;
    const margin = { top: 12, right: 14, bottom: 44, left: 48 };
    const width = outer - margin.left - margin.right, tall = high - margin.top - margin.bottom;
    const known = data.targets.map((t) => t.shown.exponent).filter((v) => v !== null);
    const top = Math.max(2.5, 0.3 + Math.min(4, known.reduce((a, b) => Math.max(a, b), 0)));
    const x = d3.scaleLog().domain([SHARE_LEAST * 0.8, 1.3]).range([0, width]);
    const y = d3.scaleLinear().domain([-0.5, top + 0.15]).range([tall, 0]);
    const svg = d3.create("svg").attr("viewBox", `0 0 ${outer} ${high}`).attr("width", outer).attr("height", high);
    const frame = svg.append("g").attr("transform", `translate(${margin.left},${margin.top})`);
    overviewAxes(frame, x, y, width, tall);
    const dots = placeDots(data.targets, x, y, top, tall);
    frame.selectAll("a").data(dots).enter().append("a").attr("href", ({ t }) => "#target-" + t.rank)
        .attr("aria-label", ({ t }) => `${t.name}: ${t.verdict}, exponent ${exponent(t.shown)}`)
        .on("click", ({ t }) => { d3.event.preventDefault(); select(t, true); })
        .append("circle").attr("class", "dot").attr("cx", (d) => d.left).attr("cy", (d) => d.top).attr("r", (d) => d.r)
        .style("--color", ({ t }) => `var(${verdictColours[t.verdict]})`)
        .append("title").text(({ t }) => `${t.name}, ${t.file}:${t.line}\n${t.verdict}, exponent ${exponent(t.shown)}, ` +
            `${percent(t.cost / allCost)} of the cost`);
    overviewLabels(frame, dots, width);
    box.replaceChildren(svg.node());
    markDot();
}

function markDot() {
    d3.selectAll("#overview a").classed("selected", ({ t }) => t === selected);
}

function overviewLegend() {
    const found = Object.keys(verdictColours).map((verdict) => [verdict, data.targets.filter((t) => t.verdict === verdict).length]);
    document.getElementById("verdicts").replaceChildren(...found.filter(([, n]) => n > 0).map(([verdict, n]) =>
        element("span", null, element("span.swatch.dot", { style: `color: var(${verdictColours[verdict]})` }),
            ` ${n} ${verdict === "watch" ? "to watch" : verdict}${verdict === "alarm" && n > 1 ? "s" : ""}`)));
}

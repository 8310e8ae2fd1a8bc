// SPDX-License-Identifier: GPL-3.0-or-later
// A figure with a uPlot chart: points, curves and steps over numeric axes, that
// zooms by mouse, buttons and keys.
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const MANY = 3000;      // points: from here on small, without intervals
const charts = new Set();

// Groups of (x, y) on one ascending x axis, as uPlot wants them.
function align(groups) {
    const total = groups.reduce((sum, g) => sum + g.x.length, 0);
    const owner = new Uint8Array(total), index = new Uint32Array(total), x = new Float64Array(total);
    let at = 0;
    groups.forEach((g, i) => g.x.forEach((value, k) => {
        owner[at] = i;
        index[at] = k;
        x[at++] = value;
    }));
    const sorted = Uint32Array.from(x.keys()).sort((a, b) => x[a] - x[b]);
    const columns = [new Array(total), ...groups.map(() => new Array(total).fill(undefined))];
    const origin = new Array(total);
    sorted.forEach((from, to) => {
        columns[0][to] = x[from];
        columns[owner[from] + 1][to] = groups[owner[from]].y[index[from]];
        origin[to] = [owner[from], index[from]];
    });
    return { columns, origin };
}

// Only what can be drawn: on a logarithmic axis that is what is above 0.
function drawable(group, xLog, yLog) {
    const keep = [];
    group.x.forEach((x, i) => {
        const y = group.y[i];
        if (Number.isFinite(x) && Number.isFinite(y) && (!xLog || x > 0) && (!yLog || y > 0)) keep.push(i);
    });
    const pick = (list) => list && keep.map((i) => list[i]);
    return { ...group, x: pick(group.x), y: pick(group.y), low: pick(group.low), high: pick(group.high),
        from: keep, left: group.x.length - keep.length };
}

function extent(values, log, atLeast) {
    let low = Infinity, high = -Infinity;
    for (const value of values) {
        low = Math.min(low, value);
        high = Math.max(high, value);
    }
    if (low > high) return log ? [1, 10] : [0, 1];
    if (log) {
        const pad = Math.max(0.04 * Math.log(high / low), atLeast || 0.1);
        return [low * Math.exp(-pad), high * Math.exp(pad)];
    }
    const pad = 0.04 * (high - low) || Math.abs(high) * 0.1 || 1;
    return [low >= 0 ? Math.max(0, low - pad) : low - pad, high + pad];
}

// Points as one path; those that fall on one pixel are drawn once.
function pointPath(size) {
    return (u, i) => uPlot.orient(u, i, (series, xs, ys, scaleX, scaleY, toX, toY, left, top, width, height) => {
        const path = new Path2D(), seen = new Set(), px = size * devicePixelRatio;
        for (let k = 0; k < xs.length; k++) {
            if (ys[k] === undefined) continue;
            const x = toX(xs[k], scaleX, width, left), y = toY(ys[k], scaleY, height, top);
            if (x < left - px || x > left + width + px || y < top - px || y > top + height + px) continue;
            const pixel = Math.round(x) * 65536 + Math.round(y);
            if (seen.has(pixel)) continue;
            seen.add(pixel);
            if (size < 4) {
                path.rect(x - px / 2, y - px / 2, px, px);
            } else {
                path.moveTo(x + px / 2, y);
                path.arc(x, y, px / 2, 0, 2 * Math.PI);
            }
        }
        return { stroke: null, fill: path, flags: 0 };
    });
}

// 95 % intervals of sizes, as bars.
function drawIntervals(u, groups) {
    for (const g of groups) {
        if (!g.low || g.hidden || g.x.length > MANY) continue;
        u.ctx.save();
        u.ctx.beginPath();
        u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
        u.ctx.clip();
        u.ctx.beginPath();
        g.x.forEach((x, i) => {
            if (g.low[i] === null || g.high[i] === null || g.low[i] === g.high[i]) return;
            const y = u.valToPos(g.y[i], "y", true), cap = 3 * devicePixelRatio;
            const low = u.valToPos(Math.max(g.low[i], u.scales.x.distr === 3 ? 1e-9 : 0), "x", true);
            const high = u.valToPos(g.high[i], "x", true);
            u.ctx.moveTo(low, y);
            u.ctx.lineTo(high, y);
            for (const end of [low, high]) {
                u.ctx.moveTo(end, y - cap);
                u.ctx.lineTo(end, y + cap);
            }
        });
        u.ctx.strokeStyle = css(g.color);
        u.ctx.globalAlpha = 0.6;
        u.ctx.lineWidth = devicePixelRatio;
        u.ctx.stroke();
        u.ctx.restore();
    }
}

function seriesOf(g) {
    const color = css(g.color), dash = g.dashed ? [7, 5] : undefined;
    if (g.kind === "points")
        return { label: g.label, fill: color + (g.x.length > MANY ? "99" : "cc"), points: { show: false },
            paths: pointPath(g.x.length > MANY ? 2.5 : g.x.length > 300 ? 4 : 7), show: !g.hidden };
    const paths = g.kind === "steps" ? uPlot.paths.stepped({ align: 1 }) : undefined;
    return { label: g.label, stroke: color, width: g.kind === "steps" ? 1.5 : 2, dash, spanGaps: true,
        pxAlign: g.kind === "steps" ? 1 : 0, points: { show: false }, paths, fill: g.kind === "steps" ? color + "44" : undefined, show: !g.hidden };
}

// Marks of a logarithmic axis: 1 to 9 of each decade; over a short range, round steps.
function logSplits(u, i, low, high) {
    const splits = [];
    if (high / low < 6) {
        const raw = (high - low) / 5, unit = 10 ** Math.floor(Math.log10(raw));
        const step = unit * [1, 2, 5, 10].find((m) => m * unit >= raw);
        for (let k = Math.ceil(low / step); k * step <= high; k++) splits.push(Number((k * step).toPrecision(12)));
        return splits;
    }
    for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++)
        for (let m = 1; m < 10; m++) {
            const value = Number(`${m}e${e}`);
            if (value >= low && value <= high) splits.push(value);
        }
    return splits;
}

// Which of them are told: all of a short range, else decades, with 2 and 5 if there is room.
function logLabels(u, splits) {
    const low = splits[0], high = splits[splits.length - 1], decades = Math.log10(high / low);
    const every = Math.ceil(decades / 9);
    return splits.map((v) => {
        const e = Math.floor(Math.log10(v) + 1e-9), m = Math.round(v / 10 ** e);
        const told = decades < 0.8 || (m === 1 ? e % every === 0 : decades < 3 && (m === 2 || m === 5));
        return told ? tick(v) : "";
    });
}

function axis(label, size, log) {
    return { label, stroke: css("--text"), size, labelSize: 22, gap: 4, labelGap: 2,
        font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif",
        grid: { stroke: css("--grid"), width: 1 }, ticks: { stroke: css("--grid"), width: 1 },
        ...(log ? { splits: logSplits, values: logLabels, filter: (u, splits) => splits }
            : { values: (u, splits) => splits.map(tick) }) };
}

class Chart {
    // spec: title, caption, wide, x and y: { label, log }, groups, describe (group, index)
    constructor(spec) {
        this.spec = spec;
        this.box = element("div.chart", { tabindex: "0", role: "application", "aria-label": `${spec.title}. ` +
            "Plus and minus zoom, 0 shows all, arrows move; n and p walk over the points.",
            onkeydown: (event) => this.key(event) });
        this.readout = element("div.readout", { "aria-live": "polite" });
        this.legend = element("div.legend");
        const button = (text, label, run) => element("button", { type: "button", "aria-label": label + ": " + spec.title,
            title: label, onclick: run }, text);
        this.figure = element("figure" + (spec.wide ? ".wide" : ""), null,
            element("div.head", null, element("h3", null, spec.title), spec.extra, this.legend,
                element("span", null, button("+", "Zoom in", () => this.zoom(0.6)), " ",
                    button("−", "Zoom out", () => this.zoom(1 / 0.6)), " ",
                    button("all", "Show all", () => this.showAll()))),
            this.box, this.readout, element("figcaption", null, spec.caption));
        this.at = -1;
        charts.add(this);
    }

    destroy() {
        charts.delete(this);
        if (this.plot) this.plot.destroy();
    }

    // Once the figure has a place, and whenever data, axes, width or colours change.
    draw() {
        const { x, y } = this.spec;
        if (this.plot) this.plot.destroy();
        this.groups = this.spec.groups.map((g) => drawable(g, x.log, y.log));
        this.aligned = align(this.groups);
        const points = this.groups.filter((g) => g.kind !== "line");
        const near = points.some((g) => g.x.length) ? points : this.groups;
        this.view = { x: extent(near.flatMap((g) => [...g.x, ...(g.low || []).filter((v) => v > 0), ...(g.high || [])
            .filter((v) => v > 0)]), x.log, x.pad),
            y: extent([...near, ...this.groups.filter((g) => g.inside)].flatMap((g) => g.y), y.log, y.pad) };
        const scale = (log) => ({ time: false, auto: false, distr: log ? 3 : 1, range: (u, low, high) => [low, high] });
        this.plot = new uPlot({
            width: this.box.clientWidth || 600, height: this.spec.wide ? 360 : 280, legend: { show: false },
            scales: { x: scale(x.log), y: scale(y.log) },
            axes: [axis(x.label, 32, x.log), axis(y.label, 58, y.log)],
            series: [{}, ...this.groups.map(seriesOf)],
            cursor: { drag: { x: true, y: true, uni: 30 }, points: { show: false },
                bind: { dblclick: () => () => this.showAll() } },
            hooks: { setCursor: [(u) => this.hover(u)], draw: [(u) => drawIntervals(u, this.groups)] },
        }, this.aligned.columns, this.box);
        this.showAll();
        this.fillLegend();
    }

    fillLegend() {
        this.legend.replaceChildren(...(this.groups.length < 2 ? [] : this.groups.map((g, i) => {
            const box = element("input", { type: "checkbox", checked: !g.hidden, onchange: (event) => {
                this.spec.groups[i].hidden = g.hidden = !event.target.checked;
                this.plot.setSeries(i + 1, { show: event.target.checked });
            } });
            const look = g.kind === "points" ? ".dot" : g.dashed ? ".dashed" : "";
            return element("label", null, box, " ", element("span.swatch" + look, { style: `color: var(${g.color})` }),
                " " + g.label);
        })));
    }

    setView(x, y) {
        this.plot.batch(() => {
            this.plot.setScale("x", { min: x[0], max: x[1] });
            this.plot.setScale("y", { min: y[0], max: y[1] });
        });
    }

    showAll() {
        this.setView(this.view.x, this.view.y);
    }

    // Scales the visible range about its middle, and moves it by shares of itself.
    zoom(factor, moveX = 0, moveY = 0) {
        const range = (scale, move) => {
            const log = scale.distr === 3, to = log ? Math.log : (v) => v, from = log ? Math.exp : (v) => v;
            const low = to(scale.min), high = to(scale.max);
            const middle = (low + high) / 2 + move * (high - low), half = (factor * (high - low)) / 2;
            return [from(middle - half), from(middle + half)];
        };
        this.setView(range(this.plot.scales.x, moveX), range(this.plot.scales.y, moveY));
    }

    key(event) {
        const moves = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, 0.15], ArrowDown: [0, -0.15] };
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "+" || event.key === "=") this.zoom(0.6);
        else if (event.key === "-") this.zoom(1 / 0.6);
        else if (event.key === "0") this.showAll();
        else if (event.key === "n" || event.key === "p") this.step(event.key === "n" ? 1 : -1);
        else if (moves[event.key]) this.zoom(1, ...moves[event.key]);
        else return;
        event.preventDefault();
    }

    tell(group, index) {
        const g = this.groups[group];
        this.readout.textContent = this.spec.describe(g, g.from[index]) || "";
    }

    step(by) {
        const { origin } = this.aligned;
        for (let i = this.at + by; i >= 0 && i < origin.length; i += by)
            if (this.groups[origin[i][0]].kind !== "line") {
                this.at = i;
                this.tell(...origin[i]);
                this.plot.setCursor({ left: this.plot.valToPos(this.aligned.columns[0][i], "x"),
                    top: this.plot.valToPos(this.aligned.columns[origin[i][0] + 1][i], "y") }, false);
                return;
            }
    }

    // Tells the point nearest to the mouse, if one is near.
    hover(u) {
        const { left, top, idx } = u.cursor, { columns, origin } = this.aligned;
        let best = -1, distance = 30 * 30;
        if (left < 0 || idx === null || idx === undefined) return;
        for (const by of [1, -1])
            for (let i = by > 0 ? idx : idx - 1, steps = 0; i >= 0 && i < origin.length && steps < 4000; i += by, steps++) {
                const dx = u.valToPos(columns[0][i], "x") - left;
                if (Math.abs(dx) > 30) break;
                if (this.groups[origin[i][0]].kind === "line" || this.groups[origin[i][0]].hidden) continue;
                const dy = u.valToPos(columns[origin[i][0] + 1][i], "y") - top;
                if (dx * dx + dy * dy < distance) {
                    distance = dx * dx + dy * dy;
                    best = i;
                }
            }
        if (best >= 0 && best !== this.at) {
            this.at = best;
            this.tell(...origin[best]);
        }
    }
}

const redraw = () => charts.forEach((chart) => chart.draw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
let width = innerWidth, waiting = 0;
addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { if (width !== innerWidth) { width = innerWidth; redraw(); } }, 150);
});

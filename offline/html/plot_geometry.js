// SPDX-License-Identifier: GPL-3.0-or-later
// From numbers to places on the paper: what of a group can be drawn, the range
// that shows it, ticks, and the text of SVG paths.  A scale is one of D3's, in
// pixels of the plot's inside.
const MANY = 3000;      // points: from here on small, without intervals
const FEW = 24;         // points: up to here each has its name beside it
const REACH = 30;       // pixels in which the mouse finds a point

// Only what can be drawn: on a logarithmic axis that is what is above 0.
function drawable(group, xLog, yLog) {
    const keep = [];
    group.x.forEach((x, i) => {
        const y = group.y[i];
        if (Number.isFinite(x) && Number.isFinite(y) && (!xLog || x > 0) && (!yLog || y > 0)) keep.push(i);
    });
    const pick = (list) => list && keep.map((i) => list[i]);
    return { ...group, x: pick(group.x), y: pick(group.y), low: pick(group.low), high: pick(group.high), band: pick(group.band), from: keep };
}

// The least and the greatest of values, and a margin of at least `atLeast` (a share of e on a logarithmic axis).
function extent(values, log, atLeast) {
    let [low, high] = d3.extent(values);
    if (low === undefined) return log ? [1, 10] : [0, 1];
    if (log) {
        const pad = Math.max(0.04 * Math.log(high / low), atLeast || 0.1);
        return [low * Math.exp(-pad), high * Math.exp(pad)];
    }
    const pad = 0.04 * (high - low) || Math.abs(high) * 0.1 || 1;
    return [low >= 0 ? Math.max(0, low - pad) : low - pad, high + pad];
}

// The range that shows all points, with their intervals, or all lines where there are no points.
function fullView(groups, x, y) {
    const points = groups.filter((g) => g.kind !== "line"), near = points.some((g) => g.x.length) ? points : groups;
    const above0 = (list) => (list || []).filter((v) => v > 0);
    return { x: extent(near.flatMap((g) => g.x.concat(above0(g.low), above0(g.high))), x.log, x.pad),
        y: extent([...near, ...groups.filter((g) => g.inside)].flatMap((g) => g.y), y.log, y.pad) };
}

// Ticks of a logarithmic axis: 1 to 9 of each decade; over a short range, round steps.
function logTicks(low, high) {
    if (high / low < 6) return d3.ticks(low, high, 6);
    const values = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++)
        for (let m = 1; m < 10; m++) values.push(Number(`${m}e${e}`));
    return values.filter((v) => v >= low && v <= high);
}

// Those that get a label: as many as stand `gap` pixels apart, round ones first.
function labelled(ticks, scale, gap) {
    const digit = (v) => Math.round(v / 10 ** Math.floor(Math.log10(v) + 1e-9));
    const decades = ticks.filter((v) => digit(v) === 1), sparse = decades.length > 1 ? decades : ticks;
    const choices = [ticks, ticks.filter((v) => [1, 2, 5].includes(digit(v))),
        ...d3.range(1, 20).map((every) => sparse.filter((v, i) => i % every === 0))];
    const fits = (list) => list.length > 1 && d3.pairs(list).every(([a, b]) => Math.abs(scale(b) - scale(a)) >= gap);
    return new Set(choices.find(fits) || ticks.slice(0, 1));
}

// Sets a D3 axis to its ticks; returns those without a label.
function setTicks(axis, log, gap) {
    const scale = axis.scale(), [from, to] = scale.range();
    if (!log) {
        axis.tickValues(scale.ticks(Math.abs(to - from) / gap)).tickFormat(tick);
        return new Set();
    }
    const ticks = logTicks(...scale.domain()), labels = labelled(ticks, scale, gap);
    axis.tickValues(ticks).tickFormat((v) => (labels.has(v) ? tick(v) : ""));
    return new Set(ticks.filter((v) => !labels.has(v)));
}

const px = (v) => v.toFixed(1);

// Points are lines of length 0 with round ends.  Those that fall on one pixel are drawn once.
function dotPath(g, x, y) {
    const seen = new Set(), parts = [], width = x.range()[1], height = y.range()[0], edge = 5;
    for (let i = 0; i < g.x.length; i++) {
        const left = x(g.x[i]), top = y(g.y[i]);
        if (left < -edge || left > width + edge || top < -edge || top > height + edge) continue;
        const pixel = Math.round(left) * 65536 + Math.round(top);
        if (seen.has(pixel)) continue;
        seen.add(pixel);
        parts.push(`M${px(left)},${px(top)}h0`);
    }
    return parts.join("");
}

const linePath = (g, x, y) => (g.x.length ? "M" + g.x.map((v, i) => `${px(x(v))},${px(y(g.y[i]))}`).join("L") : "");

// Each y from its x to the next one, and closed along 0.
function stepPath(g, x, y) {
    if (!g.x.length) return "";
    const base = px(y(0)), ends = g.x.map((v) => px(x(v)));
    return `M${ends[0]},${base}` + g.y.map((v, i) => `V${px(y(v))}` + (i + 1 < ends.length ? `H${ends[i + 1]}` : "")).join("") +
        `V${base}`;
}

// 95 % intervals of sizes, as bars.
function intervalPath(g, x, y) {
    const cap = 3, place = (v) => px(Number.isFinite(x(v)) ? x(v) : -cap);
    return g.x.map((v, i) => {
        if (g.low[i] === null || g.high[i] === null || g.low[i] === g.high[i]) return "";
        const low = place(g.low[i]), high = place(g.high[i]), top = px(y(g.y[i]) - cap);
        return `M${low},${px(y(g.y[i]))}H${high}M${low},${top}v${2 * cap}M${high},${top}v${2 * cap}`;
    }).join("");
}

// Around a curve: a factor above and below it at each x.
function bandPath(g, x, y) {
    if (!g.x.length) return "";
    const edge = (up) => g.x.map((v, i) => `${px(x(v))},${px(Math.max(-1e4, Math.min(1e4, y(up ? g.y[i] * g.band[i] : g.y[i] / g.band[i]))))}`);
    return "M" + edge(true).concat(edge(false).reverse()).join("L") + "Z";
}

const pathOf = { points: dotPath, line: linePath, steps: stepPath };

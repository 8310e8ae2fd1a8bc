// SPDX-License-Identifier: GPL-3.0-or-later
// A figure with a chart, drawn as SVG by D3: points, curves and steps over
// numeric axes, that zooms by mouse, buttons and keys.  Its colours are the
// style's, so that the dark and the printed page need no other drawing.
const MARGIN = { top: 8, right: 14, bottom: 44, left: 62 };
const charts = new Set();

class Chart {
    // spec: title, caption, wide, x and y: { label, log }, groups, describe (group, index)
    constructor(spec) {
        this.spec = spec;
        this.box = element("div.chart", { tabindex: "0", role: "application", style: `min-height: ${this.tall()}px`, "aria-label": `${spec.title}. ` +
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
        charts.add(this);
    }

    destroy() {
        charts.delete(this);
    }

    // Pixels.
    tall() {
        return this.spec.wide ? 360 : 280;
    }

    // Once the figure has a place, and whenever data, axes or width change.
    draw() {
        const { x, y } = this.spec, width = Math.max(this.box.clientWidth || 600, 200), height = this.tall();
        this.width = width - MARGIN.left - MARGIN.right;
        this.height = height - MARGIN.top - MARGIN.bottom;
        this.groups = this.spec.groups.map((g) => drawable(g, x.log, y.log));
        this.all = fullView(this.groups, x, y);
        this.x = (x.log ? d3.scaleLog() : d3.scaleLinear()).range([0, this.width]);
        this.y = (y.log ? d3.scaleLog() : d3.scaleLinear()).range([this.height, 0]);
        this.found = this.order = null;
        const svg = d3.create("svg").attr("viewBox", `0 0 ${width} ${height}`).attr("width", width).attr("height", height)
            .attr("aria-hidden", "true");
        const frame = svg.append("g").attr("transform", `translate(${MARGIN.left},${MARGIN.top})`);
        this.drawAxes(frame);
        this.drawMarks(frame);
        this.box.replaceChildren(svg.node());
        this.showAll();
        this.fillLegend();
    }

    drawAxes(frame) {
        const { x, y } = this.spec;
        this.axes = [
            { axis: d3.axisBottom(this.x).tickSizeInner(-this.height), log: x.log, gap: 48,
                place: frame.append("g").attr("class", "axis").attr("transform", `translate(0,${this.height})`) },
            { axis: d3.axisLeft(this.y).tickSizeInner(-this.width), log: y.log, gap: 22,
                place: frame.append("g").attr("class", "axis") }];
        for (const { axis } of this.axes) axis.tickSizeOuter(0).tickPadding(6);
        const title = frame.append("g").attr("class", "title").attr("text-anchor", "middle");
        title.append("text").attr("x", this.width / 2).attr("y", this.height + 38).text(x.label);
        title.append("text").attr("transform", `translate(-50,${this.height / 2})rotate(-90)`).text(y.label);
    }

    // The inside: an SVG of its own, which cuts off what goes beyond.
    drawMarks(frame) {
        const inside = frame.append("svg").attr("width", this.width).attr("height", this.height);
        const look = (g) => `mark ${g.kind}` + (g.dashed ? " dashed" : "");
        const path = (g, kind) => inside.append("path").attr("class", kind).style("--color", `var(${g.color})`);
        this.bands = this.groups.map((g) => (g.band ? path(g, "band") : null));
        this.names = inside.append("g").attr("class", "names");
        this.marks = this.groups.map((g) => ({ path: path(g, look(g)).style("--size", `${g.x.length > MANY ? 2.5 : g.x.length > 300 ? 4 : 7}px`),
            bars: g.low && g.x.length <= MANY ? path(g, "mark intervals") : null }));
        this.spot = inside.append("circle").attr("class", "spot").attr("r", 7).attr("display", "none");
        // A finger scrolls the page.
        this.brush = d3.brush().extent([[0, 0], [this.width, this.height]]).touchable(false).on("end", () => this.brushed());
        this.brushPlace = inside.append("g").attr("class", "brush").call(this.brush)
            .on("dblclick", () => this.showAll())
            .on("mousemove.found click.found", () => this.hover(...d3.mouse(inside.node())));
    }

    // Draws what is in the view.
    refresh() {
        this.tree = null;
        for (const { axis, log, gap, place } of this.axes) {
            const minor = setTicks(axis, log, gap);
            place.call(axis).selectAll(".tick").classed("minor", (v) => minor.has(v));
        }
        this.groups.forEach((g, i) => {
            const { path, bars } = this.marks[i], shown = g.hidden ? "none" : null;
            path.attr("display", shown).attr("d", g.hidden ? "" : pathOf[g.kind](g, this.x, this.y));
            if (bars) bars.attr("display", shown).attr("d", g.hidden ? "" : intervalPath(g, this.x, this.y));
            if (this.bands[i]) this.bands[i].attr("d", g.hidden ? "" : bandPath(g, this.x, this.y));
        });
        this.nameFew();
        this.placeSpot();
    }

    // A few points have their names beside them, where these fit.
    nameFew() {
        const taken = [], meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3], found = [];
        for (const g of this.groups) {
            if (!g.names || g.hidden || g.x.length > FEW) continue;
            g.x.forEach((x, i) => {
                const name = g.names[g.from[i]], left = this.x(x) + 7, top = this.y(g.y[i]) + 14;
                const box = [left, top - 10, left + 6.6 * name.length, top + 2];
                if (left < 0 || box[2] > this.width || top < 0 || top > this.height || taken.some((other) => meet(other, box))) return;
                taken.push(box);
                found.push({ name, left, top });
            });
        }
        const texts = this.names.selectAll("text").data(found);
        texts.exit().remove();
        texts.enter().append("text").merge(texts).attr("x", (d) => d.left).attr("y", (d) => d.top).text((d) => d.name);
    }

    fillLegend() {
        this.legend.replaceChildren(...(this.groups.length < 2 ? [] : this.groups.map((g, i) => {
            const box = element("input", { type: "checkbox", checked: !g.hidden, onchange: (event) => {
                this.spec.groups[i].hidden = g.hidden = !event.target.checked;
                this.refresh();
            } });
            const look = g.kind === "points" ? ".dot" : g.dashed ? ".dashed" : "";
            return element("label", null, box, " ", element("span.swatch" + look, { style: `color: var(${g.color})` }),
                " " + g.label);
        })));
    }

    setView(x, y) {
        this.x.domain(x);
        this.y.domain(y);
        this.refresh();
    }

    showAll() {
        this.setView(this.all.x, this.all.y);
    }

    // The mouse drew a frame: its inside is the next view.  Of a thin one only the long side counts.
    brushed() {
        const frame = d3.event.selection;
        if (!frame) return;
        const [[left, top], [right, bottom]] = frame, thin = 12;
        this.brushPlace.call(this.brush.move, null);
        const x = right - left < thin ? this.x.domain() : [left, right].map(this.x.invert);
        const y = bottom - top < thin ? this.y.domain() : [bottom, top].map(this.y.invert);
        if (right - left >= thin || bottom - top >= thin) this.setView(x, y);
    }

    // Scales the visible range about its middle, and moves it by shares of itself.
    zoom(factor, moveX = 0, moveY = 0) {
        const range = (scale, move) => {
            const [from, to] = scale.range(), middle = (from + to) / 2 + move * (to - from), half = (factor * (to - from)) / 2;
            return [middle - half, middle + half].map(scale.invert);
        };
        this.setView(range(this.x, moveX), range(this.y, moveY));
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

    // Shows what is known of a point, and marks it.
    show(group, index) {
        const g = this.groups[group];
        this.found = [group, index];
        this.readout.textContent = this.spec.describe(g, g.from[index]) || "";
        this.placeSpot();
    }

    placeSpot() {
        if (!this.found) return;
        const g = this.groups[this.found[0]], i = this.found[1];
        this.spot.attr("display", g.hidden ? "none" : null).attr("cx", this.x(g.x[i])).attr("cy", this.y(g.y[i]))
            .style("--color", `var(${g.color})`);
    }

    // Every point, as [group, index], by its x.
    inOrder() {
        if (!this.order) {
            const x = ([group, i]) => this.groups[group].x[i];
            this.order = this.groups.flatMap((g, group) => (g.kind === "line" ? [] : g.x.map((v, i) => [group, i])))
                .sort((a, b) => x(a) - x(b));
        }
        return this.order;
    }

    step(by) {
        const order = this.inOrder(), at = this.found
            ? order.findIndex(([group, i]) => group === this.found[0] && i === this.found[1]) : -1;
        for (let i = at + by; i >= 0 && i < order.length; i += by)
            if (!this.groups[order[i][0]].hidden) return this.show(...order[i]);
    }

    // Shows the point nearest to the mouse, if one is near.
    hover(left, top) {
        if (!this.tree)
            this.tree = d3.quadtree(this.inOrder().filter(([group]) => !this.groups[group].hidden),
                ([group, i]) => this.x(this.groups[group].x[i]), ([group, i]) => this.y(this.groups[group].y[i]));
        const near = this.tree.find(left, top, REACH);
        if (near && !(this.found && near[0] === this.found[0] && near[1] === this.found[1])) this.show(...near);
    }
}

const redraw = () => {
    drawOverview();
    charts.forEach((chart) => chart.draw());
};
let width = innerWidth, resized = 0;
addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(() => { if (width !== innerWidth) { width = innerWidth; redraw(); } }, 150);
});

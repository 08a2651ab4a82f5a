// SPDX-License-Identifier: MIT OR Apache-2.0
// Numbers, tables and charts.

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const signed = (number, decimals) => (number < 0 ? "−" : "+") + Math.abs(number).toFixed(decimals);
const percent = (share) => `${(100 * share).toFixed(1)} %`;

// Formats milliseconds with a suitable unit.
function duration(ms) {
  if (ms < 999.5) return `${ms.toFixed(ms < 9.95 ? 1 : 0)} ms`;
  const seconds = ms / 1000;
  if (seconds < 100) return `${seconds.toFixed(2)} s`;
  if (seconds < 6000) return `${(seconds / 60).toFixed(1)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

// Formats an estimate with its interval; infinite ends are null.
function elo(estimate) {
  if (!estimate) return "–";
  const [value, low, high] = estimate;
  if (low !== null && high !== null && value !== null) return `${signed(value, 1)} ± ${((high - low) / 2).toFixed(1)}`;
  if (low !== null) return say(`above ${signed(low, 1)}`, `高于 ${signed(low, 1)}`);
  return high !== null ? say(`below ${signed(high, 1)}`, `低于 ${signed(high, 1)}`) : say("unknown", "未知");
}

// Draws a sortable table. Columns are { title, value(row), cell(row), kind }: `value` is the sort key, `cell` the
// content (by default the value), `kind` the class of the cells. Of long tables only the first rows are shown at first.
// On phones each row of a table that `stacks` becomes a card, its cells below each other with their titles.
function table(place, columns, rows, { sorted = null, descending = false, most = 200, stacks = false } = {}) {
  let shown = most;
  const button = (click, text) => html("button", { type: "button", click }, text);
  const headers = columns.map((column, index) =>
    html("th", { class: column.kind ?? "", scope: "col" }, button(() => sortBy(index), column.title)));
  const body = html("tbody");
  const showAll = () => {
    shown = Infinity;
    draw();
  };
  const more = button(showAll, say(`show all ${rows.length}`, `显示全部${rows.length}行`));

  function sortBy(index) {
    descending = sorted === index ? !descending : columns[index].kind === "number";
    sorted = index;
    draw();
  }

  function draw() {
    let order = rows;
    if (sorted !== null) {
      const value = columns[sorted].value;
      const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : (a ?? -Infinity) - (b ?? -Infinity));
      order = [...rows].sort((a, b) => compare(value(a), value(b)) * (descending ? -1 : 1));
      headers.forEach((header, index) => header.setAttribute("aria-sort",
        index !== sorted ? "none" : descending ? "descending" : "ascending"));
    }
    const cell = (column, row) => {
      const title = stacks && { "data-title": column.title };
      return html("td", { class: column.kind ?? "", ...title }, (column.cell ?? column.value)(row) ?? "–");
    };
    const line = (row) => html("tr", {}, ...columns.map((column) => cell(column, row)));
    body.replaceChildren(...order.slice(0, shown).map(line));
    more.hidden = rows.length <= shown;
  }

  draw();
  const head = html("thead", {}, html("tr", {}, ...headers));
  const whole = html("table", { class: stacks ? "stacks" : "" }, head, body);
  place.replaceChildren(html("div", { class: "scroll" }, whole), more);
}

// Draws now, and again whenever the width of the place changes.
const watched = new Map();
const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => redraw(target)));

function redraw(place) {
  const { draw, width } = watched.get(place);
  if (place.clientWidth > 0 && place.clientWidth !== width) {
    watched.set(place, { draw, width: place.clientWidth });
    place.replaceChildren(draw(place.clientWidth));
  }
}

function chart(place, draw) {
  watched.set(place, { draw, width: 0 });
  redraw(place);
  observer.observe(place);
}

// Round numbers that divide the range into about three to seven parts.
function ticks(low, high) {
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const found = [];
  for (let tick = Math.ceil(low / step); tick * step <= high + step / 1e6; tick += 1) found.push(tick * step);
  return found;
}

// A line over the games with an optional band. `points` are { x, y, low, high }; `marks` are labelled heights
// [height, name]; `left` and `right` format the heights at the two edges.
function lineChart(width, { points, range, marks, left, right, height = 240 }) {
  const frame = { left: 48, right: 52, top: 8, bottom: 26 };
  const last = points.at(-1).x;
  const x = (value) => frame.left + (width - frame.left - frame.right) * (last > 0 ? value / last : 0);
  const y = (value) => {
    const inside = Math.min(Math.max(value, range[0]), range[1]);
    return frame.top + (height - frame.top - frame.bottom) * (range[1] - inside) / (range[1] - range[0]);
  };
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, height });
  const rule = (value, style) =>
    drawing.append(svg("path", { d: `M${frame.left} ${y(value)}H${width - frame.right}`, ...style }));
  for (const tick of ticks(...range)) {
    rule(tick, { stroke: "var(--line)" });
    drawing.append(svg("text", { x: frame.left - 8, y: y(tick) + 4, "text-anchor": "end" }, left(tick)));
    if (right) drawing.append(svg("text", { x: width - frame.right + 8, y: y(tick) + 4 }, right(tick)));
  }
  for (const tick of ticks(0, Math.max(last, 1)).filter(Number.isInteger)) {
    drawing.append(svg("text", { x: x(tick), y: height - 6, "text-anchor": "middle" }, String(tick)));
  }
  for (const [value, name] of marks) {
    rule(value, { stroke: "var(--quiet)", "stroke-dasharray": "4 4" });
    drawing.append(svg("text", { x: width - frame.right + 8, y: y(value) + 4 }, name));
  }
  const path = (key, from = points) =>
    from.map((point) => `${x(point.x).toFixed(1)} ${y(point[key]).toFixed(1)}`).join("L");
  if ("low" in points[0]) {
    drawing.append(svg("path", { d: `M${path("high")}L${path("low", [...points].reverse())}Z`, fill: "var(--band)" }));
  }
  const stroke = { stroke: "var(--accent)", "stroke-width": 2, "stroke-linejoin": "round" };
  drawing.append(svg("path", { d: `M${path("y")}`, fill: "none", ...stroke }));
  return drawing;
}

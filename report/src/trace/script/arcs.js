// ---- Arcs between processors and cells, and between processes
const singleArcs = 24;  // to one cell; more are drawn as one with their number
const mostArcs = 400;
for (const [kind, size] of [["read", 6], ["write", 9], ["broken", 9]]) {
  const marker = svg("marker", { id: "arrow-" + kind, viewBox: "0 0 6 6", refX: 5, refY: 3, markerWidth: size,
    markerHeight: size, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse", class: kind });
  marker.append(svg("path", { d: "M0,0 L6,3 L0,6 z" }));
  arcs.append(marker);
}
const fixedArcs = arcs.childNodes.length;
// What arcs go around: rows of boxes, from top to bottom, with the stretches that they take.
function rowsOf(parts) {
  const rows = [];
  for (const { left, right, top, bottom } of parts.filter((part) => part.right > part.left).sort((a, b) => a.top - b.top)) {
    const last = rows.at(-1);
    if (last === undefined || top >= last.bottom) rows.push({ top, bottom, taken: [[left, right]] });
    else {
      last.bottom = Math.max(last.bottom, bottom);
      last.taken.push([left, right]);
    }
  }
  for (const row of rows) row.taken.sort(([a], [b]) => a - b);
  return rows;
}
// The place nearest to x where an arc can pass a row: between two of its boxes, or beside them, from `least` on.
function gapOf(row, x, least) {
  const clear = 2;
  let best = null;
  let from = least - clear;
  for (const [left, right] of [...row.taken, [Infinity, Infinity]]) {
    const [low, high] = [from + clear, left - clear];
    if (low <= high) {
      const at = Math.max(low, Math.min(high, x));
      if (best === null || Math.abs(at - x) < Math.abs(best - x)) best = at;
    }
    from = Math.max(from, right);
  }
  return best;
}
// A path down from one place to another that goes through no box on its way.
function wayBetween({ rows, least }, x0, y0, x1, y1) {
  const at = (n) => Math.round(n * 10) / 10;
  let path = `M${at(x0)},${at(y0)}`;
  let [x, y] = [x0, y0];
  const curve = (toX, toY) => {
    const bend = (toY - y) * 0.6;
    path += `C${at(x)},${at(y + bend)} ${at(toX)},${at(toY - bend)} ${at(toX)},${at(toY)}`;
    [x, y] = [toX, toY];
  };
  const straight = (toY) => {
    if (toY > y) path += `V${at(toY)}`;
    y = Math.max(y, toY);
  };
  for (const row of rows) {
    if (row.bottom <= y0) continue;
    if (row.top >= y1) break;
    if (row.top < y0) {  // the row that it begins in
      straight(Math.min(row.bottom, y1));
    } else if (row.bottom <= y1) {
      curve(gapOf(row, x0 + ((x1 - x0) * (row.top - y0)) / (y1 - y0), least), row.top);
      straight(row.bottom);
    } else {  // the row that it ends in
      curve(x1, row.top);
    }
  }
  if (x !== x1) curve(x1, y1); else straight(y1);
  return [path, (x0 + x1) / 2, (y0 + y1) / 2];
}
function drawArcs() {
  while (arcs.childNodes.length > fixedArcs) arcs.lastChild.remove();
  const frame = field.getBoundingClientRect();
  arcs.setAttribute("width", frame.width);
  arcs.setAttribute("height", frame.height);
  const box = (element) => {
    const found = element.getBoundingClientRect();
    const [left, top] = [found.left - frame.left, found.top - frame.top];
    return { x: left + found.width / 2, left, right: left + found.width, top, bottom: top + found.height };
  };
  // Labels stand to the left of all boxes, and no arc goes there.
  const parts = [...field.querySelectorAll(".processor, .cell")].map(box);
  const around = { rows: rowsOf(parts), least: Math.min(...parts.map((part) => part.left)) - 5 };
  const step = steps[at];
  const boxes = new Map([...team.querySelectorAll(".processor")].map((one) => [Number(one.dataset.processor), box(one)]));
  const cells = new Map([...memory.querySelectorAll(".cell")].map((one) => [one.dataset.place, one]));
  const asking = (filter === null ? step.requests : step.requests.filter(([processor]) => filter(processor)))
    .filter(([processor]) => boxes.has(processor));
  const byCell = new Map();
  for (const request of asking) {
    const place = request[2] + "." + request[3] + (operations[request[4]] === "read" ? "r" : "w");
    byCell.set(place, [...(byCell.get(place) ?? []), request]);
  }
  const involved = (processor) => step.broken === true && data.breach !== undefined &&
    data.breach.processors.includes(processor);
  const draw = (from, to, kind, replied, label, about) => {
    const [way, x, y] = wayBetween(around, from.x, from.bottom + 2, to.x, to.top - 2);
    const path = svg("path", { class: "arc " + kind, "data-cell": about.cell, "data-processor": about.processor, d: way });
    if (kind !== "read") path.setAttribute("marker-end", `url(#arrow-${kind === "broken" ? "broken" : "write"})`);
    if (kind === "read" || replied) path.setAttribute("marker-start", `url(#arrow-${kind === "write" ? "write" : kind})`);
    arcs.append(path);
    if (label !== "") arcs.append(svg("text", { class: "small times", x, y, "text-anchor": "middle" }, label));
  };
  // Writes last: they stand above reads.
  for (const [place, requests] of [...byCell].sort(([a], [b]) => a.endsWith("w") - b.endsWith("w"))) {
    const cell = cells.get(place.slice(0, -1));
    if (cell === undefined) continue;
    const to = box(cell);
    const kind = place.endsWith("r") ? "read" : "write";
    const cellName = cell.dataset.cell;
    const here = data.breach !== undefined && step.broken === true && cellName === data.breach.array + "." + data.breach.index;
    if (requests.length > singleArcs || (asking.length > mostArcs && requests.length > 1)) {
      const all = requests.map(([processor]) => boxes.get(processor));
      const from = { x: all.reduce((sum, one) => sum + one.x, 0) / all.length, bottom: Math.max(...all.map((one) => one.bottom)) };
      draw(from, to, here ? "broken" : kind + " thick", requests[0][6] !== null, "×" + requests.length, { cell: cellName, processor: "" });
      continue;
    }
    for (const [processor, , , , , , reply] of requests)
      draw(boxes.get(processor), to, here && involved(processor) ? "broken" : kind, reply !== null, "", { cell: cellName, processor });
  }
  const pairs = new Map();
  for (const [kind, from, to] of step.transfers ?? []) {
    if (!boxes.has(from) || !boxes.has(to) || from === to || !seesTransfer(from, to)) continue;
    const pair = from + " " + to + (kind === "get" ? " read" : " write");
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  for (const [pair, count] of [...pairs].slice(0, mostArcs)) {
    const [one, other, kind] = pair.split(" ");
    const [from, to] = [boxes.get(Number(one)), boxes.get(Number(other))];
    const up = Math.min(30, 8 + Math.abs(from.x - to.x) / 12);
    const [upper, lower] = from.top <= to.top ? [from, to] : [to, from];
    // Above their row; or from the upper one down to the lower one.
    const hops = from.top === to.top;
    const way = hops ? `M${from.x},${from.top} C${from.x},${from.top - up} ${to.x},${to.top - up} ${to.x},${to.top}`
      : wayBetween(around, upper.x, upper.bottom + 2, lower.x, lower.top - 2)[0];
    const path = svg("path", { class: "arc " + kind, "data-processor": one, "data-cell": "", d: way });
    const begins = hops || upper === from;
    path.setAttribute((kind === "read") === begins ? "marker-start" : "marker-end", `url(#arrow-${kind})`);
    if (count > 1) path.append(svg("title", {}, "×" + count));
    arcs.append(path);
  }
  mark(chosen === null ? null : arrays[chosen[0]].name + "." + chosen[1], null);
}
// Arcs of one cell or processor stand out.
function mark(cell, processor) {
  for (const path of arcs.querySelectorAll("path.arc")) {
    path.classList.toggle("strong", (cell !== null && path.dataset.cell === cell) ||
      (processor !== null && path.dataset.processor === processor));
    path.classList.toggle("faint", (cell !== null || processor !== null) && !path.classList.contains("strong"));
  }
}
field.addEventListener("pointerover", (event) => {
  const cell = event.target.closest(".cell");
  const processor = event.target.closest(".processor");
  if (cell !== null) mark(cell.dataset.cell, null);
  else if (processor !== null) mark(null, processor.dataset.processor);
  else mark(chosen === null ? null : arrays[chosen[0]].name + "." + chosen[1], null);
});

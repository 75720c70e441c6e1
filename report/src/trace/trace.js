"use strict";
// Goes through a trace step by step. Everything that it shows stands in the page's data (format pram-trace, version 1).
(() => {
  const data = JSON.parse(document.getElementById("page-data").textContent);
  const { arrays, steps, lines, operations, sources, runs } = data;
  const player = document.getElementById("player");
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const svg = (tag, attributes = {}, text = null) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== null) element.textContent = text;
    return element;
  };
  document.querySelector("#trace .reading").textContent =
    "Arrow keys go from step to step, Home and End to the first and the last, Space plays. A click on a line number stops there; a click on a cell shows how its requests met, one on a processor shows its requests alone.";
  if (steps.length === 0) return;

  // ---- Values: whole arrays every 64 steps, from there on what the steps have changed
  const every = 64;
  const keyframes = [];
  function apply(values, changes) { for (const [array, index, , now] of changes) values[array][index] = now; }
  {
    const values = arrays.map((array) => [...array.initial]);
    steps.forEach((step, k) => {
      if (k % every === 0) keyframes.push(values.map((array) => [...array]));
      apply(values, step.host ?? []);
      apply(values, step.diffs);
    });
  }
  // What the arrays hold when step k begins, with what host code has changed before it.
  function before(k) {
    const values = keyframes[Math.floor(k / every)].map((array) => [...array]);
    for (let at = k - (k % every); at < k; ++at) {
      apply(values, steps[at].host ?? []);
      apply(values, steps[at].diffs);
    }
    apply(values, steps[k].host ?? []);
    return values;
  }

  // ---- The state: step, chosen cell, lines to stop at, processors, which the address has behind its "#"
  let at = 0;
  let chosen = null;  // [array, index]
  let filter = null;  // a function, or all processors
  let predicting = false;
  let revealed = false;
  let playing = null;
  const stops = new Set();
  const forests = new Set();

  const isIndexName = /^(next|parent|father|link|head|root|pred|succ|successor|predecessor|ahead|above|hook|target)/i;
  const isEnd = (array, value) => typeof value !== "number" || value < 0 || value >= arrays[array].n;
  const isIndexArray = (k) => {
    const array = arrays[k];
    if (!/^u?int/.test(array.type) || array.n < 2) return false;
    return array.initial.some((value) => !isEnd(k, value)) &&
      array.initial.every((value) => typeof value === "number" &&
        (!isEnd(k, value) || value === array.n || value === -1 || value >= 255));
  };
  arrays.forEach((array, k) => { if (isIndexName.test(array.name) && isIndexArray(k)) forests.add(k); });

  function readHash() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = Number.parseInt(wanted.get("step"), 10);
    const found = steps.findIndex((step) => step.step >= number);
    if (Number.isSafeInteger(number)) at = found < 0 ? steps.length - 1 : found;
    const cell = /^(.*)\.(\d+)$/.exec(wanted.get("cell") ?? "");
    chosen = null;
    if (cell !== null) {
      const index = Number(cell[2]);
      // Of arrays of one name the one that the step can ask for.
      let array = -1;
      arrays.forEach((one, k) => {
        if (one.name === cell[1] && index < one.n && (array < 0 || one.from <= at)) array = k;
      });
      if (array >= 0) chosen = [array, index];
    }
  }
  function writeHash() {
    const wanted = new URLSearchParams({ step: steps[at].step });
    if (chosen !== null) wanted.set("cell", arrays[chosen[0]].name + "." + chosen[1]);
    history.replaceState(null, "", "#" + wanted);
  }
  function go(to) {
    at = Math.max(0, Math.min(steps.length - 1, to));
    revealed = false;
    writeHash();
    show();
  }
  function choose(array, index) {
    chosen = chosen !== null && chosen[0] === array && chosen[1] === index ? null : [array, index];
    writeHash();
    show();
  }
  window.addEventListener("hashchange", () => { readHash(); show(); });

  // ---- Controls
  const button = (text, title, act) => {
    const made = make("button", { type: "button", textContent: text, title });
    made.setAttribute("aria-label", title);
    made.addEventListener("click", act);
    return made;
  };
  const play = button("Play", "Play (Space)", () => togglePlay());
  const toStep = make("input", { type: "number", min: steps[0].step, max: steps[steps.length - 1].step, id: "to-step" });
  toStep.addEventListener("change", () => {
    const wanted = Number(toStep.value);
    const found = steps.findIndex((step) => step.step >= wanted);
    go(found < 0 ? steps.length - 1 : found);
  });
  const processors = make("input", { type: "text", placeholder: "0-7,12", id: "processors" });
  processors.addEventListener("input", () => {
    const ranges = processors.value.split(",").map((part) => /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part)).filter(Boolean)
      .map(([, low, high]) => [Number(low), Number(high ?? low)]);
    filter = ranges.length === 0 ? null : (p) => ranges.some(([low, high]) => low <= p && p <= high);
    show();
  });
  const predict = make("input", { type: "checkbox", id: "predict" });
  predict.addEventListener("change", () => { predicting = predict.checked; revealed = false; show(); });
  const reveal = button("Show the result", "Show what the step does (Enter)", () => { revealed = true; show(); });
  const scrub = make("input", { type: "range", min: 0, max: steps.length - 1, id: "scrub" });
  scrub.setAttribute("aria-label", "Step");
  scrub.addEventListener("input", () => go(Number(scrub.value)));

  function togglePlay() {
    if (playing !== null) {
      clearInterval(playing);
      playing = null;
    } else {
      if (at === steps.length - 1) go(0);
      playing = setInterval(() => {
        go(at + 1);
        if (at === steps.length - 1 || stopsHere(at)) togglePlay();
      }, 700);
    }
    play.textContent = playing === null ? "Play" : "Pause";
  }
  // Who asks in a step, and where: processors for cells, processes for each other's data, too.
  const asks = (step) => [...step.requests.map(([processor, line]) => [processor, line]),
    ...(step.transfers ?? []).map((transfer) => [transfer[1], transfer[7]])];
  const passes = (pairs) => (filter === null ? pairs : pairs.filter(([processor]) => filter(processor)));
  const begins = (k) => k === 0 || steps[k].run !== steps[k - 1].run;
  const stopsHere = (k) => stops.size > 0 && (asks(steps[k]).some(([, line]) => stops.has(line)) ||
    (begins(k) && stops.has(runs[steps[k].run].line)));
  function nextStop() {
    for (let k = at + 1; k < steps.length; ++k) if (stopsHere(k)) return go(k);
    return go(steps.length - 1);
  }
  document.addEventListener("keydown", (event) => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range" &&
        event.target.type !== "checkbox") return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const acts = {
      ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(steps.length - 1),
      " ": () => togglePlay(), Enter: () => { if (predicting) { revealed = true; show(); } },
    };
    const act = acts[event.key];
    if (act === undefined || (event.key === "Enter" && !predicting)) return;
    if ((event.key === " " || event.key === "Enter") && event.target.tagName === "BUTTON") return;
    event.preventDefault();
    act();
  });

  const sentence = make("p", { id: "sentence" });
  sentence.setAttribute("aria-live", "polite");
  const where = make("p", { id: "where", className: "note" });
  const over = make("canvas", { id: "over" });
  over.setAttribute("role", "img");
  over.setAttribute("aria-label", "Requests of each line in each step");
  const controls = make("div", { className: "controls across" },
    button("|◀", "First step (Home)", () => go(0)), button("◀", "Step back (←)", () => go(at - 1)),
    button("▶", "Next step (→)", () => go(at + 1)), button("▶|", "Last step (End)", () => go(steps.length - 1)),
    play, button("Next stop", "Go to the next step in which a marked line asks", nextStop),
    make("label", {}, "Step", toStep), make("label", {}, "Processors", processors),
    make("label", {}, predict, "Predict"), reveal);
  const code = make("div");
  const memory = make("div");
  const team = make("div", { id: "team" });
  const arcs = svg("svg", { id: "arcs", "aria-hidden": "true" });
  const field = make("div", { id: "field" }, team, memory, arcs);
  const woods = make("div");
  const detail = make("div");
  const asked = make("div");
  player.append(make("div", { className: "across" }, sentence, where), controls, make("div", { className: "across" }, scrub, over),
    make("div", {}, make("h3", { textContent: "Source" }), code), make("div", { className: "beside" }, field, woods, detail), asked);

  // Lines that ask.
  const used = [...new Set(steps.flatMap((step) => asks(step).map(([, line]) => line)))]
    .sort((a, b) => lines[a][0] - lines[b][0] || lines[a][1] - lines[b][1]);

  // ---- Source, with the number of processors beside each line
  const codeRows = new Map();  // by number of a line
  sources.forEach((source, k) => {
    // A file without text in which processors are only started.
    if (source.text.length === 0 && used.every((line) => lines[line][0] !== k)) return;
    const body = make("tbody");
    const own = lines.map((line, number) => [line, number]).filter(([line]) => line[0] === k);
    const wanted = source.text.length > 0 ? source.text.map((text, row) => [source.first + row, text])
      : [...new Set(own.map(([line]) => line[1]))].sort((a, b) => a - b).map((line) => [line, ""]);
    for (const [line, text] of wanted) {
      const number = make("td", { className: "line", textContent: line });
      const row = make("tr", {}, make("td", { className: "count" }), number, make("td", { textContent: text }));
      for (const [, entry] of own.filter(([one]) => one[1] === line)) {
        codeRows.set(entry, row);
        row.dataset.line = line;
        number.title = "Stop where this line asks, or starts processors";
        number.tabIndex = 0;
        const toggle = () => {
          if (!stops.delete(entry)) stops.add(entry);
          row.classList.toggle("stop", stops.has(entry));
        };
        number.addEventListener("click", toggle);
        number.addEventListener("keydown", (event) => { if (event.key === "Enter") toggle(); });
      }
      body.append(row);
    }
    code.append(make("p", { className: "note", textContent: source.file +
      (source.text.length > 0 ? "" : ": its text is not to be had here") }),
      make("div", { className: "code-of" }, make("table", {}, body)));
  });
  function showSource(step) {
    const who = new Map();
    for (const [processor, line] of passes(asks(step))) who.set(line, (who.get(line) ?? new Set()).add(processor));
    const counts = new Map([...who].map(([line, all]) => [line, all.size]));
    let first = null;
    for (const [line, row] of codeRows) {
      const count = counts.get(line) ?? 0;
      row.cells[0].textContent = count === 0 ? "" : count + " ▸";
      row.classList.toggle("here", count > 0);
      row.classList.toggle("starts", runs[step.run].line === line);
      if (count > 0 && first === null) first = row;
    }
    if (first === null) return;
    const frame = first.closest(".code-of");
    const [top, height] = [first.offsetTop, frame.clientHeight];
    if (top < frame.scrollTop || top > frame.scrollTop + height - 30) frame.scrollTop = Math.max(0, top - height / 3);
  }

  // ---- Processors: those that ask, with what they show of themselves
  const shownProcessors = 64;
  // What processors have shown since the step's run began: by processor the values of names.
  function localsAt(k) {
    let first = k;
    while (first > 0 && steps[first - 1].run === steps[k].run) --first;
    const shown = new Map();
    for (let j = first; j <= k; ++j) {
      for (const [processor, name, value] of steps[j].shown ?? []) {
        if (!shown.has(processor)) shown.set(processor, new Map());
        shown.get(processor).set(data.locals[name], value);
      }
    }
    return shown;
  }
  // Processes whose data others put, get or send, and the words that they take and give.
  function servingIn(step) {
    const serving = new Map();
    for (const [kind, from, to, , , , words] of step.transfers ?? []) {
      if (from === to || !seesTransfer(from, to)) continue;
      if (!serving.has(to)) serving.set(to, { takes: 0, gives: 0 });
      serving.get(to)[kind === "get" ? "gives" : "takes"] += words;
    }
    return serving;
  }
  const seesTransfer = (from, to) => filter === null || filter(from) || filter(to);
  function showTeam(step) {
    const locals = localsAt(at);
    const serving = servingIn(step);
    const asking = new Map();
    for (const [processor, line] of passes(asks(step)))
      asking.set(processor, (asking.get(processor) ?? new Set()).add(lines[line][1]));
    const ids = [...new Set([...asking.keys(), ...serving.keys(), ...[...locals.keys()].filter((p) => filter === null || filter(p))])]
      .sort((a, b) => a - b);
    const who = runs[step.run].kind === "processes" ? "Processes" : "Processors";
    const head = make("div", { className: "array-head" }, make("span", { className: "name", textContent: who }));
    if (ids.length > shownProcessors) {
      head.append(make("span", { className: "type", textContent:
        "The first " + shownProcessors + " of " + ids.length + ": choose others under Processors." }));
    }
    team.replaceChildren(head,
      make("div", { className: step.transfers === undefined ? "strip" : "strip talks" }, ...ids.slice(0, shownProcessors).map((id) => {
        const box = make("span", { className: "processor" }, make("b", { textContent: id }));
        box.dataset.processor = id;
        const from = asking.get(id);
        const serves = serving.get(id);
        box.classList.toggle("idle", from === undefined && serves === undefined);
        if (from !== undefined) box.append(make("span", { className: "index", textContent: ":" + [...from].join(" :") }));
        for (const does of ["takes", "gives"])
          if (serves?.[does] > 0) box.append(make("span", { className: "index", textContent: does + " " + serves[does],
            title: serves[does] + (serves[does] === 1 ? " word" : " words") }));
        for (const [name, value] of locals.get(id) ?? [])
          box.append(make("span", { className: "local", textContent: name + " = " + value }));
        box.addEventListener("click", () => {
          processors.value = processors.value === String(id) ? "" : id;
          processors.dispatchEvent(new Event("input"));
        });
        return box;
      })));
  }

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

  // ---- Arrays: strips of cells, old to new, and index arrays as forests
  const shown = (array, value) => (forests.has(array) && isEnd(array, value) ? "–" : String(value));
  function showArrays(values, requests, diffs, hides) {
    const met = new Map();
    const key = (array, index) => array + "." + index;
    for (const [, , array, index, operation] of requests) {
      const cell = met.get(key(array, index)) ?? { reads: 0, writes: 0 };
      if (operations[operation] === "read") ++cell.reads; else ++cell.writes;
      met.set(key(array, index), cell);
    }
    const changed = new Map(diffs.map(([array, index, old, now]) => [key(array, index), [old, now]]));
    const host = new Set((steps[at].host ?? []).map(([array, index]) => key(array, index)));
    const trees = [];
    memory.replaceChildren(...arrays.map((array, k) => {
      const strip = make("div", { className: "strip" });
      array.initial.forEach((_, index) => {
        const cell = make("span", { className: "cell" });
        cell.dataset.cell = array.name + "." + index;
        cell.dataset.place = k + "." + index;
        const accesses = met.get(key(k, index));
        const change = changed.get(key(k, index));
        cell.append(make("span", { className: "index", textContent: index }));
        if (change !== undefined) {
          cell.classList.add("changed");
          cell.append(make("span", { className: "old", textContent: shown(k, change[0]) }), " → ",
            hides ? "?" : shown(k, change[1]));
        } else {
          cell.append(shown(k, values[k][index]));
        }
        if (accesses !== undefined) {
          cell.classList.add(accesses.writes > 0 ? "written" : "read");
          const all = accesses.reads + accesses.writes;
          if (all > 1) cell.append(make("span", { className: "times", textContent: "×" + all }));
        }
        if (host.has(key(k, index))) cell.title = "set by host code before this step";
        if (chosen !== null && chosen[0] === k && chosen[1] === index) cell.classList.add("chosen");
        if (array.from > at) cell.classList.add("later");
        cell.addEventListener("click", () => choose(k, index));
        strip.append(cell);
      });
      const head = make("div", { className: "array-head" }, make("span", { className: "name", textContent: array.name }),
        make("span", { className: "type", textContent: array.type + ", " + array.n + (array.n === 1 ? " cell" : " cells") }));
      const parts = [head, strip];
      if (isIndexArray(k)) {
        const box = make("input", { type: "checkbox", checked: forests.has(k) });
        box.addEventListener("change", () => { if (!forests.delete(k)) forests.add(k); show(); });
        head.append(make("label", {}, box, "as a forest"));
        if (forests.has(k)) {
          const now = [...values[k]];
          if (!hides) for (const [one, index, , value] of diffs) if (one === k) now[index] = value;
          trees.push(make("p", { className: "note", textContent: array.name + " as a forest" }),
            forest(k, now, hides ? new Set() : new Set(diffs.filter(([one]) => one === k).map((one) => one[1]))));
        }
      }
      return make("div", { className: "array" }, ...parts);
    }));
    woods.replaceChildren(...trees);
  }

  // Roots stand at the left, each cell one place to the right of the one that it points to.
  function forest(array, values, changed) {
    const n = values.length;
    const children = values.map(() => []);
    const parent = values.map((value, k) => (isEnd(array, value) || value === k ? null : value));
    // Of a circle the lowest cell counts as its root; its own edge is drawn back.
    const state = new Array(n).fill(0);
    const closes = new Set();
    for (let start = 0; start < n; ++start) {
      const path = [];
      let k = start;
      while (k !== null && state[k] === 0) { state[k] = 1; path.push(k); k = parent[k]; }
      if (k !== null && state[k] === 1) {
        const circle = path.slice(path.indexOf(k));
        closes.add(Math.min(...circle));
      }
      for (const one of path) state[one] = 2;
    }
    const roots = [];
    for (let k = 0; k < n; ++k) {
      if (parent[k] === null || closes.has(k)) roots.push(k); else children[parent[k]].push(k);
    }
    const place = new Array(n);
    let row = 0;
    let deepest = 0;
    for (const root of roots) {
      const stack = [[root, 0, false]];
      while (stack.length > 0) {
        const [k, depth, done] = stack.pop();
        if (done) {
          const ys = children[k].map((child) => place[child][1]);
          place[k] = [depth, (Math.min(...ys) + Math.max(...ys)) / 2];
        } else if (children[k].length === 0) {
          place[k] = [depth, row++];
        } else {
          stack.push([k, depth, true]);
          for (const child of [...children[k]].reverse()) stack.push([child, depth + 1, false]);
        }
        deepest = Math.max(deepest, depth);
      }
    }
    const [dx, dy] = [44, 24];
    const width = (deepest + 1) * dx + 38;
    const height = row * dy + 12;
    const x = (k) => 28 + place[k][0] * dx;
    const y = (k) => 16 + place[k][1] * dy;
    const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": arrays[array].name + " as a forest" });
    for (let k = 0; k < n; ++k) {
      const attributes = { class: changed.has(k) ? "edge changed" : "edge" };
      if (parent[k] !== null && !closes.has(k))
        drawing.append(svg("path", { ...attributes, d: `M${x(k) - 12},${y(k)} L${x(parent[k]) + 12},${y(parent[k])}` }));
      else if (closes.has(k))
        drawing.append(svg("path", { ...attributes, "stroke-dasharray": "3 3",
          d: `M${x(k)},${y(k) - 9} C${x(k)},${y(k) - 22} ${x(parent[k])},${y(parent[k]) - 22} ${x(parent[k])},${y(parent[k]) - 9}` }));
      else if (!isEnd(array, values[k])) drawing.append(svg("path", { ...attributes, d: `M${x(k) - 12},${y(k) - 3} a5,5 0 1,0 0,6` }));
    }
    for (let k = 0; k < n; ++k) {
      drawing.append(svg("rect", { class: changed.has(k) ? "node changed" : "node", x: x(k) - 12, y: y(k) - 9, width: 24,
        height: 18, rx: 4 }), svg("text", { x: x(k), y: y(k) + 4, "text-anchor": "middle", class: "small" }, k));
    }
    return make("div", { className: "forest" }, drawing);
  }

  // ---- Messages by phase, and how the requests for the chosen cell met
  function table(id, heads, rows) {
    const kind = (k) => (["request", "what", "kind", "values"].includes(heads[k]) ? "name" : "number");
    const head = make("tr", {}, ...heads.map((text, k) => make("th", { textContent: text, className: kind(k) })));
    const body = make("tbody", {}, ...rows.map((row) =>
      make("tr", {}, ...row.map((cell, k) => make("td", { textContent: cell, className: kind(k) })))));
    return make("div", { className: "wide" }, make("table", { id }, make("thead", {}, head), body));
  }
  function showMessages(step, hides) {
    const parts = [];
    // A superstep in which processes ask for nothing in shared memory has messages of theirs alone.
    if (step.phases.length > 0 || step.transfers === undefined) parts.push(make("h3", { textContent: "Messages" }));
    if (step.phases.length > 0) {
      parts.push(table("phases", ["phase", "messages", "left", "q", "r", "forward", "back"], step.phases.map((phase, k) =>
        [data.routines[k] ?? k + 1, phase.count, phase.combined, phase.sent, phase.received, phase.charge, phase.charge_back])));
      const counted = step.phases.filter((phase) => phase.count > 0 && phase.messages.length === 0).length;
      if (counted > 0) parts.push(make("p", { className: "note", textContent: data.routines.length > 0
        ? "The routines of the network sort the requests: there are no messages to follow."
        : "In phases without messages to follow the protocol counts." }));
    } else if (step.transfers === undefined) {
      parts.push(make("p", { className: "note", textContent: step.broken ? "The step has no effect." : "None." }));
    }
    if (step.transfers !== undefined) {
      parts.push(make("h3", { textContent: "Puts, gets and messages of processes" }), table("transfers",
        ["kind", "from", "to", "what", "values", "elements", "words", "line"],
        step.transfers.map(([kind, from, to, subject, index, count, words, line, values]) =>
          [kind, from, to, (subject || "coarray") + (kind === "send" ? "" : "[" + index + "]"),
            hides ? "?" : [...values, ...(values.length < count ? ["…"] : [])].join(", "), count, words, lines[line][1]])));
    }
    if (chosen !== null) parts.push(...tree(step, hides));
    else if (step.phases.some((phase) => phase.messages.length > 0))
      parts.push(make("p", { className: "note", textContent: "Choose a cell to see how the requests for it met." }));
    detail.replaceChildren(...parts);
  }
  function tree(step, hides) {
    const [array, index] = chosen;
    const name = arrays[array].name + "[" + index + "]";
    const phases = step.phases.map((phase) => phase.messages.filter((one) => one[2] === array && one[3] === index))
      .filter((messages) => messages.length > 0);
    const asking = step.requests.filter((one) => one[2] === array && one[3] === index);
    const title = make("h3", { textContent: "Combining tree of " + name });
    if (phases.length === 0) {
      return [title, make("p", { className: "note", textContent: asking.length === 0 ? "No request for it in this step."
        : asking.length + (asking.length === 1 ? " request" : " requests") + " for it, and no messages to follow." })];
    }
    // A level for the sources of each phase, and one for the home. A component stands above the one that it sends to.
    const home = phases.length;
    const key = (level, component) => level + ":" + component;
    const into = new Map();  // what a component gets, by its level
    const out = new Map();   // what it sends
    phases.forEach((messages, level) => {
      for (const message of messages) {
        const to = key(level + 1, message[1]);
        const from = key(level, message[0]);
        if (!out.has(from)) into.set(to, [...(into.get(to) ?? []), message[0]]);
        out.set(from, [...(out.get(from) ?? []), message]);
      }
    });
    const place = new Map();
    let leaves = 0;
    const settle = (level, component) => {
      const above = level === 0 ? [] : (into.get(key(level, component)) ?? []);
      for (const one of above) settle(level - 1, one);
      const xs = above.map((one) => place.get(key(level - 1, one)));
      place.set(key(level, component), xs.length === 0 ? leaves++ : (Math.min(...xs) + Math.max(...xs)) / 2);
    };
    for (const component of new Set(phases[home - 1].map((message) => message[1]))) settle(home, component);
    const [dx, dy] = [58, 72];
    const width = Math.max(leaves * dx + 10, 160);
    const height = home * dy + 40;
    const x = (level, component) => 5 + (place.get(key(level, component)) + 0.5) * dx;
    const y = (level) => 16 + level * dy;
    const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": "Combining tree of " + name });
    const cut = (text) => (text.length > 9 ? text.slice(0, 8) + "…" : text);
    phases.forEach((messages, level) => {
      for (const [from, to, , , , , , , , stays] of messages)
        drawing.append(svg("path", { class: "edge", "stroke-dasharray": stays ? "3 3" : "none",
          d: `M${x(level, from)},${y(level) + 38} L${x(level + 1, to)},${y(level + 1) - 11}` }));
    });
    for (const where of place.keys()) {
      const [level, number] = where.split(":").map(Number);
      const messages = out.get(where) ?? [];
      drawing.append(svg("rect", { class: level === home ? "node home" : "node", x: x(level, number) - 15,
        y: y(level) - 11, width: 30, height: 22, rx: 4 }),
      svg("text", { x: x(level, number), y: y(level) + 4, "text-anchor": "middle", class: "small" }, number));
      if (messages.length === 0) continue;
      // Of several messages that go on from one component, the first.
      const [, , , , , weight, , value, reply] = messages[0];
      const brings = "×" + weight + (value === null ? "" : " " + value) + (messages.length > 1 ? " +" + (messages.length - 1) : "");
      drawing.append(svg("text", { x: x(level, number), y: y(level) + 22, "text-anchor": "middle", class: "small" }, cut(brings)));
      if (reply !== null) drawing.append(svg("text", { x: x(level, number), y: y(level) + 34, "text-anchor": "middle",
        class: "small" }, hides ? "↑?" : cut("↑" + reply)));
    }
    return [title, make("p", { className: "note", textContent: "Boxes are components, the lowest is the cell's home. " +
      "×k: the requests that a message stands for, then what it brings and, with ↑, the reply." }),
      make("div", { className: "tree" }, drawing)];
  }

  // ---- The requests of the step
  const shownRequests = 200;
  function showRequests(step, requests, hides) {
    const rows = requests.slice(0, shownRequests).map(([processor, line, array, index, operation, operand, reply]) =>
      [processor, lines[line][1], operations[operation] + " " + arrays[array].name + "[" + index + "]",
        operand === null ? "" : shown(array, operand), reply === null ? "" : hides ? "?" : shown(array, reply)]);
    const made = table("requests", ["processor", "line", "request", "operand", "reply"], rows);
    if (step.broken && data.breach !== undefined) {
      [...made.querySelectorAll("tbody tr")].forEach((row, k) => {
        const [processor, , array, index] = requests[k];
        row.classList.toggle("involved", data.breach.processors.includes(processor) &&
          arrays[array].name === data.breach.array && index === data.breach.index);
      });
    }
    asked.replaceChildren(make("h3", { textContent: "Requests" }), made);
    if (requests.length > shownRequests)
      asked.append(make("p", { className: "note", textContent: "The first " + shownRequests + " of " + requests.length + "." }));
    if (requests.length === 0 && step.transfers !== undefined) asked.replaceChildren();
    else if (requests.length === 0) asked.append(make("p", { className: "note", textContent: "None" + (filter === null ? "." : " of these processors.") }));
  }

  // ---- Lines × steps
  const overLeft = 44;
  // Steps in a row with one text: the pardos, and above them the regions.
  function bandsOf(textOf) {
    const bands = [];
    steps.forEach((step, k) => {
      const text = textOf(step);
      const last = bands[bands.length - 1];
      if (last !== undefined && last.text === text.text && last.key === text.key) last.last = k;
      else bands.push({ ...text, first: k, last: k });
    });
    return bands;
  }
  const nameOfRun = (run) => run.name || run.kind + " :" + lines[run.line][1];
  const regionsOf = (step) => (step.regions ?? []).map((region) => data.regions[region]).join(" › ");
  const bandRows = [bandsOf((step) => ({ text: nameOfRun(runs[step.run]), key: step.run }))];
  if (data.regions.length > 0) bandRows.unshift(bandsOf((step) => ({ text: regionsOf(step), key: "" })));
  const bandHeight = 15;
  function drawOver() {
    const linesTop = bandRows.length * bandHeight;
    const height = linesTop + Math.max(28, Math.min(used.length, 16) * 13 + 6);
    const width = over.clientWidth;
    const scale = window.devicePixelRatio || 1;
    over.style.height = height + "px";
    over.width = Math.round(width * scale);
    over.height = Math.round(height * scale);
    const context = over.getContext("2d");
    context.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    context.font = "10px system-ui, sans-serif";
    const perStep = (width - overLeft) / steps.length;
    const perLine = (height - linesTop - 6) / Math.max(used.length, 1);
    const most = steps.reduce((largest, step) => Math.max(largest, step.requests.length + (step.transfers?.length ?? 0)), 1);
    context.fillStyle = colour("--selected");
    context.fillRect(overLeft + at * perStep, linesTop, Math.max(perStep, 2), height - linesTop);
    bandRows.forEach((bands, row) => {
      bands.forEach((band, k) => {
        if (band.text === "") return;
        const [left, across] = [overLeft + band.first * perStep, (band.last + 1 - band.first) * perStep];
        context.globalAlpha = k % 2 === 0 ? 0.9 : 0.5;
        context.fillStyle = colour("--grid");
        context.fillRect(left, row * bandHeight + 1, Math.max(across - 1, 1), bandHeight - 2);
        context.globalAlpha = 1;
        context.fillStyle = colour("--ink");
        if (context.measureText(band.text).width < across - 6) context.fillText(band.text, left + 3, row * bandHeight + 11);
      });
    });
    const counted = new Map();
    steps.forEach((step, k) => {
      counted.clear();
      for (const [, line] of passes(asks(step))) counted.set(line, (counted.get(line) ?? 0) + 1);
      for (const [line, count] of counted) {
        context.globalAlpha = 0.35 + 0.65 * count / most;
        context.fillStyle = step.broken ? colour("--heat") : colour("--phase1");
        context.fillRect(overLeft + k * perStep + (perStep > 4 ? 1 : 0), linesTop + 3 + used.indexOf(line) * perLine + 0.5,
          Math.max(perStep - (perStep > 4 ? 2 : 0), 1), Math.max(perLine - 1, 1));
      }
    });
    context.globalAlpha = 1;
    context.fillStyle = colour("--faint");
    if (perLine >= 9) used.forEach((line, k) => context.fillText(":" + lines[line][1], 2, linesTop + 3 + (k + 0.5) * perLine + 3.5));
    context.strokeStyle = colour("--ink");
    context.strokeRect(overLeft + at * perStep + 0.5, 0.5, Math.max(perStep - 1, 1), height - 1);
  }
  const stepAt = (event) => {
    const box = over.getBoundingClientRect();
    return Math.floor((event.clientX - box.left - overLeft) / (box.width - overLeft) * steps.length);
  };
  over.addEventListener("click", (event) => go(stepAt(event)));
  over.addEventListener("pointermove", (event) => {
    const step = steps[Math.max(0, Math.min(steps.length - 1, stepAt(event)))];
    over.title = [step.text, nameOfRun(runs[step.run]), regionsOf(step)].filter((text) => text !== "").join("\n");
  });
  window.addEventListener("resize", () => { drawOver(); drawArcs(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawOver);

  for (const row of document.querySelectorAll("table.steps tr[data-step]"))
    row.addEventListener("click", () => {
      go(steps.findIndex((step) => step.step === Number(row.dataset.step)));
      player.scrollIntoView();
    });

  function show() {
    const step = steps[at];
    const hides = predicting && !revealed;
    const requests = filter === null ? step.requests : step.requests.filter(([processor]) => filter(processor));
    sentence.textContent = step.text + (step.broken && data.breach !== undefined ? " " + data.breach.text : "") +
      (at === steps.length - 1 && data.error !== undefined ? " The run ended here: " + data.error : "");
    sentence.classList.toggle("broken", step.broken === true);
    const run = runs[step.run];
    where.textContent = (run.name === "" ? "" : run.name + ": ") + run.kind + " of " + run.processors + ", rule " + run.rule +
      ", started at " + sources[lines[run.line][0]].file + ":" + lines[run.line][1] +
      (step.regions === undefined ? "" : ", in " + regionsOf(step));
    reveal.hidden = !predicting;
    reveal.disabled = !hides;
    scrub.value = at;
    toStep.value = step.step;
    for (const row of document.querySelectorAll("table.steps tr.selected")) row.classList.remove("selected");
    document.querySelector(`table.steps tr[data-step="${step.step}"]`)?.classList.add("selected");
    showSource(step);
    showTeam(step);
    showArrays(before(at), requests, step.diffs, hides);
    showMessages(step, hides);
    showRequests(step, requests, hides);
    drawOver();
    drawArcs();
  }
  readHash();
  show();
})();

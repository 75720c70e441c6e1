// ---- Links over time, cell by cell: what crossed, what waited, and the paths of messages
{
  const view = document.getElementById("time");
  const runs = [...(data.carried ?? [])].filter((one) => one !== null).sort((a, b) => a.time - b.time);
  const use = data.first_run ?? runs[0];
  const ground = view?.querySelector('rect[data-grid="links"]');
  if (use !== undefined && use.columns > 0 && use.rows > 0 && ground) addSpaceTime(view, use, ground);
}

// "0x17 3" is 17 times 0, then 3.
function decodeNumbers(text) {
  const found = [];
  for (const part of text === "" ? [] : text.split(" ")) {
    const [value, times] = part.split("x");
    for (let k = Number(times ?? 1); k > 0; --k) found.push(Number(value));
  }
  return found;
}

// Each stay of a message at a link is stored as what it adds to the one before it.
function waysOfMessages(ways) {
  if (ways === null) return null;
  Object.assign(ways, { row: [], arrived: [], begin: [], end: [] });
  let visit = 0;
  for (const count of ways.links) {
    let [row, end] = [0, 0];
    for (let k = 0; k < count; ++k, ++visit) {
      row += ways.row_on[visit];
      const arrived = end + ways.after[visit];
      const begin = arrived + ways.waits[visit];
      end = begin + ways.takes[visit];
      ways.row.push(row);
      ways.arrived.push(arrived);
      ways.begin.push(begin);
      ways.end.push(end);
    }
  }
  return ways;
}

// Pieces of a collective cross a link in a step, and wait nowhere that is known.
function waysOfPieces({ links, row, step }) {
  return { links, row, begin: step, end: step.map((at) => at + 1), arrived: step, merged_from: [], merged_into: [], merged_step: [] };
}

function addSpaceTime(view, use, ground) {
  const { columns: wide, rows: high, steps, of } = use;
  const decodeAll = (record) => record === null ? null
    : Object.fromEntries(Object.entries(record).map(([name, text]) => [name, text === null ? null : decodeNumbers(text)]));
  const links = decodeAll(use.links);
  const pieces = use.messages === null && use.pieces !== null ? decodeAll(use.pieces) : null;
  const ways = pieces === null ? waysOfMessages(decodeAll(use.messages)) : waysOfPieces(pieces);
  const one = pieces === null ? "message" : "piece";
  const layers = [["carried", data.first_run === undefined ? "Words" : "Busy"]];
  if (use.waiting !== null) layers.push(["waiting", "Waiting"]);
  const mostOf = (cells) => Object.fromEntries(layers.map(([name]) => [name, cells[name].reduce((a, b) => Math.max(a, b), 0)]));
  const wholeCells = Object.fromEntries(layers.map(([name]) => [name, decodeNumbers(use[name])]));
  const whole = { firstStep: 0, endStep: steps, firstRow: 0, endRow: of, wide, high, cells: wholeCells, most: mostOf(wholeCells) };
  const firstOf = (bin, entries, bins) => Math.ceil((bin * entries) / bins);
  let layer = "carried";
  let part = whole;  // the steps and rows that are shown
  let grid = whole;  // cells that have at least these

  // The picture: the still one's axes, and in them an image with a pixel for a cell, or for several the strongest.
  const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(ground.getAttribute(name)));
  const drawing = ground.ownerSVGElement;
  for (const area of drawing.querySelectorAll('path[data-grid="links"]')) area.remove();
  const canvas = make("canvas");
  // What lies outside of the part that is shown is cut off.
  const cut = makeMark("clipPath", { id: "shown-part" });
  cut.append(makeMark("rect", { width, height }));
  const inner = makeMark("g", { transform: `translate(${left} ${top})`, "clip-path": "url(#shown-part)", "pointer-events": "none" });
  const image = makeMark("image", { width, height, preserveAspectRatio: "none" });
  image.style.imageRendering = "pixelated";
  const way = makeMark("path", { class: "way" });
  const outline = makeMark("rect", { class: "outline" });
  const hint = makeMark("title", {});
  inner.append(cut, image, way, outline);
  ground.after(inner);
  ground.append(hint);
  ground.classList.add("cells");
  ground.setAttribute("tabindex", "0");
  ground.setAttribute("aria-label", "Links over steps; arrow keys go from cell to cell, plus and minus zoom");
  const x = (step) => (width * (step - part.firstStep)) / (part.endStep - part.firstStep);
  const y = (row) => (height * (row - part.firstRow)) / (part.endRow - part.firstRow);

  function paint() {
    const { most, cells } = grid;
    const across = Math.min(part.endStep - part.firstStep, Math.round(width));
    const down = Math.min(part.endRow - part.firstRow, Math.round(height));
    Object.assign(canvas, { width: across, height: down });
    const context = canvas.getContext("2d");
    const strongest = new Float64Array(across * down);
    // The pixels of each row, or column, of cells: none where it is not shown, else at least one.
    const pixels = (bins, firstOfBin, from, to, count) => Array.from({ length: bins }, (_, bin) => {
      const [first, end] = [Math.max(firstOfBin(bin), from), Math.min(firstOfBin(bin + 1), to)];
      if (first >= end) return [0, 0];
      const low = binOf(first - from, to - from, count);
      return [low, Math.max(low + 1, binOf(end - from, to - from, count))];
    });
    const rowPixels = pixels(grid.high, firstRowOf, part.firstRow, part.endRow, down);
    const columnPixels = pixels(grid.wide, firstStepOf, part.firstStep, part.endStep, across);
    rowPixels.forEach(([above, below], row) => {
      for (let column = 0; above < below && column < grid.wide; ++column) {
        const value = cells[layer][row * grid.wide + column];
        const [low, right] = columnPixels[column];
        for (let k = above; value > 0 && k < below; ++k)
          for (let pixel = k * across + low; pixel < k * across + right; ++pixel) strongest[pixel] = Math.max(strongest[pixel], value);
      }
    });
    context.fillStyle = colour("--heat");
    strongest.forEach((value, k) => {
      if (value === 0) return;
      context.globalAlpha = 0.12 + (0.88 * value) / most[layer];
      context.fillRect(k % across, Math.floor(k / across), 1, 1);
    });
    image.setAttribute("href", canvas.toDataURL());
    for (const [name, button] of buttons) button.setAttribute("aria-pressed", name === layer);
    scale.textContent = layer === "waiting"
      ? `The strongest: ${plural(most.waiting, "message")} at a link at a time.`
      : `The strongest: ${plural(most.carried, data.first_run === undefined ? "word" : "busy step")} in a cell.`;
    const named = drawing.querySelector("[data-scale]");
    if (named !== null) named.textContent = scale.textContent.slice(15, -1);
  }

  // ---- What a cell has
  const linkName = (row) => links === null ? `${number(row + 1)} of ${number(of)} that carried something`
    : links.to === null ? `of sender ${links.from[row]}` : `${links.from[row]} to ${links.to[row]}`;
  const firstStepOf = (column) => grid.firstStep + firstOf(column, grid.endStep - grid.firstStep, grid.wide);
  const firstRowOf = (row) => grid.firstRow + firstOf(row, grid.endRow - grid.firstRow, grid.high);
  const boundsOf = ([column, row]) => ({
    firstStep: firstStepOf(column), endStep: firstStepOf(column + 1), firstRow: firstRowOf(row), endRow: firstRowOf(row + 1),
  });
  const cellOfEntry = (step, row) => [binOf(step - grid.firstStep, grid.endStep - grid.firstStep, grid.wide),
    binOf(row - grid.firstRow, grid.endRow - grid.firstRow, grid.high)];
  let visitsByRow = null;
  function visitsOfRows() {
    if (visitsByRow === null) {
      visitsByRow = Array.from({ length: of }, () => []);
      ways.row.forEach((row, k) => visitsByRow[row].push(k));
    }
    return visitsByRow;
  }
  function visitsIn({ firstStep, endStep, firstRow, endRow }) {
    const found = { cross: [], wait: [] };
    for (const visit of visitsOfRows().slice(firstRow, endRow).flat()) {
      if (ways.begin[visit] < endStep && ways.end[visit] > firstStep) found.cross.push(visit);
      if (ways.arrived[visit] < Math.min(endStep, ways.begin[visit]) && ways.begin[visit] > firstStep) found.wait.push(visit);
    }
    return found;
  }
  function cellText(cell) {
    const at = boundsOf(cell);
    const value = (name) => grid.cells[name][cell[1] * grid.wide + cell[0]];
    const place = at.endRow - at.firstRow === 1 ? `Link ${linkName(at.firstRow)}`
      : `${at.endRow - at.firstRow} links, ${linkName(at.firstRow)} and on`;
    const when = `${at.endStep - at.firstStep === 1 ? "step" : "steps"} ${fromTo(at.firstStep + 1, at.endStep)}`;
    const single = (at.endStep - at.firstStep) * (at.endRow - at.firstRow) === 1;
    const did = data.first_run === undefined ? plural(value("carried"), "word")
      : single ? (value("carried") > 0 ? "busy" : "idle")
        : `busy in ${number(value("carried"))} of ${number((at.endStep - at.firstStep) * (at.endRow - at.firstRow))}`;
    if (use.waiting === null) return `${place}, ${when}: ${did}.`;
    return `${place}, ${when}: ${did}; ${waitText(value("waiting"), single)}.`;
  }
  function waitText(waiting, single) {
    if (waiting === 0) return "no message waits";
    return `${single ? "" : "at most "}${plural(waiting, "message")} ${waiting === 1 ? "waits" : "wait"}` +
      (single ? "" : " for a link at a time");
  }

  // ---- The chosen cell and the chosen message
  let chosenCell = null;
  let chosenRow = null;  // of a link that is chosen without a step
  const card = make("div", { id: "cell-card" });
  card.setAttribute("aria-live", "polite");
  const messageButton = (visit) => makeButton(number(ways.message[visit]), () => toggle("message", ways.message[visit]));
  function listed(what, visits) {
    if (visits.length === 0) return [];
    const seen = [...new Map(visits.map((visit) => [ways.message[visit], visit])).values()];
    const rest = seen.length > 24 ? ` and ${number(seen.length - 24)} more` : "";
    return [make("p", { className: "tools" }, what + " ", ...seen.slice(0, 24).map(messageButton), rest)];
  }
  function showCell() {
    outline.style.display = chosenCell === null && chosenRow === null ? "none" : "";
    way.style.strokeWidth = part === whole ? "" : 3;
    if (chosenCell === null && chosenRow === null) {
      card.replaceChildren(make("p", { textContent: `${plural(of, "row")}, ${plural(steps, "step")}. Click a cell to see ` +
        (ways !== null ? `its ${one}s, and a ${one} to see its way.` : "what it has.") }));
      return;
    }
    const at = chosenCell !== null ? boundsOf(chosenCell)
      : { firstStep: 0, endStep: steps, firstRow: chosenRow, endRow: chosenRow + 1 };
    outline.setAttribute("x", x(at.firstStep));
    outline.setAttribute("y", y(at.firstRow));
    outline.setAttribute("width", Math.max(2, x(at.endStep) - x(at.firstStep)));
    outline.setAttribute("height", Math.max(2, y(at.endRow) - y(at.firstRow)));
    const text = chosenCell !== null ? cellText(chosenCell)
      : `Link ${linkName(chosenRow)}: busy in ${number(links.busy[chosenRow])} of ${plural(steps, "step")}.`;
    const found = ways === null ? { cross: [], wait: [] } : visitsIn(at);
    card.replaceChildren(make("p", { textContent: text }),
      ...listed("Crossing:", found.cross), ...listed("Waiting:", found.wait));
  }

  // A message's links, its own and then those of the message that it is merged into, and from when on it stands there.
  function wayOf(message) {
    if (pieces !== null) return wayOfPiece(message);
    const parts = [];
    let from = 0;
    let one = message;
    for (let merges = 0; one !== undefined && merges <= ways.merged_from.length; ++merges) {
      for (let visit = ways.first[one]; visit < ways.first[one + 1]; ++visit)
        if (ways.begin[visit] >= from) parts.push({ visit, start: Math.max(from, ways.arrived[visit]) });
      const merge = ways.merged_from.indexOf(one);
      if (merge >= 0) from = ways.merged_step[merge];
      one = ways.merged_into[merge];
    }
    return parts;
  }
  // Pieces are copied: each of its links follows the one that brought the piece to where it begins, the last before it.
  function wayOfPiece(piece) {
    const visits = Array.from({ length: ways.first[piece + 1] - ways.first[piece] }, (_, k) => ways.first[piece] + k);
    return visits.map((visit) => {
      const brought = links === null || links.to === null ? []
        : visits.filter((other) => other !== visit && links.to[ways.row[other]] === links.from[ways.row[visit]]);
      const before = brought.findLast((other) => ways.begin[other] < ways.begin[visit])
        ?? brought.findLast((other) => ways.begin[other] === ways.begin[visit]);
      return { visit, start: ways.begin[visit], before };
    });
  }
  const mergesOf = (message) => {
    const merge = ways.merged_from.indexOf(message);
    return merge < 0 ? "" : ` It merges into message ${number(ways.merged_into[merge])} in step ${number(ways.merged_step[merge] + 1)}.`;
  };
  const messageCard = make("div", { id: "message-card" });
  messageCard.setAttribute("aria-live", "polite");
  function showMessage() {
    const message = selection.message;
    way.setAttribute("d", "");
    for (const mark of document.querySelectorAll(".on-way")) mark.classList.remove("on-way");
    messageCard.replaceChildren();
    if (message === null || ways === null) return;
    if (!(message < ways.first.length - 1)) {
      messageCard.append(make("p", { textContent: `There is no ${one} ${number(message)}.` }));
      return;
    }
    const visits = wayOf(message);
    const middle = (visit) => y(ways.row[visit] + 0.5);
    way.setAttribute("d", visits.map(({ visit, start, before }, k) => {
      const from = pieces === null ? (k === 0 ? "M" : "L") : before === undefined ? "M"
        : `M${x(ways.end[before])} ${middle(before)}L`;
      return `${from}${x(start)} ${middle(visit)}H${x(ways.end[visit])}`;
    }).join(""));
    for (const { visit } of links === null ? [] : visits)
      document.querySelector(`line[data-link="${links.link[ways.row[visit]]}"]`)?.classList.add("on-way");
    if (pieces !== null) {
      const last = Math.max(...visits.map(({ visit }) => ways.end[visit]));
      messageCard.append(make("p", { textContent: `Piece ${number(message)} crosses ${plural(visits.length, "link")}, the last in ` +
        `step ${number(last)}.` }), listTable(visits, ["link", "in step"], ({ visit }) => [ways.end[visit]]));
      return;
    }
    const ends = `Message ${number(message)} from ${number(ways.source[message])} to ${number(ways.destination[message])}`;
    if (visits.length === 0) {
      messageCard.append(make("p", { textContent: `${ends} crosses no link.${mergesOf(message)}` }));
      return;
    }
    const waits = visits.reduce((sum, { visit, start }) => sum + ways.begin[visit] - start, 0);
    messageCard.append(make("p", { textContent: `${ends}: ${plural(visits.length, "link")}, there after ` +
      `${plural(ways.end[visits.at(-1).visit], "step")}, ${number(waits)} of them waiting.${mergesOf(message)}` }));
    messageCard.append(listTable(visits, ["link", "steps waiting", "crosses from step", "to step"],
      ({ visit, start }) => [ways.begin[visit] - start, ways.begin[visit] + 1, ways.end[visit]]));
  }
  function listTable(visits, heads, numbersOf) {
    const rows = visits.slice(0, 200).map((one) => make("tr", {},
      make("td", { className: "name", textContent: linkName(ways.row[one.visit]) +
        (ways.message[one.visit] === selection.message ? "" : `, in message ${number(ways.message[one.visit])}`) }),
      ...numbersOf(one).map((value) => make("td", { className: "number", textContent: number(value) }))));
    const names = heads.map((textContent, k) => make("th", { className: k === 0 ? "name" : "number", textContent }));
    const table = make("div", { className: "wide" }, make("table", {}, make("thead", {}, make("tr", {}, ...names)),
      make("tbody", {}, ...rows)));
    if (visits.length > 200) table.append(make("p", { textContent: `The first 200 of its ${number(visits.length)} links.` }));
    return table;
  }

  // The step and the row under a pointer.
  function entryAt(event) {
    const box = ground.getBoundingClientRect();
    const entry = (at, size, first, end) => first + Math.max(0, Math.min(end - first - 1, Math.floor((at / size) * (end - first))));
    return [entry(event.clientX - box.left, box.width, part.firstStep, part.endStep),
      entry(event.clientY - box.top, box.height, part.firstRow, part.endRow)];
  }
  const cellAt = (event) => cellOfEntry(...entryAt(event));
  const chooseCell = (cell) => {
    const at = boundsOf(cell);
    select({ link: links === null ? null : links.link[at.firstRow], step: at.firstStep + 1 });
    if (links !== null) return;
    chosenCell = cell;
    showCell();
  };
  ground.addEventListener("pointermove", (event) => { hint.textContent = cellText(cellAt(event)); });
  const zoom = spaceTimeZoom({ ground, steps, of, entryAt, part: () => part });
  ground.addEventListener("click", (event) => {
    event.stopPropagation();
    if (!zoom.dragged()) chooseCell(cellAt(event));
  });
  ground.addEventListener("keydown", (event) => {
    const [right, below] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (right === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (chosenCell === null) {
      chooseCell(cellOfEntry(part.firstStep, part.firstRow));
      return;
    }
    // The cell beside it, where there is one; what is shown follows.
    const at = boundsOf(chosenCell);
    const next = (by, first, end, most) => by === 0 ? first : by < 0 ? Math.max(0, first - 1) : Math.min(most - 1, end);
    const entry = [next(right, at.firstStep, at.endStep, steps), next(below, at.firstRow, at.endRow, of)];
    zoom.reach(...entry);
    chooseCell(cellOfEntry(...entry));
  });

  const scale = make("output");
  const buttons = layers.length === 1 ? [] : layers.map(([name, text]) =>
    [name, makeButton(text, () => { layer = name; paint(); })]);
  const tools = make("div", { className: "tools" }, ...buttons.map(([, button]) => button), ...zoom.buttons, scale);
  if (ways !== null) {
    ways.first = [0];
    ways.message = [];
    ways.links.forEach((count, message) => {
      ways.first.push(ways.first.at(-1) + count);
      for (let k = 0; k < count; ++k) ways.message.push(message);
    });
    const input = make("input", { type: "number", min: 0, max: ways.links.length - 1, id: "message" });
    input.setAttribute("aria-label", `The ${one} whose way is shown, from 0`);
    input.addEventListener("input", () => {
      const wanted = Number.parseInt(input.value, 10);
      select({ message: Number.isSafeInteger(wanted) && wanted >= 0 ? wanted : null });
    });
    const last = () => ways.message[ways.end.reduce((best, end, visit) => end > ways.end[best] ? visit : best, 0)];
    tools.append(make("label", {}, pieces === null ? " Message " : " Piece ", input), makeButton("The last to arrive", () => select({ message: last() })));
    listeners.push(() => { if (document.activeElement !== input) input.value = selection.message ?? ""; });
  }
  (drawing.closest(".wide") ?? drawing).before(tools);
  // What waits is a layer of this picture; its own picture stays for what is printed.
  view.querySelector('[data-still="waiting"]')?.classList.add("still");
  if (links !== null) links.link.forEach((link, row) => linkNames.set(link, `link ${linkName(row)}`));
  view.append(card, make("p", { className: "reading", textContent: "Keys: the arrows go from cell to cell, + and − zoom, Shift with " +
    "an arrow moves what is shown, 0 shows all. After a click the wheel zooms; drag moves." }), messageCard);

  // The cells of the part that is shown: where cells of the whole have several links or steps, and all messages are known,
  // those of single links and steps.
  const coarse = wide < steps || high < of;
  let exact = null;  // whether messages show all that links carried: of worms they show only from when to when
  function finerGrid() {
    const [columns, rows] = [part.endStep - part.firstStep, part.endRow - part.firstRow];
    if (!coarse || part === whole || ways === null || columns > wide || rows > high) return whole;
    exact ??= pieces === null && visitsOfRows().every((visits, row) =>
      visits.reduce((sum, visit) => sum + ways.end[visit] - ways.begin[visit], 0) === links.busy[row]);
    if (!exact) return whole;
    const cells = Object.fromEntries(layers.map(([name]) => [name, new Float64Array(columns * rows)]));
    const add = (name, row, from, to, amount) => {
      for (let step = Math.max(from, part.firstStep); step < Math.min(to, part.endStep); ++step)
        cells[name][row * columns + step - part.firstStep] += amount;
    };
    for (let row = 0; row < rows; ++row) {
      for (const visit of visitsOfRows()[row + part.firstRow]) {
        add("carried", row, ways.begin[visit], ways.end[visit], 1);
        if (cells.waiting !== undefined) add("waiting", row, ways.arrived[visit], ways.begin[visit], 1);
      }
    }
    return { ...part, wide: columns, high: rows, cells, most: mostOf(cells) };
  }
  const axes = spaceTimeAxes(drawing, { left, top, width, height });
  function showPart() {
    const wanted = zoom.wanted() ?? whole;
    const same = ["firstStep", "endStep", "firstRow", "endRow"].every((key) => wanted[key] === part[key]);
    if (same) return;
    part = wanted;
    grid = finerGrid();
    axes(part === whole ? null : part);
    paint();
  }
  listeners.push(() => {
    showPart();
    const row = selection.link === null || links === null ? -1 : links.link.indexOf(selection.link);
    const during = selection.step !== null && selection.step >= 1 && selection.step <= steps;
    const there = row >= grid.firstRow && row < grid.endRow && selection.step > grid.firstStep && selection.step <= grid.endStep;
    chosenCell = row >= 0 && during && there ? cellOfEntry(selection.step - 1, row) : null;
    chosenRow = row >= 0 && selection.step === null ? row : null;
    showCell();
    showMessage();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  paint();
  if (pieces !== null && links?.to) addTravel(ways, links, steps);
}

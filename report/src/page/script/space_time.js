// ---- Links over time, cell by cell: what crossed, what waited, and the ways of messages
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

function addSpaceTime(view, use, ground) {
  const { columns: wide, rows: high, steps, of } = use;
  const decodeAll = (record) => record === null ? null
    : Object.fromEntries(Object.entries(record).map(([name, text]) => [name, text === null ? null : decodeNumbers(text)]));
  const links = decodeAll(use.links);
  const ways = decodeAll(use.messages);
  const layers = [["carried", data.first_run === undefined ? "Words" : "Busy"]];
  if (use.waiting !== null) layers.push(["waiting", "Waiting"]);
  const cells = Object.fromEntries(layers.map(([name]) => [name, decodeNumbers(use[name])]));
  const most = Object.fromEntries(layers.map(([name]) => [name, cells[name].reduce((a, b) => Math.max(a, b), 0)]));
  const firstOf = (bin, entries, bins) => Math.ceil((bin * entries) / bins);
  let layer = "carried";

  // The picture: the still one's axes, and in them an image with a pixel for a cell, or for several the strongest.
  const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(ground.getAttribute(name)));
  const drawing = ground.ownerSVGElement;
  for (const area of drawing.querySelectorAll('path[data-grid="links"]')) area.remove();
  const [across, down] = [Math.min(wide, Math.round(width)), Math.min(high, Math.round(height))];
  const canvas = make("canvas", { width: across, height: down });
  const image = makeMark("image", { x: left, y: top, width, height, preserveAspectRatio: "none" });
  image.style.imageRendering = "pixelated";
  const way = makeMark("path", { class: "way" });
  const outline = makeMark("rect", { class: "outline" });
  const hint = makeMark("title", {});
  ground.after(image, way, outline);
  ground.append(hint);
  for (const mark of [image, way, outline]) mark.style.pointerEvents = "none";
  ground.classList.add("cells");
  ground.setAttribute("tabindex", "0");
  ground.setAttribute("aria-label", "Links over steps; arrow keys go from cell to cell");
  const x = (step) => left + (width * step) / steps;
  const y = (row) => top + (height * row) / of;

  function paint() {
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, across, down);
    const strongest = new Float64Array(across * down);
    cells[layer].forEach((value, k) => {
      const pixel = binOf(Math.floor(k / wide), high, down) * across + binOf(k % wide, wide, across);
      strongest[pixel] = Math.max(strongest[pixel], value);
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
  }

  // ---- What a cell has
  const linkName = (row) => links === null ? `${number(row + 1)} of ${number(of)} that carried something`
    : links.to === null ? `of sender ${links.from[row]}` : `${links.from[row]} to ${links.to[row]}`;
  const boundsOf = ([column, row]) => ({
    firstStep: firstOf(column, steps, wide), endStep: firstOf(column + 1, steps, wide),
    firstRow: firstOf(row, of, high), endRow: firstOf(row + 1, of, high),
  });
  let visitsOfRow = null;
  function visitsIn({ firstStep, endStep, firstRow, endRow }) {
    if (visitsOfRow === null) {
      visitsOfRow = Array.from({ length: of }, () => []);
      ways.row.forEach((row, k) => visitsOfRow[row].push(k));
    }
    const found = { cross: [], wait: [] };
    for (const visit of visitsOfRow.slice(firstRow, endRow).flat()) {
      if (ways.begin[visit] < endStep && ways.end[visit] > firstStep) found.cross.push(visit);
      if (ways.arrived[visit] < Math.min(endStep, ways.begin[visit]) && ways.begin[visit] > firstStep) found.wait.push(visit);
    }
    return found;
  }
  function cellText(cell) {
    const at = boundsOf(cell);
    const value = (name) => cells[name][cell[1] * wide + cell[0]];
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
    if (chosenCell === null && chosenRow === null) {
      card.replaceChildren(make("p", { textContent: `${plural(of, "row")}, ${plural(steps, "step")}. Click a cell to see ` +
        (ways !== null ? "its messages, and a message to see its way." : "what it has.") }));
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
    if (!(message < ways.source.length)) {
      messageCard.append(make("p", { textContent: `There is no message ${number(message)}.` }));
      return;
    }
    const visits = wayOf(message);
    way.setAttribute("d", visits.map(({ visit, start }, k) =>
      `${k === 0 ? "M" : "L"}${x(start)} ${y(ways.row[visit] + 0.5)}H${x(ways.end[visit])}`).join(""));
    for (const { visit } of links === null ? [] : visits)
      document.querySelector(`line[data-link="${links.link[ways.row[visit]]}"]`)?.classList.add("on-way");
    const ends = `Message ${number(message)} from ${number(ways.source[message])} to ${number(ways.destination[message])}`;
    if (visits.length === 0) {
      messageCard.append(make("p", { textContent: `${ends} crosses no link.${mergesOf(message)}` }));
      return;
    }
    const waits = visits.reduce((sum, { visit, start }) => sum + ways.begin[visit] - start, 0);
    messageCard.append(make("p", { textContent: `${ends}: ${plural(visits.length, "link")}, there after ` +
      `${plural(ways.end[visits.at(-1).visit], "step")}, ${number(waits)} of them waiting.${mergesOf(message)}` }));
    const rows = visits.slice(0, 200).map(({ visit, start }) => make("tr", {},
      make("td", { className: "name", textContent: linkName(ways.row[visit]) +
        (ways.message[visit] === message ? "" : `, in message ${number(ways.message[visit])}`) }),
      ...[ways.begin[visit] - start, ways.begin[visit] + 1, ways.end[visit]]
        .map((value) => make("td", { className: "number", textContent: number(value) }))));
    const heads = [["name", "link"], ["number", "steps waiting"], ["number", "crosses from step"], ["number", "to step"]]
      .map(([className, textContent]) => make("th", { className, textContent }));
    messageCard.append(make("div", { className: "wide" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads)),
      make("tbody", {}, ...rows))));
    if (visits.length > 200) messageCard.append(make("p", { textContent: `The first 200 of its ${number(visits.length)} links.` }));
  }

  function cellAt(event) {
    const box = ground.getBoundingClientRect();
    const bin = (at, size, bins) => Math.max(0, Math.min(bins - 1, Math.floor((at / size) * bins)));
    return [binOf(bin(event.clientX - box.left, box.width, steps), steps, wide),
      binOf(bin(event.clientY - box.top, box.height, of), of, high)];
  }
  const chooseCell = (cell) => {
    const at = boundsOf(cell);
    select({ link: links === null ? null : links.link[at.firstRow], step: at.firstStep + 1 });
    if (links !== null) return;
    chosenCell = cell;
    showCell();
  };
  ground.addEventListener("pointermove", (event) => { hint.textContent = cellText(cellAt(event)); });
  ground.addEventListener("click", (event) => { event.stopPropagation(); chooseCell(cellAt(event)); });
  ground.addEventListener("keydown", (event) => {
    const [right, below] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (right === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [column, row] = chosenCell ?? [0, 0];
    chooseCell([Math.max(0, Math.min(wide - 1, column + right)), Math.max(0, Math.min(high - 1, row + below))]);
  });

  const scale = make("output");
  const buttons = layers.length === 1 ? [] : layers.map(([name, text]) =>
    [name, makeButton(text, () => { layer = name; paint(); })]);
  const tools = make("div", { className: "tools" }, ...buttons.map(([, button]) => button), scale);
  if (ways !== null) {
    ways.first = [0];
    ways.message = [];
    ways.links.forEach((count, message) => {
      ways.first.push(ways.first.at(-1) + count);
      for (let k = 0; k < count; ++k) ways.message.push(message);
    });
    const input = make("input", { type: "number", min: 0, max: ways.source.length - 1, id: "message" });
    input.setAttribute("aria-label", "The message whose way is shown, from 0");
    input.addEventListener("input", () => {
      const wanted = Number.parseInt(input.value, 10);
      select({ message: Number.isSafeInteger(wanted) && wanted >= 0 ? wanted : null });
    });
    const last = () => ways.message[ways.end.reduce((best, end, visit) => end > ways.end[best] ? visit : best, 0)];
    tools.append(make("label", {}, " Message ", input), makeButton("The last to arrive", () => select({ message: last() })));
    listeners.push(() => { if (document.activeElement !== input) input.value = selection.message ?? ""; });
  }
  (drawing.closest(".wide") ?? drawing).before(tools);
  if (links !== null) links.link.forEach((link, row) => linkNames.set(link, `link ${linkName(row)}`));
  view.append(card, messageCard);
  listeners.push(() => {
    const row = selection.link === null || links === null ? -1 : links.link.indexOf(selection.link);
    const during = selection.step !== null && selection.step >= 1 && selection.step <= steps;
    chosenCell = row >= 0 && during ? [binOf(selection.step - 1, steps, wide), binOf(row, of, high)] : null;
    chosenRow = row >= 0 && selection.step === null ? row : null;
    showCell();
    showMessage();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  paint();
}

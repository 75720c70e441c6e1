// ---- The pieces of a collective travel over the drawing of the network, step by step
function addTravel(ways, links, steps) {
  const drawing = document.querySelector("#machine svg");
  const lines = new Map([...document.querySelectorAll("#machine line[data-link]")].map((line) => [Number(line.dataset.link), line]));
  const marks = new Map([...document.querySelectorAll("#machine [data-component]")].map((mark) => [Number(mark.dataset.component), mark]));
  if (lines.size === 0 || steps === 0) return;
  const pieceCount = ways.links.length;

  // What crosses in a step: of each link its pieces.
  const crossing = Array.from({ length: steps }, () => new Map());
  ways.row.forEach((row, visit) => {
    const inStep = crossing[ways.begin[visit]];
    if (!inStep.has(row)) inStep.set(row, []);
    inStep.get(row).push(ways.message[visit]);
  });

  // When a node has first got a piece; 0: it has it from the start. What a worm passes in a step has got nothing.
  const got = new Map([...marks.keys()].map((node) => [node, new Map()]));
  crossing.forEach((inStep, step) => {
    const left = new Set();
    for (const [row, list] of inStep) for (const piece of list) left.add(links.from[row] * pieceCount + piece);
    const comes = new Set();
    for (const [row, list] of inStep) for (const piece of list) comes.add(links.to[row] * pieceCount + piece);
    for (const [row, list] of inStep) {
      for (const piece of list) {
        const [from, to] = [got.get(links.from[row]), got.get(links.to[row])];
        if (from !== undefined && !from.has(piece) && !comes.has(links.from[row] * pieceCount + piece)) from.set(piece, 0);
        if (to !== undefined && !to.has(piece) && !left.has(links.to[row] * pieceCount + piece)) to.set(piece, step + 1);
      }
    }
  });
  const gotBy = new Map([...got].map(([node, when]) => [node, [...when.values()].sort((a, b) => a - b)]));

  // A link's way in the drawing. One around an edge, or across others, is a stub: what leaves by it comes in at the
  // other side of the node where it ends.
  const middle = (mark) => mark.tagName === "circle" ? ["cx", "cy"].map((name) => Number(mark.getAttribute(name)))
    : [["x", "width"], ["y", "height"]].map(([at, size]) => Number(mark.getAttribute(at)) + Number(mark.getAttribute(size)) / 2);
  const pitch = [0, 1].map((axis) => {
    const places = [...new Set([...marks.values()].map((mark) => middle(mark)[axis]))].sort((a, b) => a - b);
    return Math.min(...places.slice(1).map((place, k) => place - places[k]));
  });
  function wayOfLink(row) {
    const line = lines.get(links.link[row]);
    if (line === undefined) return null;
    const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((name) => Number(line.getAttribute(name)));
    const [across, down] = [x2 - x1, y2 - y1];
    const stub = (across === 0 && Math.abs(down) < pitch[1] / 2) || (down === 0 && Math.abs(across) < pitch[0] / 2);
    const end = stub ? middle(marks.get(links.to[row])) : [x2, y2];
    return { line, at: (share) => stub && share > 0.5 ? [end[0] - 2 * across * (1 - share), end[1] - 2 * down * (1 - share)]
      : [x1 + (stub ? 2 : 1) * share * across, y1 + (stub ? 2 : 1) * share * down] };
  }
  const wayOfRow = links.link.map((_, row) => wayOfLink(row));

  // Its style comes with it: the style sheet is part of every page.
  document.head.append(make("style", { textContent: ".travelled line { opacity: 0.12; stroke-width: 2px; } " +
    ".travelled line:is(.crossed, .on-way) { opacity: 0.7; } .piece { stroke: var(--ground); stroke-width: 1; }" }));
  const layer = makeMark("g", { "pointer-events": "none" });
  drawing.append(layer);
  const caption = make("output");
  caption.setAttribute("aria-live", "polite");
  const hue = (piece) => `hsl(${(piece * 137.5) % 360} 75% 45%)`;
  let dots = [];      // of the step that is shown: a mark, and where it is
  let shown = null;   // that step, from 0
  let chosenPiece = null;
  function showStep(step) {
    if (shown === step && chosenPiece === selection.message) return;
    [shown, chosenPiece] = [step, selection.message];
    drawing.classList.toggle("travelled", step !== null);
    for (const { line } of wayOfRow.filter((way) => way !== null)) line.classList.remove("crossed");
    layer.replaceChildren();
    dots = [];
    for (const [row, list] of step === null ? [] : crossing[step]) {
      const way = wayOfRow[row];
      if (way === null) continue;
      way.line.classList.add("crossed");
      const chosen = chosenPiece !== null && list.includes(chosenPiece);
      const mark = makeMark("circle", { r: Math.min(9, 3.5 + Math.log2(list.length)),
        class: "piece" + (chosenPiece === null || chosen ? "" : " faint") });
      mark.style.fill = chosen ? hue(chosenPiece) : list.length === 1 ? hue(list[0]) : "var(--ink)";
      layer.append(mark);
      dots.push({ mark, way });
    }
    for (const [node, mark] of marks) {
      const all = gotBy.get(node);
      const now = all.filter((when) => when <= step).length;
      mark.style.fillOpacity = step === null ? "" : 0.15 + (0.85 * now) / Math.max(1, all.length);
    }
    const list = step === null ? [] : [...crossing[step].values()];
    caption.textContent = step === null ? "The whole run." : `Step ${number(step + 1)} of ${number(steps)}: ` +
      `${plural(list.length, "link")} carry ${plural(list.reduce((sum, of) => sum + of.length, 0), "piece")}.`;
  }
  function moveTo(share) {
    for (const { mark, way } of dots) {
      const [x, y] = way.at(share);
      mark.setAttribute("cx", x);
      mark.setAttribute("cy", y);
    }
  }

  // ---- Played: a step is the selection's, from which all views follow
  const speed = make("select", {}, ...[0.5, 1, 2, 5, 10].map((n) => make("option", { value: n, textContent: `${plural(n, "step")} a second` })));
  speed.value = "1";
  speed.setAttribute("aria-label", "Steps a second");
  const slider = make("input", { type: "range", min: 0, max: steps, value: 0, id: "play-at" });
  slider.setAttribute("aria-label", "Steps; 0 is the whole run");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let begun = null;  // when the step that is played began
  let frame = 0;
  const play = makeButton("Play", () => { if (begun === null) start(); else pause(); });
  play.id = "play";
  function pause() {
    cancelAnimationFrame(frame);
    begun = null;
    play.textContent = "Play";
    moveTo(0.5);
  }
  function start() {
    play.textContent = "Pause";
    if (shown === null || shown + 1 >= steps) select({ step: 1 });
    begun = performance.now();
    frame = requestAnimationFrame(next);
  }
  function next(now) {
    const share = Math.max(0, (now - begun) * Number(speed.value) / 1000);
    if (share >= 1 && shown + 1 >= steps) {
      pause();
      return;
    }
    if (share >= 1) {
      begun = now;
      select({ step: shown + 2 });
    }
    moveTo(still.matches ? 0.5 : Math.min(1, share >= 1 ? 0 : share));
    frame = requestAnimationFrame(next);
  }
  slider.addEventListener("input", () => {
    pause();
    select({ step: Number(slider.value) === 0 ? null : Number(slider.value) });
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "p") play.click();
  });
  const tools = make("div", { className: "tools" }, play, slider, speed,
    makeButton("Whole run", () => { pause(); select({ step: null }); }), caption);
  (drawing.closest(".wide") ?? drawing).before(tools, make("p", { className: "reading", textContent: "P plays. A dot is a piece " +
    "on its way, in a colour of its own; a larger one without colour is several. A node is the fuller the more it has of the pieces that it " +
    "gets. A piece that is chosen below stands out." }));
  listeners.push(() => {
    const during = selection.step !== null && selection.step >= 1 && selection.step <= steps;
    if (!during && begun !== null) pause();
    showStep(during ? selection.step - 1 : null);
    if (begun === null) moveTo(0.5);
    slider.value = during ? selection.step : 0;
    slider.setAttribute("aria-valuetext", caption.textContent);
  });
}

// ---- The machine: loads of the selected steps, frame by frame
{
  const view = document.getElementById("machine");
  if (view !== null && data.machine_loads?.received !== undefined) addMachine(view, data.machine_loads);
}

function addMachine(view, pictures) {
  const heatOf = (share) => share > 0 ? Math.max(1, Math.round(Math.min(share, 1) * (heatLevels - 1))) : 0;

  // Draws shares of the most into the cells of a picture, neighbours of one colour as one mark.
  function cellPainter(drawing, grid, picture) {
    const ground = drawing.querySelector(`rect[data-grid="${grid}"]`);
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(ground.getAttribute(name)));
    for (const area of drawing.querySelectorAll(`path[data-grid="${grid}"]`)) area.remove();
    const areas = Array.from({ length: heatLevels }, (_, level) => makeMark("path", { class: `heat h${level}` }));
    const outline = makeMark("rect", { class: "outline", width: width / picture.columns, height: height / picture.rows });
    const hint = makeMark("title", {});
    ground.append(hint);
    ground.after(...areas);
    areas.at(-1).after(outline);
    for (const area of areas) area.style.pointerEvents = "none";
    const across = (column) => Math.round((x + (width * column) / picture.columns) * 100) / 100;
    const down = (row) => Math.round((y + (height * row) / picture.rows) * 100) / 100;
    const cellAt = (event) => {
      const box = ground.getBoundingClientRect();
      const column = Math.floor(((event.clientX - box.left) / box.width) * picture.columns);
      const row = Math.floor(((event.clientY - box.top) / box.height) * picture.rows);
      return Math.min(row, picture.rows - 1) * picture.columns + Math.min(column, picture.columns - 1);
    };
    ground.classList.add("cells");
    ground.addEventListener("click", (event) => picture.choose(cellAt(event)));
    ground.addEventListener("pointermove", (event) => { hint.textContent = picture.text(cellAt(event)); });
    return (shares, range, faint) => {
      for (const area of areas) area.classList.toggle("faint", faint);
      const paths = areas.map(() => "");
      for (let row = 0; row < picture.rows; ++row) {
        for (let first = 0; first < picture.columns;) {
          const level = heatOf(shares[row * picture.columns + first]);
          let last = first + 1;
          while (last < picture.columns && heatOf(shares[row * picture.columns + last]) === level) ++last;
          if (level > 0 && range.has(level))
            paths[level] += `M${across(first)} ${down(row)}H${across(last)}V${down(row + 1)}H${across(first)}Z`;
          first = last;
        }
      }
      areas.forEach((area, level) => area.setAttribute("d", paths[level]));
      const cell = picture.chosen();
      outline.style.display = cell === null ? "none" : "";
      if (cell === null) return;
      outline.setAttribute("x", across(cell % picture.columns));
      outline.setAttribute("y", down(Math.floor(cell / picture.columns)));
    };
  }

  function linePainter(drawing, picture) {
    const byLink = new Map([...drawing.querySelectorAll("line[data-link]")].map((line) => [Number(line.dataset.link), line]));
    const lines = picture.link.map((link) => byLink.get(link));
    const levels = lines.map((line) => Number(/ h(\d+)/.exec(line.getAttribute("class"))[1]));
    return (shares, range) => {
      lines.forEach((line, k) => {
        const level = heatOf(shares[k]);
        if (level !== levels[k]) line.classList.replace("h" + levels[k], "h" + level);
        levels[k] = level;
        line.classList.toggle("cool", !range.has(level));
      });
    };
  }

  // The pictures that there are, with what they say and choose.
  const components = data.components;
  for (const name of ["received", "served"]) {
    const picture = pictures[name];
    const first = (cell) => {
      const [column, row] = [cell % picture.columns, Math.floor(cell / picture.columns)];
      const start = (bin, entries, bins) => Math.ceil((bin * entries) / bins);
      return start(row, picture.down, picture.rows) * picture.across + start(column, picture.across, picture.columns);
    };
    picture.text = (cell) => componentText(first(cell));
    picture.choose = (cell) => { if (first(cell) < components.received.length) toggle("component", first(cell)); };
    picture.chosen = () => selection.component === null || !(selection.component < components.received.length)
      ? null : cellOf(picture, selection.component);
    picture.unit = name === "received" ? "message" : "request";
  }
  for (const picture of ways()) {
    picture.text = (mark) => picture.link[mark] === null ? "" : `link ${picture.from[mark]} to ${picture.to[mark]}: ` +
      `busy in ${plural(picture.busy[mark], "step")} of the network, ${picture === pictures.links ? "forward" : "back"}`;
    picture.choose = (mark) => { if (picture.link[mark] !== null) toggle("link", picture.link[mark]); };
    picture.chosen = () => {
      const mark = selection.link === null ? -1 : picture.link.indexOf(selection.link);
      return mark < 0 ? null : mark;
    };
    picture.unit = "step";
  }
  function componentText(component) {
    if (!(component < components.received.length)) return "";
    return `component ${number(component)}: sent ${number(components.sent[component])}, received ` +
      `${plural(components.received[component], "message")}, served ${plural(components.served[component], "request")}; ` +
      `busiest in ${plural(components.times_busiest[component], "phase")}`;
  }

  const boxes = new Map([...view.querySelectorAll("[data-picture]")].map((box) => [box.dataset.picture, box]));
  const shown = [];  // name, picture, drawing and painter of each
  for (const [name, box, grid] of [["received", "components", "received"], ["served", "components", "served"],
    ["links", "links", "places"], ["replies", "replies", "places"]]) {
    const picture = pictures[name];
    const drawing = boxes.get(box)?.querySelector("svg");
    if (picture === undefined || !drawing) continue;
    const paint = picture.columns === undefined ? linePainter(drawing, picture) : cellPainter(drawing, grid, picture);
    shown.push({ name, picture, drawing, paint, labels: [...drawing.querySelectorAll(`[data-whole="${grid}"]`)],
      scale: drawing.querySelector(`[data-scale="${name}"], [data-scale="most"]`) });
  }
  for (const one of shown) if (one.scale !== null) one.wholeScale = one.scale.textContent;

  // The frames that a selection shows; null: the whole run.
  function framesOf(picture) {
    const { step, from, to } = selection;
    if (picture.frames === undefined) return null;
    const frames = picture.frames;
    if (step !== null) return [Math.min(frameOf(picture, step), frames.count)];
    const picked = records.picked();
    // What a component or a link carried is marked in the timeline; it does not change what the machine shows.
    const filtered = ["line", "pardo", "degree"].some((key) => selection[key] !== null) && picked !== null;
    if (from === null && to === null && !filtered) return null;
    const some = new Set();
    if (!filtered) {
      const last = to === null ? frames.count - 1 : Math.min(frameOf(picture, Math.max(to, 1)), frames.count - 1);
      for (let frame = from === null ? 0 : frameOf(picture, Math.max(from, 1)); frame <= last; ++frame) some.add(frame);
      return [...some];
    }
    const [first, last] = records.range();
    for (let k = first; k <= last; ++k) {
      if (picked[k] === 0) continue;
      const end = frameOf(picture, records.lasts[k]);
      for (let frame = frameOf(picture, records.firsts[k]); frame <= end; ++frame) some.add(frame);
    }
    return [...some].filter((frame) => frame < frames.count);
  }

  // What each mark did in the whole run: of a cell of several the most.
  function wholeLoads(name, picture) {
    if (picture.busy !== undefined) return picture.busy.map((steps) => steps ?? 0);
    const loads = new Array(picture.marks).fill(0);
    components[name].forEach((load, component) => {
      const cell = cellOf(picture, component);
      loads[cell] = Math.max(loads[cell], load);
    });
    return loads;
  }
  for (const one of shown) one.whole = wholeLoads(one.name, one.picture);

  // Shares of the most, and what the most is.
  function loadsOf({ picture, whole }, frames) {
    if (frames === null) return { shares: whole.map((load) => load / picture.most), most: picture.most };
    const sums = new Float64Array(picture.marks);
    for (const frame of frames) {
      for (let mark = 0; mark < picture.marks; ++mark) sums[mark] += levelAt(picture, mark, frame);
    }
    // One frame is compared with all others; a sum of frames is scaled to its own most.
    const top = frames.length <= 1 ? topLevel : Math.max(1, sums.reduce((a, b) => Math.max(a, b), 0));
    return { shares: Array.from(sums, (sum) => sum / top), most: (picture.frames.most * top) / topLevel };
  }

  const range = heatRange(paint);
  const caption = make("p", { id: "machine-card" });
  caption.setAttribute("aria-live", "polite");
  const leading = pictures.received;
  const frameCount = leading.frames?.count ?? 0;

  function captionText(frames) {
    const chosenOne = [];
    if (selection.component !== null) chosenOne.push(componentText(selection.component));
    for (const picture of ways()) if (picture.chosen() !== null) chosenOne.push(picture.text(picture.chosen()));
    const said = chosenOne.filter((text) => text !== "").map((text) => ` ${text[0].toUpperCase()}${text.slice(1)}.`).join("");
    if (frames === null) return "The whole run." + said;
    if (frames.length === 0) return "Nothing was carried in the steps of the selection." + said;
    const each = leading.frames.steps;
    const sorted = [...frames].sort((a, b) => a - b);
    const steps = `${fromTo(sorted[0] * each + 1, sorted.at(-1) * each + each)}`;
    const some = sorted.length < sorted.at(-1) - sorted[0] + 1 ? ", those of the selection" : "";
    const joined = shown.some(({ picture: { frames: over, marks } }) => over !== undefined && over.squares < marks)
      ? " A square of several cells shows the busiest of them." : "";
    return `${frames.length === 1 && each === 1 ? "Step" : "Steps"} ${steps}${some}.` + joined + said;
  }

  function paint() {
    const frames = framesOf(leading);
    for (const one of shown) {
      const own = framesOf(one.picture);
      const { shares, most } = loadsOf(one, own);
      // What is not known over time is faint while steps are shown.
      one.paint(shares, range, own === null && frames !== null);
      one.drawing.closest("[data-picture]").querySelector("p").classList.toggle("reading", own !== null);
      for (const label of one.labels) label.style.visibility = own === null ? "" : "hidden";
      if (one.scale !== null) {
        const about = own !== null && own.length > 1 && most !== Math.round(most) ? "about " : "";
        one.scale.textContent = own === null ? one.wholeScale : `${about}${plural(Math.round(most), one.picture.unit)}`;
      }
    }
    caption.textContent = captionText(frames);
    if (slider !== null) {
      slider.value = selection.step === null ? 0 : 1 + Math.min(frameOf(leading, selection.step), frameCount - 1);
      slider.setAttribute("aria-valuetext", caption.textContent);
    }
  }

  // Forward and back are one place.
  let way = "links";
  const wayButtons = [];
  function showWay() {
    for (const name of ["links", "replies"]) boxes.get(name)?.classList.toggle("still", name !== way);
    for (const [name, button] of wayButtons) button.setAttribute("aria-pressed", name === way);
  }
  const tools = make("div", { className: "tools" });
  let slider = null;
  let timer = 0;
  const stepOf = (frame) => {
    const firstStep = frame * leading.frames.steps + 1;
    if (records.count === 0 || records.binned || firstStep > records.lasts.at(-1)) return firstStep;
    return records.numbers[records.position(firstStep)];
  };
  if (frameCount > 1) {
    const speed = make("select", {}, ...[1, 2, 5, 10, 25].map((n) => make("option", { value: n, textContent: `${n} a second` })));
    speed.value = "5";
    speed.setAttribute("aria-label", "Frames a second");
    slider = make("input", { type: "range", min: 0, max: frameCount, value: 0, id: "play-at" });
    slider.setAttribute("aria-label", "Steps, frame by frame; 0 is the whole run");
    slider.addEventListener("input", () => {
      pause();
      select({ step: Number(slider.value) === 0 ? null : stepOf(Number(slider.value) - 1) });
    });
    const play = makeButton("Play", () => { if (timer === 0) start(); else pause(); });
    play.id = "play";
    const pause = () => {
      clearTimeout(timer);
      timer = 0;
      play.textContent = "Play";
    };
    const next = () => {
      const frame = selection.step === null ? 0 : frameOf(leading, selection.step) + 1;
      if (frame >= frameCount) {
        pause();
        return;
      }
      select({ step: stepOf(frame) });
      timer = setTimeout(next, 1000 / Number(speed.value));
    };
    const start = () => {
      play.textContent = "Pause";
      if (selection.step !== null && frameOf(leading, selection.step) + 1 >= frameCount) selection.step = null;
      next();
    };
    document.addEventListener("keydown", (event) => {
      if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "p") play.click();
    });
    tools.append(play, slider, speed, makeButton("Whole run", () => { pause(); select({ step: null, from: null, to: null }); }));
  }
  if (boxes.has("links") && boxes.has("replies")) {
    for (const [name, text] of [["links", "Requests"], ["replies", "Replies"]]) {
      const button = makeButton(text, () => { way = name; showWay(); });
      wayButtons.push([name, button]);
      tools.append(button);
    }
    document.addEventListener("keydown", (event) => {
      if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== "r") return;
      way = way === "links" ? "replies" : "links";
      showWay();
    });
  } else {
    way = boxes.has("replies") ? "replies" : "links";
  }
  const keys = [frameCount > 1 ? "P plays" : "", wayButtons.length > 0 ? "R shows replies or requests" : ""].filter((text) => text !== "");
  view.querySelector("[data-picture]").before(tools, make("div", { className: "tools" }, range.element), caption);
  if (frameCount > 1) {
    const each = leading.frames.steps;
    caption.after(make("p", { className: "reading", textContent: `Played in ${plural(frameCount, "frame")} of ` +
      `${plural(each, records.one)}. Keys: ${keys.join(", ")}.` }));
  }
  showWay();
  listeners.push(paint);
}

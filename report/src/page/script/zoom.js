// ---- Which part of the links over time is shown: steps and rows, which the address has as from, to, row_from and row_to
function spaceTimeZoom({ ground, steps, of, entryAt, part }) {
  const leastShown = 4;
  const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
  // A stretch of so many entries that begins near `first`.
  const stretch = (first, length, all) => {
    const count = clamp(Math.round(length), Math.min(leastShown, all), all);
    const begin = clamp(Math.round(first), 0, all - count);
    return [begin, begin + count];
  };
  function choose([firstStep, endStep], [firstRow, endRow]) {
    const allSteps = endStep - firstStep === steps;
    const allRows = endRow - firstRow === of;
    select({ from: allSteps ? null : firstStep + 1, to: allSteps ? null : endStep,
      row_from: allRows ? null : firstRow + 1, row_to: allRows ? null : endRow });
  }
  // What is shown becomes `factor` times as long, about an entry that stays where it is.
  function scale(factor, [step, row]) {
    const at = part();
    const side = (first, end, about, all) => {
      const length = end - first;
      const wanted = factor < 1 ? Math.floor(length * factor) : Math.ceil(length * factor);
      return stretch(about + 0.5 - ((about + 0.5 - first) * wanted) / length, wanted, all);
    };
    choose(side(at.firstStep, at.endStep, step, steps), side(at.firstRow, at.endRow, row, of));
  }
  function move(byStep, byRow) {
    const at = part();
    choose(stretch(at.firstStep + byStep, at.endStep - at.firstStep, steps), stretch(at.firstRow + byRow, at.endRow - at.firstRow, of));
  }
  const isPart = () => part().endStep - part().firstStep < steps || part().endRow - part().firstRow < of;
  // Keys and buttons zoom about the chosen cell, if it is shown.
  function middle() {
    const at = part();
    const outline = ground.ownerSVGElement.querySelector("rect.outline");
    if (outline.style.display === "none") return [(at.firstStep + at.endStep) >> 1, (at.firstRow + at.endRow) >> 1];
    const box = outline.getBoundingClientRect();
    return entryAt({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
  }
  const whole = () => select({ from: null, to: null, row_from: null, row_to: null });

  ground.addEventListener("wheel", (event) => {
    // The page goes on scrolling under a pointer that only passes by.
    if (document.activeElement !== ground && !event.ctrlKey) return;
    event.preventDefault();
    scale(event.deltaY > 0 ? 1.25 : 0.8, entryAt(event));
  }, { passive: false });
  ground.addEventListener("dblclick", (event) => scale(0.5, entryAt(event)));
  let drag = null;
  let far = false;
  ground.addEventListener("pointerdown", (event) => {
    far = false;
    if (!isPart() || event.button !== 0) return;
    drag = { x: event.clientX, y: event.clientY, at: part() };
    ground.setPointerCapture?.(event.pointerId);
  });
  ground.addEventListener("pointermove", (event) => {
    if (drag === null) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    far ||= Math.hypot(x, y) > 4;
    if (!far) return;
    const box = ground.getBoundingClientRect();
    const { firstStep, endStep, firstRow, endRow } = drag.at;
    choose(stretch(firstStep - (x / box.width) * (endStep - firstStep), endStep - firstStep, steps),
      stretch(firstRow - (y / box.height) * (endRow - firstRow), endRow - firstRow, of));
  });
  for (const end of ["pointerup", "pointercancel"]) ground.addEventListener(end, () => { drag = null; });
  ground.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = part();
    const [step, row] = [Math.ceil((at.endStep - at.firstStep) / 4), Math.ceil((at.endRow - at.firstRow) / 4)];
    const act = { "+": () => scale(0.5, middle()), "=": () => scale(0.5, middle()), "-": () => scale(2, middle()), 0: whole,
      ArrowLeft: () => move(-step, 0), ArrowRight: () => move(step, 0), ArrowUp: () => move(0, -row),
      ArrowDown: () => move(0, row) }[event.key];
    if (act === undefined || (event.key.startsWith("Arrow") && !event.shiftKey)) return;
    event.preventDefault();
    act();
  });
  const buttons = [["+", "Zoom in", () => scale(0.5, middle())], ["−", "Zoom out", () => scale(2, middle())], ["All", "Show all", whole]]
    .map(([text, title, action]) => Object.assign(makeButton(text, action), { title, ariaLabel: title }));
  listeners.push(() => {
    // A finger that drags moves the page, or what is shown of a part.
    ground.style.touchAction = isPart() ? "pinch-zoom" : "auto";
    for (const button of buttons.slice(1)) button.disabled = !isPart();
  });

  return {
    buttons,
    dragged: () => far,
    // The part of the address; none: all.
    wanted: () => {
      const { from, to, row_from: top, row_to: bottom } = selection;
      if ([from, to, top, bottom].every((end) => end === null)) return null;
      const side = (first, last, all) => {
        const begin = clamp((first ?? 1) - 1, 0, all - 1);
        return stretch(begin, clamp(last ?? all, begin + 1, all) - begin, all);
      };
      const [[firstStep, endStep], [firstRow, endRow]] = [side(from, to, steps), side(top, bottom, of)];
      return endStep - firstStep === steps && endRow - firstRow === of ? null : { firstStep, endStep, firstRow, endRow };
    },
    // Moves what is shown so far that it has this entry.
    reach: (step, row) => {
      const at = part();
      const by = (entry, first, end) => entry < first ? entry - first : entry >= end ? entry - end + 1 : 0;
      const [byStep, byRow] = [by(step, at.firstStep, at.endStep), by(row, at.firstRow, at.endRow)];
      if (byStep !== 0 || byRow !== 0) move(byStep, byRow);
    },
  };
}

// The axes of a part, in place of those of the still picture. @returns what draws them; null: those of the picture again
function spaceTimeAxes(drawing, { left, top, width, height }) {
  const still = [...drawing.querySelectorAll('[data-ticks="links"]')];
  const own = makeMark("g", {});
  drawing.append(own);
  const ticks = (first, end, most) => {
    let step = 1;
    for (let k = 0; (end - first) / step > most; ++k) step *= k % 3 === 1 ? 2.5 : 2;
    return Array.from({ length: Math.floor((end - 1) / step) - Math.ceil(first / step) + 1 }, (_, k) => (Math.ceil(first / step) + k) * step);
  };
  const label = (x, y, anchor, text) => {
    const mark = makeMark("text", { class: "label", x, y, "text-anchor": anchor });
    mark.textContent = number(text);
    return mark;
  };
  return (part) => {
    for (const mark of still) mark.style.display = part === null ? "" : "none";
    own.replaceChildren();
    if (part === null) return;
    const { firstStep, endStep, firstRow, endRow } = part;
    for (const step of ticks(firstStep, endStep, width / 70)) {
      const x = left + (width * (step - firstStep)) / (endStep - firstStep);
      own.append(makeMark("line", { class: "axis", x1: x, x2: x, y1: top + height, y2: top + height + 4 }),
        label(x, top + height + 18, "middle", step));
    }
    for (const row of ticks(firstRow, endRow, height / 30)) {
      const y = top + (height * (row - firstRow)) / (endRow - firstRow);
      own.append(makeMark("line", { class: "axis", x1: left - 4, x2: left, y1: y, y2: y }), label(left - 6, y + 4, "end", row));
    }
  };
}

// ---- The timeline, to zoom and to pick steps and pardos from
{
  const timeline = document.getElementById("timeline");
  if (timeline !== null && records.count > 0) addTimeline(timeline);
}

function addTimeline(timeline) {
  const { count, numbers, firsts, lasts, total, sum, steps, supersteps, one } = records;
  const left = 64;
  const bottom = 44;
  // Rows of regions, and below them that of pardos.
  const regions = data.regions ?? [];
  const regionHeight = 18 * regions.length;
  const bandHeight = regionHeight + (records.pardoNumbers[0] > 0 ? 18 : 0);
  const top = 10 + bandHeight;
  const canvas = make("canvas", { tabIndex: 0 });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `Charge of each ${one}; arrow keys go from ${one} to ${one}`);
  const card = make("p", { id: "card" });
  card.setAttribute("aria-live", "polite");
  const by = makeButton("Colours by line", () => {
    byLine = !byLine;
    by.textContent = byLine ? "Colours by phase" : "Colours by line";
    explain();
    draw();
  });
  const all = makeButton(`All ${one}s`, () => select({ from: null, to: null, step: null }));
  const still = timeline.querySelector(".wide");
  const legend = make("div", { className: "keys" });
  const keys = make("p", { className: "reading", textContent: `Keys: ← and → go from ${one} to ${one}, Home and End to the ` +
    "first and last; Escape lets all go. Drag for a stretch. After a click, the wheel zooms." });
  const tools = make("div", { className: "tools" }, ...(steps !== null ? [by] : []), all);
  still.before(tools, canvas, legend, card, keys);
  // The still picture stays for what is printed and saved.
  still.classList.add("still");
  let byLine = false;
  let drag = null;
  let height = 240;

  const lineNames = [...new Set(columns.lines)];
  const lineNumber = new Map(lineNames.map((name, k) => [name, k]));
  const palette = () => [1, 2, 3, 4, 5, 6].map((k) => colour("--phase" + k));

  function parts(k, colours) {
    if (supersteps !== null) return [[supersteps.work[k], colour("--work")], [supersteps.charge[k], colours[0]]];
    if (byLine) return [[total(k), colours[lineNumber.get(columns.lines[steps.line[k]]) % colours.length]]];
    const phases = steps.phases.map((phase, p) => [phase.charge[k], colours[Math.min(p, colours.length - 1)]]);
    const rest = total(k) - phases.reduce((sum, part) => sum + part[0], 0);
    return rest > 0 ? [...phases, [rest, colours[0]]] : phases;
  }

  const plotWidth = (wide) => wide - left - 8;

  // A band above the bars for each region and each pardo, with its name where that fits.
  function drawBand(context, x, y, long, odd, strength, text) {
    context.globalAlpha = strength;
    context.fillStyle = colour(odd ? "--back" : "--grid");
    context.fillRect(x, y + 4, long, 14);
    context.globalAlpha = 1;
    context.fillStyle = colour("--ink");
    if (long > 40 && context.measureText(text).width + 8 < long) context.fillText(text, x + 4, y + 15);
  }
  function drawBands(context, wide, from, to) {
    const pitch = plotWidth(wide) / (to - from + 1);
    context.textAlign = "left";
    regions.forEach((row, depth) => row.forEach(([name, first, last], k) => {
      if (last < firsts[from] || first > lasts[to]) return;
      const low = Math.max(from, records.position(first));
      const end = records.position(last);
      const high = Math.min(to, firsts[end] > last ? end - 1 : end);
      drawBand(context, left + (low - from) * pitch, 18 * depth, (high - low + 1) * pitch, k % 2 === 1, 0.85, name.slice(0, 40));
    }));
    if (bandHeight === regionHeight) return;
    for (let first = from; first <= to;) {
      const [pardo, pardoNumber] = [records.pardos[first], records.pardoNumbers[first]];
      let last = first;
      while (last < to && records.pardoNumbers[last + 1] === pardoNumber) ++last;
      const x = left + (first - from) * pitch;
      const long = (last - first + 1) * pitch;
      drawBand(context, x, regionHeight, long, pardoNumber % 2 === 0, selection.pardo === null || selection.pardo === pardo ? 0.85 : 0.3,
        pardoText(pardo).slice(0, 40));
      if (selection.pardo === pardo) context.fillRect(x, regionHeight + 18, long, 2);
      first = last + 1;
    }
  }

  // The strip of a component or link that is selected: its load over time.
  function stripLoad() {
    if (selection.component !== null) return (step) => componentLoad(selection.component, step);
    return selection.link !== null ? linkLoad(selection.link) : null;
  }

  function draw() {
    const scale = window.devicePixelRatio || 1;
    const wide = Math.max(320, Math.min(timeline.clientWidth, 1048));
    const strip = stripLoad();
    height = 240 + bandHeight + (strip === null ? 0 : 14);
    canvas.style.width = wide + "px";
    canvas.style.height = height + "px";
    canvas.width = wide * scale;
    canvas.height = height * scale;
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    const [from, to] = records.range();
    const picked = records.picked();
    const shown = to - from + 1;
    const bars = Math.min(shown, Math.floor(plotWidth(wide)));
    const pitch = plotWidth(wide) / bars;
    let most = 1;
    for (let k = from; k <= to; ++k) most = Math.max(most, total(k));
    const floor = height - bottom - (strip === null ? 0 : 14);
    const y = (charge) => top + (floor - top) * (1 - charge / most);
    const colours = palette();
    const [ink, heat] = [colour("--ink"), colour("--heat")];
    const marked = selection.step === null ? -1 : records.position(selection.step);
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = colour("--faint");
    context.textAlign = "right";
    context.fillText(number(most), left - 6, top + 8);
    context.fillText("0", left - 6, floor);
    context.fillText(supersteps !== null ? "h" : "degree", left - 6, floor + 15);
    if (strip !== null) context.fillText("its load", left - 6, floor + 29);
    for (let bar = 0; bar < bars; ++bar) {
      const first = from + Math.ceil((bar * shown) / bars);
      const last = from + Math.ceil(((bar + 1) * shown) / bars);
      let highest = first;
      let degree = 0;
      let bright = picked === null;
      let charge = 0;
      let met = 0;
      for (let k = first; k < last; ++k) {
        charge += sum(k);
        met += records.stepsOf(k);
        if (total(k) > total(highest)) highest = k;
        degree = Math.max(degree, records.degree(k));
        bright ||= picked[k] === 1;
      }
      const x = left + bar * pitch;
      const gap = pitch > 4 ? 1 : 0;
      context.globalAlpha = bright ? 1 : 0.15;
      let below = 0;
      for (const [part, fill] of parts(highest, colours)) {
        context.fillStyle = fill;
        context.fillRect(x, y(below + part), pitch - gap, y(below) - y(below + part));
        below += part;
      }
      if (met > 1) {
        context.fillStyle = ink;
        context.globalAlpha *= 0.35;
        context.fillRect(x, y(charge / met), pitch - gap, 1.5);
      }
      context.globalAlpha = 0.05 + 0.95 * Math.min(1, Math.log2(1 + degree) / 20);
      context.fillStyle = heat;
      context.fillRect(x, floor + 5, pitch - gap, 11);
      if (strip !== null) {
        let load = 0;
        for (let k = first; k < last; k += Math.max(1, (last - first) >> 4)) load = Math.max(load, strip(firsts[k]));
        context.globalAlpha = 0.04 + 0.96 * load;
        context.fillRect(x, floor + 19, pitch - gap, 11);
      }
      context.globalAlpha = 1;
      if (first <= marked && marked < last) {
        context.fillStyle = ink;
        context.fillRect(x - 1, height - bottom + 18, Math.max(pitch, 2) + 1, 4);
      }
    }
    drawBands(context, wide, from, to);
    if (drag !== null) {
      context.globalAlpha = 0.2;
      context.fillStyle = colour("--link");
      context.fillRect(Math.min(drag.x, drag.now), 0, Math.abs(drag.now - drag.x), floor);
      context.globalAlpha = 1;
    }
    context.fillStyle = colour("--faint");
    context.textAlign = "left";
    context.fillText(`${one} ${number(firsts[from])}`, left, height - 8);
    context.textAlign = "right";
    context.fillText(`${one} ${number(lasts[to])}`, wide - 8, height - 8);
    describe(from, to, picked);
  }

  // What step k of some columns did; lines are indices.
  function stepText(all, k, lines) {
    if (supersteps !== null) {
      return `Superstep ${number(all.superstep[k])}${all.tag[k] === "" ? "" : ` "${all.tag[k]}"`}: local work ` +
        `${number(all.work[k])}, relation h ${number(all.relation[k])}, ` +
        `${plural(all.words[k], "word")}, charge ${number(all.charge[k])}.`;
    }
    const names = [...new Set(lines.map((index) => columns.lines[index]))];
    return `Step ${number(all.step[k])}, ${names.slice(0, 4).join(", ") || "no request"}: ` +
      `${plural(all.processors[k], "processor")}, ${plural(all.requests[k], "request")} to ` +
      `${number(all.distinct[k])} addresses, degree ${number(all.degree[k])}, charge ` +
      `${number(all.forward[k])} forward and ${number(all.back[k])} back.`;
  }

  // What a step did; of one that is only in a bin, what the steps of the bin did together.
  function textOf(step) {
    const k = records.position(step);
    const all = steps ?? supersteps;
    if (!records.binned) {
      const lines = [];
      records.eachLine(k, (index) => lines.push(index));
      return stepText(all, k, lines);
    }
    const costliest = steps !== null ? columns.costliest.steps : columns.costliest.supersteps;
    const at = (costliest.step ?? costliest.superstep).indexOf(step);
    const exact = at >= 0 ? [costliest, at] : numbers[k] === step ? [all, k] : null;
    const lines = exact !== null && steps !== null && exact[0].requests[exact[1]] > 0 ? [exact[0].line[exact[1]]] : [];
    return exact !== null ? stepText(...exact, lines)
      : `${one === "step" ? "Step" : "Superstep"} ${number(step)} is one of ${plural(records.stepsOf(k), one)} from ` +
        `${number(firsts[k])} to ${number(lasts[k])}, whose ${supersteps === null ? "" : "work and "}charge is ` +
        `${number(sum(k))} together and at most ${number(total(k))}, that of ${number(numbers[k])}.`;
  }

  function describe(from, to, picked) {
    if (selection.step !== null) {
      card.textContent = selection.step > lasts[count - 1]
        ? `Step ${number(selection.step)} has no record.` : textOf(selection.step);
      return;
    }
    let charge = 0;
    let met = 0;
    for (let k = from; k <= to; ++k) {
      if (picked !== null && picked[k] === 0) continue;
      charge += sum(k);
      met += records.stepsOf(k);
    }
    const which = picked === null ? "" : records.binned ? " in stretches with some of the selection" : " of the selection";
    card.textContent = `${plural(met, one)}${which}: ${supersteps === null ? "" : "work and "}charge ${number(charge)}.`;
  }

  // What the colours mean: as many as there are, those that come later share the last.
  function explain() {
    const entries = supersteps !== null ? [["work", "local work w"], ["phase1", "charge"]]
      : byLine ? lineNames.map((name, k) => [`phase${(k % 6) + 1}`, name])
        : steps.phases.map((phase, k) => [`phase${Math.min(k + 1, 6)}`, "phase " + phase.name]);
    legend.replaceChildren(...entries.slice(0, 12).map(([kind, text]) => {
      const square = make("span", { className: "key" });
      square.style.background = `var(--${kind})`;
      return make("span", {}, square, text);
    }));
  }

  const recordAt = (x) => {
    const [from, to] = records.range();
    const share = (x - left) / plotWidth(canvas.clientWidth);
    return Math.max(from, Math.min(to, from + Math.floor(share * (to - from + 1))));
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    drag = { x: event.offsetX, now: event.offsetX };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (drag === null) return;
    drag.now = event.offsetX;
    draw();
  });
  canvas.addEventListener("pointerup", (event) => {
    if (drag === null) return;
    const [first, last] = [recordAt(drag.x), recordAt(event.offsetX)];
    const far = Math.abs(event.offsetX - drag.x) > 4;
    drag = null;
    if (far) {
      select({ from: firsts[Math.min(first, last)], to: lasts[Math.max(first, last)] });
    } else if (event.offsetY < regionHeight) {
      // A click on a region chooses its steps.
      const found = regions[Math.floor(event.offsetY / 18)].find(([, begin, end]) => begin <= lasts[last] && firsts[last] <= end);
      if (found !== undefined) select({ from: found[1], to: found[2] });
    } else if (event.offsetY < bandHeight) {
      toggle("pardo", records.pardos[last]);
    } else {
      select({ step: numbers[last] });
    }
  });
  canvas.addEventListener("pointercancel", () => { drag = null; draw(); });
  canvas.addEventListener("wheel", (event) => {
    // The page goes on scrolling under a pointer that only passes by.
    if (document.activeElement !== canvas && !event.ctrlKey) return;
    event.preventDefault();
    const [from, to] = records.range();
    const at = recordAt(event.offsetX);
    const factor = event.deltaY > 0 ? 1.25 : 0.8;
    const low = Math.max(0, Math.floor(at - (at - from) * factor));
    const high = Math.min(count - 1, Math.ceil(at + (to - at) * factor));
    select(low === 0 && high === count - 1 ? { from: null, to: null } : { from: firsts[low], to: lasts[high] });
  }, { passive: false });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move !== undefined) {
      const [from] = records.range();
      const next = selection.step === null ? from : records.position(selection.step) + move;
      select({ step: numbers[Math.max(0, Math.min(count - 1, next))] });
      event.preventDefault();
    } else if ((event.key === "Home" || event.key === "End") && event.target === canvas) {
      select({ step: numbers[event.key === "Home" ? 0 : count - 1] });
      event.preventDefault();
    }
  });
  // The costliest steps of a long run are in a table.
  for (const cell of timeline.querySelectorAll("tbody td:first-child")) {
    const button = makeButton(cell.textContent, () => select({ step: Number(cell.dataset.value) }));
    button.className = "place";
    cell.replaceChildren(button);
  }
  window.addEventListener("resize", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  listeners.push(draw);
  explain();
}

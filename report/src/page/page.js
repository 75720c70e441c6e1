"use strict";
// Adds to the page what a still picture cannot do. Everything that it shows is in the page already, or in its data.
(() => {
  const data = JSON.parse(document.getElementById("page-data").textContent);
  const columns = data.columns;
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const number = (n) => n.toLocaleString("en-US");

  // ---- The selection, which the address has behind its "#": line=FILE:65&step=12&from=10&to=40
  const selection = { line: null, step: null, from: null, to: null };
  const listeners = [];
  function readHash() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    selection.line = wanted.get("line");
    for (const key of ["step", "from", "to"]) {
      const value = Number.parseInt(wanted.get(key), 10);
      selection[key] = Number.isSafeInteger(value) && value >= 0 ? value : null;
    }
  }
  function select(change) {
    Object.assign(selection, change);
    const wanted = new URLSearchParams();
    for (const [key, value] of Object.entries(selection)) if (value !== null) wanted.set(key, value);
    const hash = wanted.toString();
    // The place on the page stays: an address that differs in its hash alone is replaced.
    history.replaceState(null, "", hash === "" ? location.pathname + location.search : "#" + hash);
    show();
  }
  function show() {
    for (const row of document.querySelectorAll("tr[data-line]"))
      row.classList.toggle("selected", row.dataset.line === selection.line);
    for (const listener of listeners) listener();
  }
  window.addEventListener("hashchange", () => { readHash(); show(); });

  for (const link of document.querySelectorAll("nav a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      document.getElementById(link.getAttribute("href").slice(1)).scrollIntoView({ behavior: "smooth" });
    });
  }

  for (const row of document.querySelectorAll("tr[data-line]")) {
    const toggle = () => select({ line: selection.line === row.dataset.line ? null : row.dataset.line });
    row.addEventListener("click", toggle);
    row.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      toggle();
    });
  }
  for (const mark of document.querySelectorAll("[data-step]"))
    mark.addEventListener("click", () => select({ step: Number(mark.dataset.step) }));

  // ---- Tables: sorted by a column, saved as CSV; pictures saved as SVG
  function save(name, type, text) {
    const reader = new FileReader();
    reader.addEventListener("load", () => make("a", { href: reader.result, download: name }).click());
    reader.readAsDataURL(new Blob([text], { type }));
  }
  const fileName = (text) => text.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 40) || "table";
  const field = (text) => (/[",\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
  const cellValue = (cell) => cell.dataset.value ?? cell.textContent;

  for (const figure of document.querySelectorAll("figure.table")) {
    const table = figure.querySelector("table");
    const body = table.tBodies[0];
    [...table.tHead.rows[0].cells].forEach((head, k) => {
      const button = make("button", { type: "button", textContent: head.textContent, title: "Sort by this column" });
      head.replaceChildren(button);
      let up = true;
      button.addEventListener("click", () => {
        up = !up;
        const rows = [...body.rows];
        const numeric = rows.every((row) => row.cells[k].dataset.value !== undefined || row.cells[k].textContent === "");
        rows.sort((a, b) => {
          const [x, y] = [cellValue(a.cells[k]), cellValue(b.cells[k])];
          return (numeric ? Number(x || 0) - Number(y || 0) : x.localeCompare(y)) * (up ? 1 : -1);
        });
        body.append(...rows);
      });
    });
    const button = make("button", { type: "button", textContent: "Save CSV" });
    button.addEventListener("click", () => {
      const rows = [...table.rows].map((row) => [...row.cells].map((cell) => field(cellValue(cell))).join(","));
      save(fileName(figure.querySelector("figcaption").textContent) + ".csv", "text/csv", rows.join("\r\n") + "\r\n");
    });
    figure.append(make("div", { className: "tools" }, button));
  }
  for (const section of document.querySelectorAll("main > section")) {
    const drawing = section.querySelector("svg");
    if (drawing === null) continue;
    const button = make("button", { type: "button", textContent: "Save SVG" });
    button.addEventListener("click", () => {
      const copy = drawing.cloneNode(true);
      copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
      const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
      style.textContent = document.querySelector("style").textContent;
      copy.prepend(style);
      save(section.id + ".svg", "image/svg+xml", copy.outerHTML);
    });
    section.append(make("div", { className: "tools" }, button));
  }

  // ---- The timeline, to zoom and to pick steps from
  const timeline = document.getElementById("timeline");
  const steps = columns?.steps;
  const count = steps?.step.length ?? 0;
  if (timeline !== null && count > 0) addTimeline();

  function addTimeline() {
    const height = 240;
    const left = 64;
    const bottom = 44;
    const canvas = make("canvas", { tabIndex: 0 });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "Charge of each step; arrow keys go from step to step");
    const card = make("p", { id: "card" });
    card.setAttribute("aria-live", "polite");
    const by = make("button", { type: "button", textContent: "Colours by line" });
    const all = make("button", { type: "button", textContent: "All steps" });
    const still = timeline.querySelector(".wide");
    const legend = make("div", { className: "keys" });
    still.before(make("div", { className: "tools" }, by, all), canvas, legend, card);
    // The still picture stays for what is printed and saved.
    still.classList.add("still");
    let byLine = false;
    let drag = null;

    const position = (step) => {  // of the first record at or behind a step: their numbers may have gaps
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (steps.step[middle] < step) low = middle + 1; else high = middle;
      }
      return Math.min(low, count - 1);
    };
    const range = () => {
      const from = selection.from === null ? 0 : position(selection.from);
      const to = selection.to === null ? count - 1 : position(selection.to);
      return from <= to ? [from, to] : [to, from];
    };
    const names = [...new Set(columns.lines)];
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const palette = () => [1, 2, 3, 4, 5, 6].map((k) => colour("--phase" + k));
    const total = (k) => steps.forward[k] + steps.back[k];

    function parts(k, colours) {
      if (byLine) return [[total(k), colours[names.indexOf(columns.lines[steps.line[k]]) % colours.length]]];
      const phases = steps.phases.map((phase, p) => [phase.charge[k], colours[Math.min(p, colours.length - 1)]]);
      const rest = total(k) - phases.reduce((sum, part) => sum + part[0], 0);
      return rest > 0 ? [...phases, [rest, colours[0]]] : phases;
    }

    function draw() {
      const scale = window.devicePixelRatio || 1;
      const wide = Math.max(320, Math.min(timeline.clientWidth, 1048));
      canvas.style.width = wide + "px";
      canvas.style.height = height + "px";
      canvas.width = wide * scale;
      canvas.height = height * scale;
      const context = canvas.getContext("2d");
      context.scale(scale, scale);
      const [from, to] = range();
      const shown = to - from + 1;
      const bars = Math.min(shown, Math.floor(wide - left - 8));
      const pitch = (wide - left - 8) / bars;
      let most = 1;
      for (let k = from; k <= to; ++k) most = Math.max(most, total(k));
      const y = (charge) => 10 + (height - bottom - 10) * (1 - charge / most);
      const colours = palette();
      const ink = colour("--ink");
      context.font = "12px system-ui, sans-serif";
      context.fillStyle = colour("--faint");
      context.textAlign = "right";
      context.fillText(number(most), left - 6, 18);
      context.fillText("0", left - 6, height - bottom);
      context.fillText("degree", left - 6, height - bottom + 15);
      for (let bar = 0; bar < bars; ++bar) {
        const first = from + Math.ceil((bar * shown) / bars);
        const last = from + Math.ceil(((bar + 1) * shown) / bars);
        let top = first;
        let degree = 0;
        let picked = false;
        for (let k = first; k < last; ++k) {
          if (total(k) > total(top)) top = k;
          degree = Math.max(degree, steps.degree[k]);
          picked ||= selection.line === null || columns.lines[steps.line[k]] === selection.line;
        }
        const x = left + bar * pitch;
        const gap = pitch > 4 ? 1 : 0;
        context.globalAlpha = picked ? 1 : 0.15;
        let below = 0;
        for (const [charge, fill] of parts(top, colours)) {
          context.fillStyle = fill;
          context.fillRect(x, y(below + charge), pitch - gap, y(below) - y(below + charge));
          below += charge;
        }
        context.globalAlpha = 0.05 + 0.95 * Math.min(1, Math.log2(1 + degree) / 20);
        context.fillStyle = colour("--heat");
        context.fillRect(x, height - bottom + 5, pitch - gap, 11);
        context.globalAlpha = 1;
        if (selection.step !== null && first <= position(selection.step) && position(selection.step) < last) {
          context.fillStyle = ink;
          context.fillRect(x - 1, height - bottom + 18, Math.max(pitch, 2) + 1, 4);
        }
      }
      if (drag !== null) {
        context.globalAlpha = 0.2;
        context.fillStyle = colour("--link");
        context.fillRect(Math.min(drag.x, drag.now), 0, Math.abs(drag.now - drag.x), height - bottom);
        context.globalAlpha = 1;
      }
      context.fillStyle = colour("--faint");
      context.textAlign = "left";
      context.fillText("step " + number(steps.step[from]), left, height - 8);
      context.textAlign = "right";
      context.fillText("step " + number(steps.step[to]), wide - 8, height - 8);
      describe(from, to);
    }

    function describe(from, to) {
      if (selection.step !== null) {
        const k = position(selection.step);
        card.textContent = `Step ${number(steps.step[k])}, ${columns.lines[steps.line[k]] ?? "no request"}: ` +
          `${number(steps.processors[k])} processors, ${number(steps.requests[k])} requests to ` +
          `${number(steps.distinct[k])} addresses, degree ${number(steps.degree[k])}, charge ` +
          `${number(steps.forward[k])} forward and ${number(steps.back[k])} back.`;
        return;
      }
      let charge = 0;
      let met = 0;
      for (let k = from; k <= to; ++k) {
        if (selection.line !== null && columns.lines[steps.line[k]] !== selection.line) continue;
        charge += total(k);
        ++met;
      }
      card.textContent = `${number(met)} steps${selection.line === null ? "" : " that begin with " + selection.line}: ` +
        `charge ${number(charge)}. Drag to look closer, click for a step.`;
    }

    // What the colours mean: as many as there are, those that come later share the last.
    function explain() {
      const entries = byLine ? names : steps.phases.map((phase) => "phase " + phase.name);
      const keys = entries.map((name, k) => {
        const square = make("span", { className: "key" });
        const slot = byLine ? (k % 6) + 1 : Math.min(k + 1, 6);
        square.style.background = `var(--phase${slot})`;
        return make("span", {}, square, name);
      });
      legend.replaceChildren(...keys.slice(0, 12));
    }

    const stepAt = (x) => {
      const [from, to] = range();
      const share = (x - left) / (canvas.clientWidth - left - 8);
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
      const [first, last] = [stepAt(drag.x), stepAt(event.offsetX)];
      const far = Math.abs(event.offsetX - drag.x) > 4;
      drag = null;
      if (far) {
        select({ from: steps.step[Math.min(first, last)], to: steps.step[Math.max(first, last)] });
      } else {
        select({ step: steps.step[last] });
      }
    });
    canvas.addEventListener("pointercancel", () => { drag = null; draw(); });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const [from, to] = range();
      const at = stepAt(event.offsetX);
      const factor = event.deltaY > 0 ? 1.25 : 0.8;
      const low = Math.max(0, Math.floor(at - (at - from) * factor));
      const high = Math.min(count - 1, Math.ceil(at + (to - at) * factor));
      select(low === 0 && high === count - 1 ? { from: null, to: null } : { from: steps.step[low], to: steps.step[high] });
    }, { passive: false });
    document.addEventListener("keydown", (event) => {
      if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (move !== undefined) {
        const [from] = range();
        const next = selection.step === null ? from : position(selection.step) + move;
        select({ step: steps.step[Math.max(0, Math.min(count - 1, next))] });
        event.preventDefault();
      } else if (event.key === "Home" || event.key === "End") {
        if (event.target !== canvas) return;
        select({ step: steps.step[event.key === "Home" ? 0 : count - 1] });
        event.preventDefault();
      } else if (event.key === "Escape") {
        select({ line: null, step: null, from: null, to: null });
      }
    });
    by.addEventListener("click", () => {
      byLine = !byLine;
      by.textContent = byLine ? "Colours by phase" : "Colours by line";
      explain();
      draw();
    });
    all.addEventListener("click", () => select({ from: null, to: null, step: null }));
    window.addEventListener("resize", draw);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    listeners.push(draw);
    explain();
  }

  const keep = make("button", { type: "button", textContent: "Save data as JSON" });
  keep.addEventListener("click", () => save(fileName(data.title ?? "data") + ".json", "application/json",
    document.getElementById("page-data").textContent));
  document.querySelector("main").append(make("div", { className: "tools" }, keep));

  readHash();
  show();
})();

// ---- The source: lines of the selection stand out, their heat is that of its steps, and it can be limited to a range
{
  const section = document.getElementById("source");
  const rows = section === null ? [] : [...section.querySelectorAll("tr[data-line]")];

  // What the lines did in the steps that a selection of something else has: their part of the charge, their requests and
  // their degree, and how many steps these are; null: all steps.
  function partsOfSelection() {
    const { pardo, degree, component, link, from, to, step } = selection;
    if (columns?.step_lines === undefined || records.steps === null) return null;
    if ([pardo, degree, component, link, from, to, step].every((one) => one === null)) return null;
    const parts = { lines: new Map(), steps: 0, charge: 0 };
    const add = (k) => {
      parts.steps += records.stepsOf(k);
      parts.charge += records.sum(k);
      records.eachLine(k, (index, requests, degree, charge) => {
        const name = columns.lines[index];
        const part = parts.lines.get(name) ?? { charge: 0, requests: 0, degree: 0 };
        parts.lines.set(name, { charge: part.charge + charge, requests: part.requests + requests,
          degree: Math.max(part.degree, degree) });
      });
    };
    if (step !== null) {
      if (step <= records.lasts.at(-1)) add(records.position(step));
      return parts;
    }
    const picked = records.picked();
    const [first, last] = records.range();
    for (let k = first; k <= last; ++k) if (picked === null || picked[k] === 1) add(k);
    return parts;
  }

  // The lines that the selection has to do with; null: all.
  function linesOfSelection(parts) {
    const { degree } = selection;
    if (degree === null || data.degrees === undefined) return parts === null ? null : new Set(parts.lines.keys());
    const met = columns.lines.filter((_, k) => data.degrees[k][degree] > 0);
    const alone = ["pardo", "component", "link", "from", "to", "step"].every((key) => selection[key] === null);
    return new Set(alone || parts === null ? met : met.filter((line) => parts.lines.has(line)));
  }

  // What the cells of a row show: of the whole run as they came.
  const cellsOf = (row) => [...row.cells].slice(1, 4).map((cell) => cell.querySelector(".value") ?? cell);
  const whole = new Map(rows.map((row) => [row, { texts: cellsOf(row).map((cell) => cell.textContent),
    values: cellsOf(row).map((_, k) => row.cells[k + 1].dataset.value), width: row.querySelector(".bar").style.width,
    heat: row.cells[1].className }]));
  function showRow(row, { texts, values, width, heat }) {
    cellsOf(row).forEach((cell, k) => {
      cell.textContent = texts[k];
      row.cells[k + 1].dataset.value = values[k];
    });
    row.querySelector(".bar").style.width = width;
    row.cells[1].className = heat;
  }
  function rowOf(part, parts, most) {
    const { charge, requests, degree } = part ?? { charge: 0, requests: 0, degree: 0 };
    const share = most > 0 ? charge / most : 0;
    const percent = parts.charge > 0 ? (100 * charge) / parts.charge : 0;
    return { texts: [part === undefined ? "" : percent.toFixed(1) + "%", part === undefined ? "" : number(requests),
      degree > 0 ? number(degree) : ""], values: [charge, requests, degree], width: `${100 * share}%`,
      heat: `share heat-h${Math.round((heatLevels - 1) * share)}` };
  }

  // What bars and colours stand for, and what lines are sorted by: a column of numbers. The last ones are known of the
  // whole run alone.
  const heads = rows.length === 0 ? [] : [...rows[0].closest("table").tHead.rows[0].cells].map((head) => head.textContent);
  const metrics = heads.slice(1, -1);
  const metric = make("select", {}, ...metrics.map((name, k) => make("option", { value: k + 1, textContent: name })));
  metric.setAttribute("aria-label", "What bars and colours stand for");
  metric.id = "metric";
  const numberOf = (row, column) => Number(row.cells[column].dataset.value ?? row.cells[column].textContent);
  function showMetric(column) {
    if (column === 1) return;
    const top = Math.max(...rows.map((row) => numberOf(row, column)));
    for (const row of rows) {
      const share = top > 0 ? Math.max(0, numberOf(row, column)) / top : 0;
      row.querySelector(".bar").style.width = `${100 * share}%`;
      row.cells[1].className = `share heat-h${Math.round((heatLevels - 1) * share)}`;
    }
  }

  // Lines of all files, those with the most first, in the first table; or every table as it came.
  const bodies = [...section?.querySelectorAll("tbody") ?? []].map((body) => [body, [...body.rows]]);
  function arrange(column) {
    const sorted = selection.order === "most";
    const list = sorted ? [...rows].sort((a, b) => numberOf(b, column) - numberOf(a, column)) : [];
    const focused = document.activeElement;
    bodies.forEach(([body, all], k) => {
      const wanted = !sorted ? all : k === 0 ? list : [];
      const now = [...body.rows];
      if (now.length !== wanted.length || now.some((row, at) => row !== wanted[at])) body.replaceChildren(...wanted);
    });
    if (focused !== document.activeElement) focused.focus({ preventScroll: true });
    const several = sorted && bodies.length > 1;
    for (const row of rows) row.cells[0].textContent = row.dataset.line.split(several ? "/" : ":").at(-1);
    section.classList.toggle("listed", several);
  }

  if (rows.length > 0) {
    const heat = (row) => Number(/heat-h(\d+)/.exec(row.cells[1].className)[1]);
    const cool = () => {
      for (const row of rows) row.classList.toggle("cool", !range.has(heat(row)));
      for (const draw of maps) draw();
    };
    const range = heatRange(cool);
    const card = make("p", { id: "source-card" });
    card.setAttribute("aria-live", "polite");
    const most = makeButton("Most first", () => select({ order: selection.order === "most" ? null : "most" }));
    most.title = "Only the lines that asked, those with the most first; or the source in its order";
    section.querySelector("h3").before(make("div", { className: "tools" }, make("label", {}, "Bars show ", metric), most,
      range.element), card);
    metric.addEventListener("change", () => select({ metric: metric.value === "1" ? null : metrics[metric.value - 1] }));
    const names = [...section.querySelectorAll("h3")].map((head) => head.textContent);
    const maps = bodies.map(([body], k) => sourceMap(body.parentElement, names[k], heat));
    for (const row of rows) row.tabIndex = 0;
    listeners.push(() => {
      metric.value = Math.max(0, metrics.indexOf(selection.metric)) + 1;
      most.setAttribute("aria-pressed", selection.order === "most");
      const parts = partsOfSelection();
      const lines = linesOfSelection(parts);
      const top = parts === null ? 0 : Math.max(0, ...[...parts.lines.values()].map((part) => part.charge));
      for (const row of rows) {
        showRow(row, parts === null ? whole.get(row) : rowOf(parts.lines.get(row.dataset.line), parts, top));
        row.classList.toggle("quiet", lines !== null && !lines.has(row.dataset.line));
      }
      const column = parts !== null && metric.value > 3 ? 1 : Number(metric.value);
      showMetric(column);
      arrange(column);
      section.classList.toggle("some", parts !== null || column !== 1);
      section.classList.toggle("part", parts !== null);
      card.textContent = parts === null ? "" : `Of ${plural(parts.steps, "step")}${records.binned ? " in whole stretches" : ""}` +
        `, charge ${number(parts.charge)}: shares and requests of the lines in these. Lines that share a step have its ` +
        "charge by their requests.";
      cool();
    });
  }
}

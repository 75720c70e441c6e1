// ---- The source: lines of the selection stand out, and heat can be limited to a range
{
  const section = document.getElementById("source");
  const rows = section === null ? [] : [...section.querySelectorAll("tr[data-line]")];

  // The lines that a selection of something else has to do with; null: all.
  function linesOfSelection() {
    const { pardo, degree, component, link, from, to } = selection;
    if (columns?.step_lines === undefined || records.steps === null) return null;
    if ([pardo, component, link, from, to].every((one) => one === null)) {
      if (degree === null || data.degrees === undefined) return null;
      return new Set(columns.lines.filter((_, k) => data.degrees[k][degree] > 0));
    }
    const picked = records.picked();
    const [first, last] = records.range();
    const lines = new Set();
    for (let k = first; k <= last; ++k) {
      if (picked === null || picked[k] === 1) records.eachLine(k, (index) => lines.add(columns.lines[index]));
    }
    return lines;
  }

  if (rows.length > 0) {
    const heat = (row) => Number(/heat-h(\d+)/.exec(row.cells[1].className)[1]);
    const range = heatRange(() => {
      for (const row of rows) row.classList.toggle("cool", !range.has(heat(row)));
    });
    section.querySelector("h3")?.before(make("div", { className: "tools" }, range.element));
    listeners.push(() => {
      const lines = linesOfSelection();
      for (const row of rows) row.classList.toggle("quiet", lines !== null && !lines.has(row.dataset.line));
    });
  }
}

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

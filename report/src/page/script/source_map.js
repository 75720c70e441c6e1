// ---- A map beside the source: a mark for each line that asked, by its heat, and the part in view
function sourceMap(table, name, heatOf) {
  const body = table.tBodies[0];
  const wide = table.closest(".wide");
  const view = make("b");
  const map = make("div", { className: "map", tabIndex: 0, title: "A click goes there, ↑ and ↓ to the lines that asked" }, view);
  const tell = (properties) => { for (const [key, value] of Object.entries(properties)) map.setAttribute(key, value); };
  tell({ role: "slider", "aria-label": "Map of " + name, "aria-orientation": "vertical", "aria-valuemin": 1 });
  const frame = make("div", { className: "mapped" });
  wide.replaceWith(frame);
  frame.append(make("div", {}, map), wide);
  const lines = () => [...body.rows].filter((row) => row.dataset.line !== undefined);
  const textOf = (row) => `${row.cells[0].textContent}: ${row.querySelector(".value").textContent}`;

  function look() {
    const { top, height } = body.getBoundingClientRect();
    const [from, to] = [0, innerHeight].map((y) => 100 * Math.min(1, Math.max(0, (y - top) / (height || 1))));
    view.style.cssText = `top:${from}%;height:${to - from}%`;
  }
  let here = null;  // the line gone to
  function goTo(row, line) {
    row.scrollIntoView({ block: "center" });
    here?.classList.remove("here");
    here = line;
    here?.classList.add("here");
    draw();
  }
  function draw() {
    const height = 100 / body.rows.length;
    map.replaceChildren(view, ...lines().map((row) => {
      const mark = make("i", { className: row.className, title: textOf(row) });
      mark.style.cssText = `top:${height * row.sectionRowIndex}%;height:${height}%;opacity:${(3 + heatOf(row)) / (heatLevels + 2)}`;
      return mark;
    }));
    const at = lines().indexOf(here);
    tell({ "aria-valuemax": lines().length, "aria-valuenow": at + 1, "aria-valuetext": at < 0 ? "no line" : "line " + textOf(here) });
    look();
  }

  function goToPointer(event) {
    const { top, height } = map.getBoundingClientRect();
    const share = Math.min(0.999999, Math.max(0, (event.clientY - top) / height));
    const row = body.rows[Math.floor(share * body.rows.length)];
    goTo(row, lines().find((line) => line.sectionRowIndex >= row.sectionRowIndex) ?? lines().at(-1));
  }
  map.addEventListener("pointerdown", (event) => {
    map.setPointerCapture(event.pointerId);
    goToPointer(event);
  });
  map.addEventListener("pointermove", (event) => { if (event.buttons > 0) goToPointer(event); });
  map.addEventListener("keydown", (event) => {
    const all = lines();
    const at = all.indexOf(here);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) {
      const line = all[Math.max(0, Math.min(all.length - 1, next))];
      goTo(line, line);
    } else if (at >= 0 && (event.key === "Enter" || event.key === " ")) {
      toggle("line", here.dataset.line);
    } else {
      return;
    }
    event.preventDefault();
  });
  map.addEventListener("blur", () => here?.classList.remove("here"));
  window.addEventListener("scroll", look, { passive: true });
  window.addEventListener("resize", look);
  return draw;
}

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
document.querySelectorAll("main > section").forEach((section) => section.querySelectorAll("svg").forEach((drawing, k) => {
  const button = makeButton("Save SVG", () => {
    const copy = drawing.cloneNode(true);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const style = makeMark("style", {});
    style.textContent = document.querySelector("style").textContent;
    copy.prepend(style);
    save(section.id + (k > 0 ? "-" + (k + 1) : "") + ".svg", "image/svg+xml", copy.outerHTML);
  });
  (drawing.closest(".wide") ?? drawing).after(make("div", { className: "tools" }, button));
}));

const makeButton = (text, action) => {
  const button = make("button", { type: "button", textContent: text });
  button.addEventListener("click", action);
  return button;
};
const number = (n) => n.toLocaleString("en-US");
const plural = (n, one) => `${number(n)} ${one}${n === 1 ? "" : "s"}`;
const fromTo = (first, last) => first === last ? number(first) : `${number(first)} to ${number(last)}`;
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// ---- The selection, which the address has behind its "#": line=FILE:65&pardo=2&step=12. One of all views.
const nothing = { line: null, pardo: null, degree: null, component: null, link: null, message: null, step: null, from: null,
  to: null, row_from: null, row_to: null };
// The address also has how the source is shown: metric=spared&order=most. Letting the selection go keeps this.
const selection = { ...nothing, metric: null, order: null };
const words = ["line", "metric", "order"];
const listeners = [];  // called when it has changed

function readHash() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  for (const key of Object.keys(selection)) {
    const value = Number.parseInt(wanted.get(key), 10);
    selection[key] = words.includes(key) ? wanted.get(key) : Number.isSafeInteger(value) && value >= 0 ? value : null;
  }
  // A line may be given by the end of its place, or by its number alone.
  const { line } = selection;
  const lines = [...document.querySelectorAll("tr[data-line]")].map(({ dataset }) => dataset.line);
  if (line !== null && !lines.includes(line))
    selection.line = lines.find((one) => one.endsWith("/" + line) || one.endsWith(":" + line)) ?? line;
}

// What an address selects is in view when it is opened.
function reach() {
  const { degree, component, link } = selection;
  const row = document.querySelector("tr[data-line].selected");
  const view = degree !== null ? "#degrees" : (component ?? link) !== null ? "#machine" : "#timeline, #time";
  if (row !== null) row.scrollIntoView({ block: "center" });
  else if (chosenTexts().length > 0) document.querySelector(view)?.scrollIntoView();
}

function writeHash() {
  if (location.protocol === "about:") return;  // a notebook's frame has no address
  const wanted = new URLSearchParams();
  for (const [key, value] of Object.entries(selection)) if (value !== null) wanted.set(key, value);
  const hash = wanted.toString();
  // The place on the page stays: an address that differs in its hash alone is replaced.
  history.replaceState(null, "", hash === "" ? location.pathname + location.search : "#" + hash);
}

// Browsers refuse an address that changes too often: while a run is played, or a key held, it follows a little later.
let addressBegin = -Infinity;
let addressChanges = 0;
let addressTimer = 0;
function tellAddress() {
  clearTimeout(addressTimer);
  if (performance.now() - addressBegin > 10000) {
    addressBegin = performance.now();
    addressChanges = 0;
  }
  if (++addressChanges <= 50) writeHash(); else addressTimer = setTimeout(writeHash, 500);
}

function select(change) {
  Object.assign(selection, change);
  tellAddress();
  show();
}
const toggle = (key, value) => select({ [key]: selection[key] === value ? null : value });

function show() {
  for (const mark of document.querySelectorAll(".selected")) mark.classList.remove("selected");
  for (const key of ["line", "degree", "component", "link", "step"]) {
    if (selection[key] === null) continue;
    for (const mark of document.querySelectorAll(`[data-${key}="${CSS.escape(selection[key])}"]`))
      mark.classList.add("selected");
  }
  for (const listener of listeners) listener();
}
window.addEventListener("hashchange", () => { readHash(); show(); reach(); });

// What is chosen stands at the lower edge of the window, each to be let go.
const chosen = make("div", { id: "chosen" });
chosen.setAttribute("aria-live", "polite");
const degreesText = (bin) => bin === 0 ? "1" : fromTo(2 ** bin, 2 ** (bin + 1) - 1);
const pardoText = (pardo) => data.pardos?.name[pardo] || `pardo at ${data.pardos?.line[pardo] ?? pardo}`;
const chosenTexts = () => [
  [["line"], () => "line " + selection.line],
  [["pardo"], () => pardoText(selection.pardo)],
  [["degree"], () => "degree " + degreesText(selection.degree)],
  [["component"], () => "component " + number(selection.component)],
  [["link"], () => linkText(selection.link)],
  [["message"], () => (data.carried ? "piece " : "message ") + number(selection.message)],
  [["step"], () => "step " + number(selection.step)],
  [["from", "to"], () => `steps ${selection.from === null ? "1" : number(selection.from)} to ` +
    (selection.to === null ? "the last" : number(selection.to))],
  [["row_from", "row_to"], () => `rows ${number(selection.row_from ?? 1)} to ` +
    (selection.row_to === null ? "the last" : number(selection.row_to))],
].filter(([keys]) => keys.some((key) => selection[key] !== null));
listeners.push(() => {
  chosen.replaceChildren(...chosenTexts().map(([keys, text]) => {
    const button = makeButton(text() + " ×", () => select(Object.fromEntries(keys.map((key) => [key, null]))));
    button.title = "Let go";
    return button;
  }));
});
document.body.append(chosen);

for (const link of document.querySelectorAll("nav a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById(link.getAttribute("href").slice(1)).scrollIntoView({ behavior: "smooth" });
  });
}

// A click on what is about a line, a degree, a component or a link selects it everywhere.
document.addEventListener("click", (event) => {
  const mark = event.target.closest?.("[data-line], [data-degree], [data-component], [data-link], [data-step]");
  if (mark === null || mark === undefined) return;
  const key = ["line", "degree", "component", "link", "step"].find((name) => mark.dataset[name] !== undefined);
  toggle(key, key === "line" ? mark.dataset.line : Number(mark.dataset[key]));
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") select(nothing);
  const row = event.target.closest?.("tr[data-line]");
  if (row && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    toggle("line", row.dataset.line);
  }
});

// Places that sentences and tables name, as links.sh:12, select the line.
const placeOf = (text) => columns?.lines?.find((line) => line === text || line.endsWith("/" + text));
function linkPlaces(element) {
  const parts = element.textContent.split(/([^\s:,()]+:\d+)/);
  element.replaceChildren(...parts.map((part, k) => {
    const line = k % 2 === 1 ? placeOf(part) : undefined;
    if (line === undefined) return part;
    const button = makeButton(part, () => toggle("line", line));
    button.className = "place";
    return button;
  }));
}
for (const sentence of document.querySelectorAll("header p, #what-if td:first-child")) linkPlaces(sentence);

// ---- Two ends of a range of heat: what lies outside is hidden.
const heatLevels = 16;
function heatRange(change) {
  const range = { low: 0, high: heatLevels - 1, has: (level) => range.low <= level && level <= range.high };
  const text = make("output");
  const ends = ["low", "high"].map((end) => {
    const input = make("input", { type: "range", min: 0, max: heatLevels - 1, value: range[end], className: "heat-" + end });
    input.setAttribute("aria-label", end === "low" ? "Least heat shown" : "Most heat shown");
    input.addEventListener("input", () => {
      range[end] = Number(input.value);
      const other = end === "low" ? "high" : "low";
      if (range.low > range.high) range[other] = Number(ends[other === "low" ? 0 : 1].value = range[end]);
      tell();
      change();
    });
    return input;
  });
  const share = (level) => Math.round((100 * level) / (heatLevels - 1));
  const tell = () => { text.textContent = `${share(range.low)}% to ${share(range.high)}% of the most`; };
  tell();
  range.element = make("span", { className: "heat-range" }, "Show heat from ", ends[0], " to ", ends[1], " ", text);
  return range;
}

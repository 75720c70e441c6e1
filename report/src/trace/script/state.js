// ---- The state: step, chosen cell, lines to stop at, processors, which the address has behind its "#"
let at = 0;
let chosen = null;  // [array, index]
let filter = null;  // a function, or all processors
let predicting = false;
let revealed = false;
let playing = null;
const stops = new Set();
const forests = new Set();

const isEnd = (array, value) => typeof value !== "number" || value < 0 || value >= arrays[array].n;
const isIndexArray = (k) => {
  const array = arrays[k];
  if (!/^u?int/.test(array.type) || array.n < 2) return false;
  return array.initial.some((value) => !isEnd(k, value)) &&
    array.initial.every((value) => typeof value === "number" &&
      (!isEnd(k, value) || value === array.n || value === -1 || value >= 255));
};
arrays.forEach((array, k) => { if (array.pointers && isIndexArray(k)) forests.add(k); });

function readHash() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const number = Number.parseInt(wanted.get("step"), 10);
  const found = steps.findIndex((step) => step.step >= number);
  if (Number.isSafeInteger(number)) at = found < 0 ? steps.length - 1 : found;
  const cell = /^(.*)\.(\d+)$/.exec(wanted.get("cell") ?? "");
  chosen = null;
  if (cell !== null) {
    const index = Number(cell[2]);
    // The one of several arrays of this name that the step can ask for.
    let array = -1;
    arrays.forEach((one, k) => {
      if (one.name === cell[1] && index < one.n && (array < 0 || one.from <= at)) array = k;
    });
    if (array >= 0) chosen = [array, index];
  }
}
function writeHash() {
  if (location.protocol === "about:") return;  // a notebook's frame has no address
  const wanted = new URLSearchParams({ step: steps[at].step });
  if (chosen !== null) wanted.set("cell", arrays[chosen[0]].name + "." + chosen[1]);
  history.replaceState(null, "", "#" + wanted);
}
function go(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  revealed = false;
  writeHash();
  show();
}
function choose(array, index) {
  chosen = chosen !== null && chosen[0] === array && chosen[1] === index ? null : [array, index];
  writeHash();
  show();
}
window.addEventListener("hashchange", () => { readHash(); show(); });

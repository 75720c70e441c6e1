// ---- Arrays: strips of cells, old to new, and index arrays as forests
const shown = (array, value) => (forests.has(array) && isEnd(array, value) ? "–" : String(value));
function showArrays(values, requests, diffs, hides) {
  const met = new Map();
  const key = (array, index) => array + "." + index;
  for (const [, , array, index, operation] of requests) {
    const cell = met.get(key(array, index)) ?? { reads: 0, writes: 0 };
    if (operations[operation] === "read") ++cell.reads; else ++cell.writes;
    met.set(key(array, index), cell);
  }
  const changed = new Map(diffs.map(([array, index, old, now]) => [key(array, index), [old, now]]));
  const host = new Set((steps[at].host ?? []).map(([array, index]) => key(array, index)));
  const trees = [];
  memory.replaceChildren(...arrays.map((array, k) => {
    const strip = make("div", { className: "strip" });
    array.initial.forEach((_, index) => {
      const cell = make("span", { className: "cell" });
      cell.dataset.cell = array.name + "." + index;
      cell.dataset.place = k + "." + index;
      const accesses = met.get(key(k, index));
      const change = changed.get(key(k, index));
      cell.append(make("span", { className: "index", textContent: index }));
      if (change !== undefined) {
        cell.classList.add("changed");
        cell.append(make("span", { className: "old", textContent: shown(k, change[0]) }), " → ",
          hides ? "?" : shown(k, change[1]));
      } else {
        cell.append(shown(k, values[k][index]));
      }
      if (accesses !== undefined) {
        cell.classList.add(accesses.writes > 0 ? "written" : "read");
        const all = accesses.reads + accesses.writes;
        if (all > 1) cell.append(make("span", { className: "times", textContent: "×" + all }));
      }
      if (host.has(key(k, index))) cell.title = "set by host code before this step";
      if (chosen !== null && chosen[0] === k && chosen[1] === index) cell.classList.add("chosen");
      if (array.from > at) cell.classList.add("later");
      cell.addEventListener("click", () => choose(k, index));
      strip.append(cell);
    });
    const head = make("div", { className: "array-head" }, make("span", { className: "name", textContent: array.name }),
      make("span", { className: "type", textContent: array.type + ", " + array.n + (array.n === 1 ? " cell" : " cells") }));
    const parts = [head, strip];
    if (isIndexArray(k)) {
      const box = make("input", { type: "checkbox", checked: forests.has(k) });
      box.addEventListener("change", () => { if (!forests.delete(k)) forests.add(k); show(); });
      head.append(make("label", {}, box, "as a forest"));
      if (forests.has(k)) {
        const now = [...values[k]];
        if (!hides) for (const [one, index, , value] of diffs) if (one === k) now[index] = value;
        trees.push(make("p", { className: "note", textContent: array.name + " as a forest" }),
          forest(k, now, hides ? new Set() : new Set(diffs.filter(([one]) => one === k).map((one) => one[1]))));
      }
    }
    return make("div", { className: "array" }, ...parts);
  }));
  woods.replaceChildren(...trees);
}

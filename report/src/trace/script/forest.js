// Roots stand at the left, each cell one place to the right of the one that it points to.
function forest(array, values, changed) {
  const n = values.length;
  const children = values.map(() => []);
  const parent = values.map((value, k) => (isEnd(array, value) || value === k ? null : value));
  // The lowest cell of a circle counts as its root; its own edge is drawn back.
  const state = new Array(n).fill(0);
  const closes = new Set();
  for (let start = 0; start < n; ++start) {
    const path = [];
    let k = start;
    while (k !== null && state[k] === 0) { state[k] = 1; path.push(k); k = parent[k]; }
    if (k !== null && state[k] === 1) {
      const circle = path.slice(path.indexOf(k));
      closes.add(Math.min(...circle));
    }
    for (const one of path) state[one] = 2;
  }
  const roots = [];
  for (let k = 0; k < n; ++k) {
    if (parent[k] === null || closes.has(k)) roots.push(k); else children[parent[k]].push(k);
  }
  const place = new Array(n);
  let row = 0;
  let deepest = 0;
  for (const root of roots) {
    const stack = [[root, 0, false]];
    while (stack.length > 0) {
      const [k, depth, done] = stack.pop();
      if (done) {
        const ys = children[k].map((child) => place[child][1]);
        place[k] = [depth, (Math.min(...ys) + Math.max(...ys)) / 2];
      } else if (children[k].length === 0) {
        place[k] = [depth, row++];
      } else {
        stack.push([k, depth, true]);
        for (const child of [...children[k]].reverse()) stack.push([child, depth + 1, false]);
      }
      deepest = Math.max(deepest, depth);
    }
  }
  const [dx, dy] = [44, 24];
  const width = (deepest + 1) * dx + 38;
  const height = row * dy + 12;
  const x = (k) => 28 + place[k][0] * dx;
  const y = (k) => 16 + place[k][1] * dy;
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": arrays[array].name + " as a forest" });
  for (let k = 0; k < n; ++k) {
    const attributes = { class: changed.has(k) ? "edge changed" : "edge" };
    if (parent[k] !== null && !closes.has(k))
      drawing.append(svg("path", { ...attributes, d: `M${x(k) - 12},${y(k)} L${x(parent[k]) + 12},${y(parent[k])}` }));
    else if (closes.has(k))
      drawing.append(svg("path", { ...attributes, "stroke-dasharray": "3 3",
        d: `M${x(k)},${y(k) - 9} C${x(k)},${y(k) - 22} ${x(parent[k])},${y(parent[k]) - 22} ${x(parent[k])},${y(parent[k]) - 9}` }));
    else if (!isEnd(array, values[k])) drawing.append(svg("path", { ...attributes, d: `M${x(k) - 12},${y(k) - 3} a5,5 0 1,0 0,6` }));
  }
  for (let k = 0; k < n; ++k) {
    drawing.append(svg("rect", { class: changed.has(k) ? "node changed" : "node", x: x(k) - 12, y: y(k) - 9, width: 24,
      height: 18, rx: 4 }), svg("text", { x: x(k), y: y(k) + 4, "text-anchor": "middle", class: "small" }, k));
  }
  return make("div", { className: "forest" }, drawing);
}

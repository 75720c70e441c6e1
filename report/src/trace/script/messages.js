// ---- Messages by phase, and how the requests for the chosen cell met
function table(id, heads, rows) {
  const kind = (k) => (["request", "what", "kind", "values"].includes(heads[k]) ? "name" : "number");
  const head = make("tr", {}, ...heads.map((text, k) => make("th", { textContent: text, className: kind(k) })));
  const body = make("tbody", {}, ...rows.map((row) =>
    make("tr", {}, ...row.map((cell, k) => make("td", { textContent: cell, className: kind(k) })))));
  return make("div", { className: "wide" }, make("table", { id }, make("thead", {}, head), body));
}
function showMessages(step, hides) {
  const parts = [];
  // A superstep in which processes ask for nothing in shared memory has messages of theirs alone.
  if (step.phases.length > 0 || step.transfers === undefined) parts.push(make("h3", { textContent: "Messages" }));
  if (step.phases.length > 0) {
    parts.push(table("phases", ["phase", "messages", "left", "q", "r", "forward", "back"], step.phases.map((phase, k) =>
      [data.routines[k] ?? k + 1, phase.count, phase.combined, phase.sent, phase.received, phase.charge, phase.charge_back])));
    const counted = step.phases.filter((phase) => phase.count > 0 && phase.messages.length === 0).length;
    if (counted > 0) parts.push(make("p", { className: "note", textContent: data.routines.length > 0
      ? "The routines of the network sort the requests: there are no messages to follow."
      : "In phases without messages to follow the protocol counts." }));
  } else if (step.transfers === undefined) {
    parts.push(make("p", { className: "note", textContent: step.broken ? "The step has no effect." : "None." }));
  }
  if (step.transfers !== undefined) {
    parts.push(make("h3", { textContent: "Puts, gets and messages of processes" }), table("transfers",
      ["kind", "from", "to", "what", "values", "elements", "words", "line"],
      step.transfers.map(([kind, from, to, subject, index, count, words, line, values]) =>
        [kind, from, to, (subject || "coarray") + (kind === "send" ? "" : "[" + index + "]"),
          hides ? "?" : [...values, ...(values.length < count ? ["…"] : [])].join(", "), count, words, lines[line][1]])));
  }
  if (chosen !== null) parts.push(...tree(step, hides));
  else if (step.phases.some((phase) => phase.messages.length > 0))
    parts.push(make("p", { className: "note", textContent: "Choose a cell to see how the requests for it met." }));
  detail.replaceChildren(...parts);
}
function tree(step, hides) {
  const [array, index] = chosen;
  const name = arrays[array].name + "[" + index + "]";
  const phases = step.phases.map((phase) => phase.messages.filter((one) => one[2] === array && one[3] === index))
    .filter((messages) => messages.length > 0);
  const asking = step.requests.filter((one) => one[2] === array && one[3] === index);
  const title = make("h3", { textContent: "Combining tree of " + name });
  if (phases.length === 0) {
    return [title, make("p", { className: "note", textContent: asking.length === 0 ? "No request for it in this step."
      : asking.length + (asking.length === 1 ? " request" : " requests") + " for it, and no messages to follow." })];
  }
  // A level for the sources of each phase, and one for the home. A component stands above the one that it sends to.
  const home = phases.length;
  const key = (level, component) => level + ":" + component;
  const into = new Map();  // what a component gets, by its level
  const out = new Map();   // what it sends
  phases.forEach((messages, level) => {
    for (const message of messages) {
      const to = key(level + 1, message[1]);
      const from = key(level, message[0]);
      if (!out.has(from)) into.set(to, [...(into.get(to) ?? []), message[0]]);
      out.set(from, [...(out.get(from) ?? []), message]);
    }
  });
  const place = new Map();
  let leaves = 0;
  const settle = (level, component) => {
    const above = level === 0 ? [] : (into.get(key(level, component)) ?? []);
    for (const one of above) settle(level - 1, one);
    const xs = above.map((one) => place.get(key(level - 1, one)));
    place.set(key(level, component), xs.length === 0 ? leaves++ : (Math.min(...xs) + Math.max(...xs)) / 2);
  };
  for (const component of new Set(phases[home - 1].map((message) => message[1]))) settle(home, component);
  const [dx, dy] = [58, 72];
  const width = Math.max(leaves * dx + 10, 160);
  const height = home * dy + 40;
  const x = (level, component) => 5 + (place.get(key(level, component)) + 0.5) * dx;
  const y = (level) => 16 + level * dy;
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": "Combining tree of " + name });
  const cut = (text) => (text.length > 9 ? text.slice(0, 8) + "…" : text);
  phases.forEach((messages, level) => {
    for (const [from, to, , , , , , , , stays] of messages)
      drawing.append(svg("path", { class: "edge", "stroke-dasharray": stays ? "3 3" : "none",
        d: `M${x(level, from)},${y(level) + 38} L${x(level + 1, to)},${y(level + 1) - 11}` }));
  });
  for (const where of place.keys()) {
    const [level, number] = where.split(":").map(Number);
    const messages = out.get(where) ?? [];
    drawing.append(svg("rect", { class: level === home ? "node home" : "node", x: x(level, number) - 15,
      y: y(level) - 11, width: 30, height: 22, rx: 4 }),
    svg("text", { x: x(level, number), y: y(level) + 4, "text-anchor": "middle", class: "small" }, number));
    if (messages.length === 0) continue;
    // The first of several messages that go on from one component.
    const [, , , , , weight, , value, reply] = messages[0];
    const brings = "×" + weight + (value === null ? "" : " " + value) + (messages.length > 1 ? " +" + (messages.length - 1) : "");
    drawing.append(svg("text", { x: x(level, number), y: y(level) + 22, "text-anchor": "middle", class: "small" }, cut(brings)));
    if (reply !== null) drawing.append(svg("text", { x: x(level, number), y: y(level) + 34, "text-anchor": "middle",
      class: "small" }, hides ? "↑?" : cut("↑" + reply)));
  }
  return [title, make("p", { className: "note", textContent: "Boxes are components, the lowest is the cell's home. " +
    "×k: the requests that a message stands for, then what it brings and, with ↑, the reply." }),
    make("div", { className: "tree" }, drawing)];
}

// ---- Processors: those that ask, with what they show of themselves
const shownProcessors = 64;
// What processors have shown since the step's run began: by processor the values of names.
function localsAt(k) {
  let first = k;
  while (first > 0 && steps[first - 1].run === steps[k].run) --first;
  const shown = new Map();
  for (let j = first; j <= k; ++j) {
    for (const [processor, name, value] of steps[j].shown ?? []) {
      if (!shown.has(processor)) shown.set(processor, new Map());
      shown.get(processor).set(data.locals[name], value);
    }
  }
  return shown;
}
// Processes whose data others put, get or send, and the words that they take and give.
function servingIn(step) {
  const serving = new Map();
  for (const [kind, from, to, , , , words] of step.transfers ?? []) {
    if (from === to || !seesTransfer(from, to)) continue;
    if (!serving.has(to)) serving.set(to, { takes: 0, gives: 0 });
    serving.get(to)[kind === "get" ? "gives" : "takes"] += words;
  }
  return serving;
}
const seesTransfer = (from, to) => filter === null || filter(from) || filter(to);
function showTeam(step) {
  const locals = localsAt(at);
  const serving = servingIn(step);
  const asking = new Map();
  for (const [processor, line] of passes(asks(step)))
    asking.set(processor, (asking.get(processor) ?? new Set()).add(lines[line][1]));
  const ids = [...new Set([...asking.keys(), ...serving.keys(), ...[...locals.keys()].filter((p) => filter === null || filter(p))])]
    .sort((a, b) => a - b);
  const who = runs[step.run].kind === "processes" ? "Processes" : "Processors";
  const head = make("div", { className: "array-head" }, make("span", { className: "name", textContent: who }));
  if (ids.length > shownProcessors) {
    head.append(make("span", { className: "type", textContent:
      "The first " + shownProcessors + " of " + ids.length + ": choose others under Processors." }));
  }
  team.replaceChildren(head,
    make("div", { className: step.transfers === undefined ? "strip" : "strip talks" }, ...ids.slice(0, shownProcessors).map((id) => {
      const box = make("span", { className: "processor" }, make("b", { textContent: id }));
      box.dataset.processor = id;
      const from = asking.get(id);
      const serves = serving.get(id);
      box.classList.toggle("idle", from === undefined && serves === undefined);
      if (from !== undefined) box.append(make("span", { className: "index", textContent: ":" + [...from].join(" :") }));
      for (const does of ["takes", "gives"])
        if (serves?.[does] > 0) box.append(make("span", { className: "index", textContent: does + " " + serves[does],
          title: serves[does] + (serves[does] === 1 ? " word" : " words") }));
      for (const [name, value] of locals.get(id) ?? [])
        box.append(make("span", { className: "local", textContent: name + " = " + value }));
      box.addEventListener("click", () => {
        processors.value = processors.value === String(id) ? "" : id;
        processors.dispatchEvent(new Event("input"));
      });
      return box;
    })));
}

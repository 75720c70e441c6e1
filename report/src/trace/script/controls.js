// ---- Controls
const button = (text, title, act) => {
  const made = make("button", { type: "button", textContent: text, title });
  made.setAttribute("aria-label", title);
  made.addEventListener("click", act);
  return made;
};
const play = button("Play", "Play (Space)", () => togglePlay());
const toStep = make("input", { type: "number", min: steps[0].step, max: steps[steps.length - 1].step, id: "to-step" });
toStep.addEventListener("change", () => {
  const wanted = Number(toStep.value);
  const found = steps.findIndex((step) => step.step >= wanted);
  go(found < 0 ? steps.length - 1 : found);
});
const processors = make("input", { type: "text", placeholder: "0-7,12", id: "processors" });
processors.addEventListener("input", () => {
  const ranges = processors.value.split(",").map((part) => /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part)).filter(Boolean)
    .map(([, low, high]) => [Number(low), Number(high ?? low)]);
  filter = ranges.length === 0 ? null : (p) => ranges.some(([low, high]) => low <= p && p <= high);
  show();
});
const predict = make("input", { type: "checkbox", id: "predict" });
predict.addEventListener("change", () => { predicting = predict.checked; revealed = false; show(); });
const reveal = button("Show the result", "Show what the step does (Enter)", () => { revealed = true; show(); });
const scrub = make("input", { type: "range", min: 0, max: steps.length - 1, id: "scrub" });
scrub.setAttribute("aria-label", "Step");
scrub.addEventListener("input", () => go(Number(scrub.value)));

function togglePlay() {
  if (playing !== null) {
    clearInterval(playing);
    playing = null;
  } else {
    if (at === steps.length - 1) go(0);
    playing = setInterval(() => {
      go(at + 1);
      if (at === steps.length - 1 || stopsHere(at)) togglePlay();
    }, 700);
  }
  play.textContent = playing === null ? "Play" : "Pause";
}
// Who asks in a step, and where: processors for cells, processes for each other's data, too.
const asks = (step) => [...step.requests.map(([processor, line]) => [processor, line]),
  ...(step.transfers ?? []).map((transfer) => [transfer[1], transfer[7]])];
const passes = (pairs) => (filter === null ? pairs : pairs.filter(([processor]) => filter(processor)));
const begins = (k) => k === 0 || steps[k].run !== steps[k - 1].run;
const stopsHere = (k) => stops.size > 0 && (asks(steps[k]).some(([, line]) => stops.has(line)) ||
  (begins(k) && stops.has(runs[steps[k].run].line)));
function nextStop() {
  for (let k = at + 1; k < steps.length; ++k) if (stopsHere(k)) return go(k);
  return go(steps.length - 1);
}
document.addEventListener("keydown", (event) => {
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range" &&
      event.target.type !== "checkbox") return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const acts = {
    ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(steps.length - 1),
    " ": () => togglePlay(), Enter: () => { if (predicting) { revealed = true; show(); } },
  };
  const act = acts[event.key];
  if (act === undefined || (event.key === "Enter" && !predicting)) return;
  if ((event.key === " " || event.key === "Enter") && event.target.tagName === "BUTTON") return;
  event.preventDefault();
  act();
});

const sentence = make("p", { id: "sentence" });
sentence.setAttribute("aria-live", "polite");
const where = make("p", { id: "where", className: "note" });
const over = make("canvas", { id: "over" });
over.setAttribute("role", "img");
over.setAttribute("aria-label", "Requests of each line in each step");
const controls = make("div", { className: "controls across" },
  button("|◀", "First step (Home)", () => go(0)), button("◀", "Step back (←)", () => go(at - 1)),
  button("▶", "Next step (→)", () => go(at + 1)), button("▶|", "Last step (End)", () => go(steps.length - 1)),
  play, button("Next stop", "Go to the next step in which a marked line asks", nextStop),
  make("label", {}, "Step", toStep), make("label", {}, "Processors", processors),
  make("label", {}, predict, "Predict"), reveal);
const code = make("div");
const memory = make("div");
const team = make("div", { id: "team" });
const arcs = svg("svg", { id: "arcs", "aria-hidden": "true" });
const field = make("div", { id: "field" }, team, memory, arcs);
const woods = make("div");
const detail = make("div");
const asked = make("div");
player.append(make("div", { className: "across" }, sentence, where), controls, make("div", { className: "across" }, scrub, over),
  make("div", {}, make("h3", { textContent: "Source" }), code), make("div", { className: "beside" }, field, woods, detail), asked);

// ---- All parts, for the step that the address asks for
for (const row of document.querySelectorAll("table.steps tr[data-step]"))
  row.addEventListener("click", () => {
    go(steps.findIndex((step) => step.step === Number(row.dataset.step)));
    player.scrollIntoView();
  });

function show() {
  const step = steps[at];
  const hides = predicting && !revealed;
  const requests = filter === null ? step.requests : step.requests.filter(([processor]) => filter(processor));
  sentence.textContent = step.text + (step.broken && data.breach !== undefined ? " " + data.breach.text : "") +
    (at === steps.length - 1 && data.error !== undefined ? " The run ended here: " + data.error : "");
  sentence.classList.toggle("broken", step.broken === true);
  const run = runs[step.run];
  where.textContent = (run.name === "" ? "" : run.name + ": ") + run.kind + " of " + run.processors + ", rule " + run.rule +
    ", started at " + sources[lines[run.line][0]].file + ":" + lines[run.line][1] +
    (step.regions === undefined ? "" : ", in " + regionsOf(step));
  reveal.hidden = !predicting;
  reveal.disabled = !hides;
  scrub.value = at;
  toStep.value = step.step;
  for (const row of document.querySelectorAll("table.steps tr.selected")) row.classList.remove("selected");
  document.querySelector(`table.steps tr[data-step="${step.step}"]`)?.classList.add("selected");
  showSource(step);
  showTeam(step);
  showArrays(before(at), requests, step.diffs, hides);
  showMessages(step, hides);
  showRequests(step, requests, hides);
  drawOver();
  drawArcs();
}
readHash();
show();

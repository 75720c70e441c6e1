// ---- Lines × steps
const overLeft = 44;
// Steps in a row with one text: the pardos, and above them the regions.
function bandsOf(textOf) {
  const bands = [];
  steps.forEach((step, k) => {
    const text = textOf(step);
    const last = bands[bands.length - 1];
    if (last !== undefined && last.text === text.text && last.key === text.key) last.last = k;
    else bands.push({ ...text, first: k, last: k });
  });
  return bands;
}
const nameOfRun = (run) => run.name || run.kind + " :" + lines[run.line][1];
const regionsOf = (step) => (step.regions ?? []).map((region) => data.regions[region]).join(" › ");
const bandRows = [bandsOf((step) => ({ text: nameOfRun(runs[step.run]), key: step.run }))];
if (data.regions.length > 0) bandRows.unshift(bandsOf((step) => ({ text: regionsOf(step), key: "" })));
const bandHeight = 15;
function drawOver() {
  const linesTop = bandRows.length * bandHeight;
  const height = linesTop + Math.max(28, Math.min(used.length, 16) * 13 + 6);
  const width = over.clientWidth;
  const scale = window.devicePixelRatio || 1;
  over.style.height = height + "px";
  over.width = Math.round(width * scale);
  over.height = Math.round(height * scale);
  const context = over.getContext("2d");
  context.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  context.font = "10px system-ui, sans-serif";
  const perStep = (width - overLeft) / steps.length;
  const perLine = (height - linesTop - 6) / Math.max(used.length, 1);
  const most = steps.reduce((largest, step) => Math.max(largest, step.requests.length + (step.transfers?.length ?? 0)), 1);
  context.fillStyle = colour("--selected");
  context.fillRect(overLeft + at * perStep, linesTop, Math.max(perStep, 2), height - linesTop);
  bandRows.forEach((bands, row) => {
    bands.forEach((band, k) => {
      if (band.text === "") return;
      const [left, across] = [overLeft + band.first * perStep, (band.last + 1 - band.first) * perStep];
      context.globalAlpha = k % 2 === 0 ? 0.9 : 0.5;
      context.fillStyle = colour("--grid");
      context.fillRect(left, row * bandHeight + 1, Math.max(across - 1, 1), bandHeight - 2);
      context.globalAlpha = 1;
      context.fillStyle = colour("--ink");
      if (context.measureText(band.text).width < across - 6) context.fillText(band.text, left + 3, row * bandHeight + 11);
    });
  });
  const counted = new Map();
  steps.forEach((step, k) => {
    counted.clear();
    for (const [, line] of passes(asks(step))) counted.set(line, (counted.get(line) ?? 0) + 1);
    for (const [line, count] of counted) {
      context.globalAlpha = 0.35 + 0.65 * count / most;
      context.fillStyle = step.broken ? colour("--heat") : colour("--phase1");
      context.fillRect(overLeft + k * perStep + (perStep > 4 ? 1 : 0), linesTop + 3 + used.indexOf(line) * perLine + 0.5,
        Math.max(perStep - (perStep > 4 ? 2 : 0), 1), Math.max(perLine - 1, 1));
    }
  });
  context.globalAlpha = 1;
  context.fillStyle = colour("--faint");
  if (perLine >= 9) used.forEach((line, k) => context.fillText(":" + lines[line][1], 2, linesTop + 3 + (k + 0.5) * perLine + 3.5));
  context.strokeStyle = colour("--ink");
  context.strokeRect(overLeft + at * perStep + 0.5, 0.5, Math.max(perStep - 1, 1), height - 1);
}
const stepAt = (event) => {
  const box = over.getBoundingClientRect();
  return Math.floor((event.clientX - box.left - overLeft) / (box.width - overLeft) * steps.length);
};
over.addEventListener("click", (event) => go(stepAt(event)));
over.addEventListener("pointermove", (event) => {
  const step = steps[Math.max(0, Math.min(steps.length - 1, stepAt(event)))];
  over.title = [step.text, nameOfRun(runs[step.run]), regionsOf(step)].filter((text) => text !== "").join("\n");
});
window.addEventListener("resize", () => { drawOver(); drawArcs(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawOver);

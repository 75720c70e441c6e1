const { arrays, steps, lines, operations, sources, runs } = data;
const player = document.getElementById("player");
const svg = (tag, attributes = {}, text = null) => {
  const mark = makeMark(tag, attributes);
  if (text !== null) mark.textContent = text;
  return mark;
};
document.querySelector("#trace .reading").textContent =
  "Arrow keys go from step to step, Home and End to the first and the last, Space plays. A click on a line number stops there; a click on a cell shows how its requests met, one on a processor shows its requests alone.";

// ---- Loads over time: letters of 64 levels, a mark after the other, frame by frame
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const topLevel = letters.length - 1;
const levelOf = new Map([...letters].map((letter, k) => [letter, k]));
const decode = (text) => Uint8Array.from(text, (letter) => levelOf.get(letter));

// The frames of a picture: how many, of how many steps each, and their levels. Pages of other reports have none.
for (const picture of Object.values(data.machine_loads ?? {})) {
  picture.whole = decode(picture.whole);
  if (picture.frames === undefined || picture.marks === 0) continue;
  picture.frames.levels = decode(picture.frames.levels);
  picture.frames.count = picture.frames.levels.length / picture.marks;
}
const frameOf = (picture, step) => Math.floor((step - 1) / picture.frames.steps);
const levelAt = (picture, mark, frame) => frame < picture.frames.count ? picture.frames.levels[frame * picture.marks + mark] : 0;

// Entry k of a long row is in bin k * bins / entries, rounded down.
const binOf = (entry, entries, bins) => Math.floor((entry * bins) / entries);
const cellOf = (picture, component) =>
  binOf(Math.floor(component / picture.across), picture.down, picture.rows) * picture.columns +
  binOf(component % picture.across, picture.across, picture.columns);

const ways = () => ["links", "replies"].map((name) => data.machine_loads?.[name]).filter((picture) => picture !== undefined);

function linkText(link) {
  for (const picture of ways()) {
    const mark = picture.link.indexOf(link);
    if (mark >= 0) return `link ${picture.from[mark]} to ${picture.to[mark]}`;
  }
  return "link " + number(link);
}

// How heavily a component, or a link, was used in a step, as a share of the most: of a cell of several the busiest.
function componentLoad(component, step) {
  const picture = data.machine_loads?.received;
  if (picture?.frames === undefined || !(component < data.components.received.length)) return 0;
  return levelAt(picture, cellOf(picture, component), frameOf(picture, step)) / topLevel;
}
function linkLoad(link) {
  const found = ways().map((picture) => [picture, picture.link.indexOf(link)]).filter(([, mark]) => mark >= 0);
  return (step) => Math.max(0, ...found.map(([picture, mark]) => levelAt(picture, mark, frameOf(picture, step)) / topLevel));
}
const componentCarried = (component, step) => componentLoad(component, step) > 0;
const linkCarried = (link) => {
  const load = linkLoad(link);
  return (step) => load(step) > 0;
};

// ---- What components and links did, in the whole run and over time
const topLevel = 63;  // of a load over time
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const digitOf = new Map([...letters].map((letter, k) => [letter, k]));

// Numbers by the code of Rice, six bits a letter: ones, a zero, and as many low bits as the shift says.
function unpack({ least, shift, count, digits }) {
  let at = 0;
  const bit = () => {
    const is = (digitOf.get(digits[Math.floor(at / 6)]) >> (5 - (at % 6))) & 1;
    ++at;
    return is;
  };
  return Array.from({ length: count }, () => {
    let above = 0;
    while (bit() === 1) ++above;
    for (let low = 0; low < shift; ++low) above = 2 * above + bit();
    return least + above;
  });
}
// Differences of neighbours, 2 d above and 2 d - 1 below; a number is one more than it stands for, and 0 none.
function unpackDifferences(packed) {
  let now = 0;
  return unpack(packed).map((code) => {
    now += code % 2 === 0 ? code / 2 : -(code + 1) / 2;
    return now === 0 ? null : now - 1;
  });
}
for (const name of ["links", "replies"]) {
  const picture = data.machine_loads?.[name];
  for (const key of picture === undefined ? [] : ["link", "from", "to", "busy"]) picture[key] = unpackDifferences(picture[key]);
}
for (const [name, packed] of Object.entries(data.components ?? {})) data.components[name] = unpack(packed);

// Entry k of a long row is in bin k * bins / entries, rounded down.
const binOf = (entry, entries, bins) => Math.floor((entry * bins) / entries);

// The frames of a picture: how many, of how many steps each, their levels, and the square that each mark lies in, where
// they have fewer of these than marks. Pages of other reports have none.
for (const picture of Object.values(data.machine_loads ?? {})) {
  const frames = picture.frames;
  if (frames === undefined || picture.marks === 0) continue;
  frames.levels = Uint8Array.from(unpack(frames.levels));
  frames.squares = frames.columns * frames.rows || picture.marks;
  frames.square = Uint32Array.from({ length: picture.marks }, (_, mark) => frames.columns === undefined ? mark
    : binOf(Math.floor(mark / picture.columns), picture.rows, frames.rows) * frames.columns +
      binOf(mark % picture.columns, picture.columns, frames.columns));
  frames.count = frames.levels.length / frames.squares;
}
const frameOf = (picture, step) => Math.floor((step - 1) / picture.frames.steps);
const levelAt = ({ frames }, mark, frame) =>
  frame < frames.count ? frames.levels[frame * frames.squares + frames.square[mark]] : 0;
const cellOf = (picture, component) =>
  binOf(Math.floor(component / picture.across), picture.down, picture.rows) * picture.columns +
  binOf(component % picture.across, picture.across, picture.columns);

const ways = () => ["links", "replies"].map((name) => data.machine_loads?.[name]).filter((picture) => picture !== undefined);

const linkNames = new Map();  // of pages without loads
function linkText(link) {
  for (const picture of ways()) {
    const mark = picture.link.indexOf(link);
    if (mark >= 0) return `link ${picture.from[mark]} to ${picture.to[mark]}`;
  }
  return linkNames.get(link) ?? "link " + number(link);
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

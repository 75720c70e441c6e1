// ---- Elements of pages and of pictures; the scripts of traces have them, too
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const makeMark = (tag, attributes) => {
  const mark = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) mark.setAttribute(name, value);
  return mark;
};

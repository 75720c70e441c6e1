// ---- The requests of the step
const shownRequests = 200;
function showRequests(step, requests, hides) {
  const rows = requests.slice(0, shownRequests).map(([processor, line, array, index, operation, operand, reply]) =>
    [processor, lines[line][1], operations[operation] + " " + arrays[array].name + "[" + index + "]",
      operand === null ? "" : shown(array, operand), reply === null ? "" : hides ? "?" : shown(array, reply)]);
  const made = table("requests", ["processor", "line", "request", "operand", "reply"], rows);
  if (step.broken && data.breach !== undefined) {
    [...made.querySelectorAll("tbody tr")].forEach((row, k) => {
      const [processor, , array, index] = requests[k];
      row.classList.toggle("involved", data.breach.processors.includes(processor) &&
        arrays[array].name === data.breach.array && index === data.breach.index);
    });
  }
  asked.replaceChildren(make("h3", { textContent: "Requests" }), made);
  if (requests.length > shownRequests)
    asked.append(make("p", { className: "note", textContent: "The first " + shownRequests + " of " + requests.length + "." }));
  if (requests.length === 0 && step.transfers !== undefined) asked.replaceChildren();
  else if (requests.length === 0) asked.append(make("p", { className: "note", textContent: "None" + (filter === null ? "." : " of these processors.") }));
}

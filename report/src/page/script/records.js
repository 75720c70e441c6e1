// ---- The steps that have a record, or the supersteps of a run that has no steps
const records = (() => {
  const steps = columns?.steps?.step.length > 0 ? columns.steps : null;
  const supersteps = steps === null && columns?.supersteps?.superstep.length > 0 ? columns.supersteps : null;
  const numbers = steps?.step ?? supersteps?.superstep ?? [];
  const count = numbers.length;
  const pardos = (steps !== null ? columns?.pardo : data.superstep_pardos?.pardo) ?? [];
  const pardoNumbers = (steps !== null ? columns?.pardo_number : data.superstep_pardos?.number) ?? [];

  // The entries of step_lines that are of record k are those from first[k] up to first[k + 1].
  const stepLines = steps === null ? undefined : columns.step_lines;
  let first = null;
  function firstEntries() {
    if (first !== null) return first;
    first = new Uint32Array(count + 1);
    for (const place of stepLines.place) ++first[place + 1];
    for (let k = 0; k < count; ++k) first[k + 1] += first[k];
    return first;
  }
  // Calls with the line, as an index, and the degree of each line that asked in record k.
  function eachLine(k, call) {
    if (steps === null) return;
    if (stepLines === undefined) {
      if (steps.requests[k] > 0) call(steps.line[k], steps.degree[k]);
      return;
    }
    const entries = firstEntries();
    for (let at = entries[k]; at < entries[k + 1]; ++at) call(stepLines.line[at], stepLines.degree[at]);
  }

  // The records that lines, a pardo, a degree, a component and a link have to do with; null: all of them.
  function findPicked() {
    const { line, pardo, degree, component, link } = selection;
    const byLine = line !== null && steps !== null;  // what lines did in supersteps is not recorded
    const byDegree = degree !== null && steps !== null;
    if (!byLine && pardo === null && !byDegree && component === null && link === null) return null;
    const picked = new Uint8Array(count);
    const carried = link === null ? null : linkCarried(link);
    for (let k = 0; k < count; ++k) {
      let is = pardo === null || (pardoNumbers[k] > 0 && pardos[k] === pardo);
      if (is && (byLine || byDegree)) {
        let met = false;
        eachLine(k, (index, largest) => {
          met ||= (!byLine || columns.lines[index] === line) && (!byDegree || Math.floor(Math.log2(largest)) === degree);
        });
        is = met;
      }
      if (is && component !== null) is = componentCarried(component, numbers[k]);
      if (is && carried !== null) is = carried(numbers[k]);
      picked[k] = is ? 1 : 0;
    }
    return picked;
  }
  let pickedFor = "";
  let picked = null;
  const keys = ["line", "pardo", "degree", "component", "link"];

  const position = (step) => {  // of the first record at or behind a step: their numbers may have gaps
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[middle] < step) low = middle + 1; else high = middle;
    }
    return Math.min(low, count - 1);
  };
  const total = steps !== null ? (k) => steps.forward[k] + steps.back[k] : (k) => supersteps.work[k] + supersteps.charge[k];

  return {
    count, numbers, total, position, eachLine, pardos, pardoNumbers, steps, supersteps,
    one: supersteps === null ? "step" : "superstep",
    degree: (k) => steps !== null ? steps.degree[k] : supersteps.relation[k],
    range: () => {
      const from = selection.from === null ? 0 : position(selection.from);
      const to = selection.to === null ? count - 1 : position(selection.to);
      return from <= to ? [from, to] : [to, from];
    },
    picked: () => {
      const key = JSON.stringify(keys.map((name) => selection[name]));
      if (key !== pickedFor) picked = findPicked();
      pickedFor = key;
      return picked;
    },
  };
})();

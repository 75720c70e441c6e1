// ---- The steps that have a record, or the supersteps of a run that has no steps. In a long run a record is a bin:
// some neighbouring steps, with their sums and the costliest of them.
const records = (() => {
  const steps = columns?.steps?.step.length > 0 ? columns.steps : null;
  const supersteps = steps === null && columns?.supersteps?.superstep.length > 0 ? columns.supersteps : null;
  const bins = columns?.bins === undefined ? null : steps !== null ? columns.bins.steps : columns.bins.supersteps;
  // The step that stands for a record, the first of its steps and the last.
  const numbers = steps?.step ?? supersteps?.superstep ?? [];
  const firsts = bins?.first ?? numbers;
  const lasts = bins?.last ?? numbers;
  const count = numbers.length;
  const pardos = (steps !== null ? columns?.pardo : columns?.superstep_pardo) ?? [];
  const pardoNumbers = (steps !== null ? columns?.pardo_number : columns?.superstep_pardo_number) ?? [];
  const total = steps !== null ? (k) => steps.forward[k] + steps.back[k] : (k) => supersteps.work[k] + supersteps.charge[k];
  const sum = bins === null ? total : (k) => bins.sum.charge[k] + (supersteps === null ? 0 : bins.sum.work[k]);

  // Where the entries of each record begin in a table with a place in each row.
  function firstEntries(places) {
    const first = new Uint32Array(count + 1);
    for (const place of places) ++first[place + 1];
    for (let k = 0; k < count; ++k) first[k + 1] += first[k];
    return first;
  }
  const stepLines = steps === null ? undefined : columns.step_lines;
  const linesFrom = stepLines === undefined ? null : firstEntries(stepLines.place);
  const pardosFrom = bins?.pardos === undefined ? null : firstEntries(bins.pardos.place);

  // Calls with each line that asked in record k, as an index: its requests, its degree, and its part of the charge, which
  // lines that share a step have by their requests.
  function eachLine(k, call) {
    if (steps === null) return;
    if (stepLines === undefined) {
      if (steps.requests[k] > 0) call(steps.line[k], steps.requests[k], steps.degree[k], total(k));
      return;
    }
    let all = 0;
    for (let at = linesFrom[k]; at < linesFrom[k + 1]; ++at) all += stepLines.requests[at];
    for (let at = linesFrom[k]; at < linesFrom[k + 1]; ++at) {
      const requests = stepLines.requests[at];
      call(stepLines.line[at], requests, stepLines.degree[at], stepLines.charge?.[at] ?? (total(k) * requests) / all);
    }
  }

  function isOfPardo(k, pardo) {
    if (pardosFrom === null) return pardoNumbers[k] > 0 && pardos[k] === pardo;
    return bins.pardos.pardo.slice(pardosFrom[k], pardosFrom[k + 1]).includes(pardo);
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
      let is = pardo === null || isOfPardo(k, pardo);
      if (is && (byLine || byDegree)) {
        let met = false;
        eachLine(k, (index, _, largest) => {
          met ||= (!byLine || columns.lines[index] === line) && (!byDegree || Math.floor(Math.log2(largest)) === degree);
        });
        is = met;
      }
      // A frame is longer than a bin, so that it has the first or the last of its steps.
      if (is && component !== null) is = componentCarried(component, firsts[k]) || componentCarried(component, lasts[k]);
      if (is && carried !== null) is = carried(firsts[k]) || carried(lasts[k]);
      picked[k] = is ? 1 : 0;
    }
    return picked;
  }
  let pickedFor = "";
  let picked = null;
  const keys = ["line", "pardo", "degree", "component", "link"];

  const position = (step) => {  // of the first record with a step at or behind this one: their numbers may have gaps
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lasts[middle] < step) low = middle + 1; else high = middle;
    }
    return Math.min(low, count - 1);
  };

  return {
    count, numbers, firsts, lasts, total, sum, position, eachLine, pardos, pardoNumbers, steps, supersteps,
    binned: bins !== null,
    one: supersteps === null ? "step" : "superstep",
    stepsOf: (k) => bins === null ? 1 : bins.count[k],
    degree: (k) => bins !== null ? (bins.most.degree ?? bins.most.relation)[k]
      : steps !== null ? steps.degree[k] : supersteps.relation[k],
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

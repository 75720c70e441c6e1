// ---- Values: whole arrays every 64 steps, from there on what the steps have changed
const every = 64;
const keyframes = [];
function apply(values, changes) { for (const [array, index, , now] of changes) values[array][index] = now; }
{
  const values = arrays.map((array) => [...array.initial]);
  steps.forEach((step, k) => {
    if (k % every === 0) keyframes.push(values.map((array) => [...array]));
    apply(values, step.host ?? []);
    apply(values, step.diffs);
  });
}
// What the arrays hold when step k begins, with what host code has changed before it.
function before(k) {
  const values = keyframes[Math.floor(k / every)].map((array) => [...array]);
  for (let at = k - (k % every); at < k; ++at) {
    apply(values, steps[at].host ?? []);
    apply(values, steps[at].diffs);
  }
  apply(values, steps[k].host ?? []);
  return values;
}

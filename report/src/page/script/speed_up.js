// ---- Speed-up, with as many units for a local operation as the slider says
{
  const view = document.getElementById("speed-up");
  const speedUp = data.speed_up;
  if (view !== null && speedUp !== undefined && view.querySelector("circle.contention.dot") !== null) addUnits(view, speedUp);
}

function addUnits(view, { components, scheduled, charge, work, axis }) {
  const [least, most, bottom, top] = axis;
  const y = (value) => {
    const share = (Math.log10(Math.max(value, least)) - Math.log10(least)) / (Math.log10(most) - Math.log10(least));
    return bottom + Math.min(1, Math.max(0, share)) * (top - bottom);
  };
  const runs = components.map((_, k) => k).filter((k) => work[k] > 0 && scheduled[k] + charge[k] > 0);
  const dots = [...view.querySelectorAll("circle.contention.dot")];
  const curve = [...view.querySelectorAll("path.curve")].at(-1);
  const text = make("output");
  const slider = make("input", { type: "range", min: 0, max: 100, value: 0, id: "units" });
  slider.setAttribute("aria-label", "Units of the network's time for a local operation");
  // κ W of one processor, over κ (W / p + T) + charge.
  const speedUp = (units, k) => (units * work[k]) / (units * scheduled[k] + charge[k]);
  const rounded = (value) => value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : number(Math.round(value));
  function draw() {
    const units = Math.round(10 ** (slider.value / 25));
    runs.forEach((k, dot) => {
      dots[dot].setAttribute("cy", y(speedUp(units, k)));
      dots[dot].querySelector("title").textContent = `${number(components[k])} components, with the charge: ` +
        `${rounded(speedUp(units, k))} times one processor`;
    });
    curve?.setAttribute("d", runs.map((k, dot) => `${dot === 0 ? "M" : "L"}${dots[dot].getAttribute("cx")},${y(speedUp(units, k))}`).join(""));
    const last = runs.at(-1);
    const half = Math.ceil(charge[last] / scheduled[last]);
    text.textContent = `κ = ${plural(units, "unit")} for a local operation: ${rounded(speedUp(units, last))} times one ` +
      `processor with ${plural(components[last], "component")}. From κ = ${number(half)} on the network takes less time ` +
      "there than the processors.";
  }
  slider.addEventListener("input", draw);
  view.querySelector(".wide").before(make("div", { className: "tools" }, "κ ", slider, " ", text));
  draw();
}

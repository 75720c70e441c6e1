// ---- All data, saved; the selection in the address
// Loads over time stay packed; what components did is a list again.
const savedData = () => JSON.stringify({ ...JSON.parse(document.getElementById("page-data").textContent), components: data.components });
document.querySelector("main").append(make("div", { className: "tools" }, makeButton("Save data as JSON", () =>
  save(fileName(data.title ?? "data") + ".json", "application/json", savedData()))));
readHash();
show();
reach();

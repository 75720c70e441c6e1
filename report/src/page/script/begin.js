// ---- All that there is, saved; and the selection of the address
document.querySelector("main").append(make("div", { className: "tools" }, makeButton("Save data as JSON", () =>
  save(fileName(data.title ?? "data") + ".json", "application/json", document.getElementById("page-data").textContent))));
readHash();
show();

"use strict";
// Adds to the page what a still picture cannot do. Everything that the page shows is there already, or in its data. The
// files of this folder are one script, in the order in which CMake lists them.
const data = JSON.parse(document.getElementById("page-data").textContent);
const columns = data.columns;

"use strict";
// Goes through a trace step by step. Everything that the page shows stands in its data (format pram-trace, version 1).
// The files of this folder are one script, in the order in which CMake lists them.
const data = JSON.parse(document.getElementById("page-data").textContent);

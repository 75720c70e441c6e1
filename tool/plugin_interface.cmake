# cmake -D ROOT=folder -D VERSION=… -D OUTPUT=file -P plugin_interface.cmake: the header that says for which interface code
# is compiled. A plug-in shares objects with the tool, so that every public header counts. The file is written where it
# changes alone.
cmake_minimum_required(VERSION 3.25)
set(text)
foreach(room core machines programs report tool)
  file(GLOB_RECURSE headers RELATIVE ${ROOT} ${ROOT}/${room}/include/*.hpp ${ROOT}/${room}/include/*.def)
  list(SORT headers)
  foreach(header IN LISTS headers)
    file(SHA256 ${ROOT}/${header} hash)
    string(APPEND text "${header} ${hash}\n")
  endforeach()
endforeach()
string(SHA256 hash "${text}")
string(SUBSTRING ${hash} 0 16 hash)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[#pragma once

/// Made by the build: the version of pram, and a number that differs where a public header does.
#define PRAM_PLUGIN_VERSION "@VERSION@"
#define PRAM_PLUGIN_INTERFACE "@hash@"
]])

# cmake -D ROOT=folder -P sizes.cmake: no folder has more than 15 sources, and no file more than 400 lines.
#
# Folders whose files are rows of a table, a .def beside them, may have more. Tests are held to it as the rooms are.
cmake_minimum_required(VERSION 3.25)

set(most_sources 15)
set(most_lines 400)

# Those that are above still: each line goes with the file that is divided.
set(large_files
  core/include/pram/machine.hpp
  report/src/trace/trace.js
  tests/core/ledger/profile_test.cpp
  tests/core/misuse/moved_test.cpp
  tests/core/observation/observer_test.cpp)
set(full_folders core/src/step)

set(errors)
set(files)
foreach(room core machines programs report perf tool bsplib examples tests)
  file(GLOB_RECURSE of_room RELATIVE ${ROOT}
    ${ROOT}/${room}/*.cpp ${ROOT}/${room}/*.hpp ${ROOT}/${room}/*.h ${ROOT}/${room}/*.js ${ROOT}/${room}/*.cmake ${ROOT}/${room}/*.sh)
  list(APPEND files ${of_room})
endforeach()
foreach(file IN LISTS files)
  cmake_path(GET file PARENT_PATH folder)
  if(file MATCHES "\\.(cpp|hpp|h)$")
    list(APPEND folders ${folder})
    string(MD5 id ${folder})
    math(EXPR count_${id} "0${count_${id}} + 1")
  endif()
  file(READ ${ROOT}/${file} text)
  string(REPLACE "\n" "" joined "${text}")
  string(LENGTH "${text}" lines)
  string(LENGTH "${joined}" letters)
  math(EXPR lines "${lines} - ${letters}")
  if(lines GREATER most_lines AND NOT file IN_LIST large_files)
    list(APPEND errors "${file} has ${lines} lines: at most ${most_lines}")
  elseif(lines LESS_EQUAL most_lines AND file IN_LIST large_files)
    list(APPEND errors "${file} has no more than ${most_lines} lines, and needs no exception")
  endif()
endforeach()
list(REMOVE_DUPLICATES folders)
foreach(folder IN LISTS folders)
  string(MD5 id ${folder})
  file(GLOB tables ${ROOT}/${folder}/*.def)
  if(count_${id} GREATER most_sources AND NOT tables AND NOT folder IN_LIST full_folders)
    list(APPEND errors "${folder} has ${count_${id}} sources: at most ${most_sources}")
  elseif(count_${id} LESS_EQUAL most_sources AND folder IN_LIST full_folders)
    list(APPEND errors "${folder} has no more than ${most_sources} sources, and needs no exception")
  endif()
endforeach()
if(NOT files)
  list(APPEND errors "no sources in ${ROOT}")
endif()
foreach(error IN LISTS errors)
  message(NOTICE "${error}")
endforeach()
if(errors)
  message(FATAL_ERROR "files or folders that are too large")
endif()

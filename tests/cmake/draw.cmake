# Read by ctest before it runs anything: all tests of a run go by one draw (tests/draw.sh).
execute_process(COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/../draw.sh OUTPUT_VARIABLE draw OUTPUT_STRIP_TRAILING_WHITESPACE)
set(ENV{PRAM_TEST_DRAW} ${draw})
# What tests build is no part of what tests/build_time.sh times.
unset(ENV{CMAKE_CXX_COMPILER_LAUNCHER})

# drawn(LIST COUNT): leaves so many of the entries in the list, those that the draw says. At size medium and above all.
function(drawn list count)
  if(NOT "$ENV{PRAM_TEST_SIZE}" MATCHES "^(tiny|small)$")
    return()
  endif()
  foreach(entry IN LISTS ${list})
    string(MD5 key "$ENV{PRAM_TEST_DRAW} ${entry}")
    list(APPEND keyed "${key} ${entry}")
  endforeach()
  list(SORT keyed)
  list(SUBLIST keyed 0 ${count} keyed)
  list(TRANSFORM keyed REPLACE "^[^ ]+ " "")
  set(${list} ${keyed} PARENT_SCOPE)
endfunction()

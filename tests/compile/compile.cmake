# cmake -D SOURCE=file -P compile.cmake -- compiler flags...
#
# Compiles SOURCE. If its first line is `// error: REGEX`, it must fail with a message that matches, at a line of its own
# or in an assertion that such a line has instantiated; else it must compile.

set(command "")
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(started)
    list(APPEND command ${CMAKE_ARGV${i}})
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(started TRUE)
  endif()
endforeach()

set(ENV{LC_ALL} C)
execute_process(COMMAND ${command} ${SOURCE} ERROR_VARIABLE messages RESULT_VARIABLE status)
cmake_path(GET SOURCE FILENAME name)
file(STRINGS ${SOURCE} first_line LIMIT_COUNT 1)
if(first_line MATCHES "^// error: (.*)$")
  set(expected "${CMAKE_MATCH_1}")
  if(status EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiles, but must not: ${expected}")
  elseif(NOT messages MATCHES "${name}:[0-9]+:[0-9]+: error: [^\n]*(${expected})"
      AND NOT (messages MATCHES "error: static(_assert| assertion) failed[^\n]*(${expected})" AND messages MATCHES "${name}:[0-9]+:"))
    message(FATAL_ERROR "no error matches '${expected}':\n${messages}")
  endif()
elseif(NOT status EQUAL 0)
  message(FATAL_ERROR "${messages}")
endif()

# Runs PROGRAM, by the lines of the file COMMANDS where there is one, and compares what it prints with the file EXPECTED,
# where there is one.
include(${CMAKE_CURRENT_LIST_DIR}/example_output.cmake)
example_output(${PROGRAM} "${COMMANDS}" printed)
if(EXISTS ${EXPECTED})
  file(READ ${EXPECTED} expected)
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "printed:\n${printed}\nexpected (${EXPECTED}):\n${expected}")
  endif()
endif()

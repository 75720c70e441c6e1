# pram_library(NAME [PUBLIC targets...] [PRIVATE targets...])
#
# The library of the current folder, pram::NAME: src/**/*.cpp behind the headers of include/.
# PUBLIC are libraries of ours that its headers include. PRIVATE ones are compiled in: a user needs none of their headers.
function(pram_library name)
  cmake_parse_arguments(PARSE_ARGV 1 library "" "" "PUBLIC;PRIVATE")
  set(target pram_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.cpp src/*.hpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/*.hpp)
  if(NOT sources)
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp "")
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp)
  endif()

  add_library(${target} ${sources})
  add_library(pram::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} CXX_EXTENSIONS OFF)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${headers})
  target_include_directories(${target} PRIVATE src)
  target_link_libraries(${target} PUBLIC ${library_PUBLIC} PRIVATE ${library_PRIVATE} $<BUILD_INTERFACE:pram_build_options>)
endfunction()

# pram_executable(TARGET SOURCES sources... LINK targets...): into bin/, away from folders of the same name.
function(pram_executable target)
  cmake_parse_arguments(PARSE_ARGV 1 executable "" "" "SOURCES;LINK")
  add_executable(${target} ${executable_SOURCES})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PRIVATE ${executable_LINK} pram_build_options)
endfunction()

# pram_library(NAME [INTERNAL] [PUBLIC targets...] [PRIVATE targets...] [FIRST places...] [NOT_FIRST places...]
#   [HOT places...] [COLD places...] [OPTIONS flags...] [GENERATED sources...] [ALONE sources...])
#
# The library of the current folder, pram::NAME: src/**/*.cpp behind the headers of include/. Its objects are those of
# object libraries pram_NAME_PART_LEVEL. Places are regular expressions of what stands below src/.
# INTERNAL is one whose headers no user includes: none is installed.
# PUBLIC are libraries of ours that its headers include. PRIVATE ones are compiled in: a user needs none of their headers.
# PART is first for what the tool needs that is built first (tool/CMakeLists.txt), which is FIRST without NOT_FIRST; else
# rest.
# LEVEL says how a Release build optimises: hot, -O3, for loops that carry requests or messages, each with a reason where
# it is listed; cold, -O1, for what takes longer to compile than to run; else usual, -O2.
# OPTIONS are flags of all its objects.
# GENERATED are sources that the build makes: of the rest, and cold. ALONE are sources that pram_unity() leaves alone.
function(pram_library name)
  cmake_parse_arguments(PARSE_ARGV 1 library "INTERNAL" "" "PUBLIC;PRIVATE;FIRST;NOT_FIRST;HOT;COLD;OPTIONS;GENERATED;ALONE")
  set(target pram_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/*.h include/*.hpp include/*.def)

  set(part_rest ${sources})
  pram_places(part_first "${sources}" ${library_FIRST})
  pram_places(not_first "${part_first}" ${library_NOT_FIRST})
  pram_without(part_first ${not_first})
  pram_without(part_rest ${part_first})
  set(level_usual ${sources})
  pram_places(level_hot "${sources}" ${library_HOT})
  pram_places(level_cold "${sources}" ${library_COLD})
  pram_without(level_cold ${level_hot})
  pram_without(level_usual ${level_hot} ${level_cold})

  add_library(${target})
  add_library(pram::${name} ALIAS ${target})
  # Before 1.0 a second number says that programs must be linked anew.
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(${target} PUBLIC cxx_std_20)
  if(library_INTERNAL)
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>)
  else()
    target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${headers})
  endif()
  target_link_libraries(${target} PUBLIC ${library_PUBLIC} PRIVATE ${library_PRIVATE} $<BUILD_INTERFACE:pram_build_options>)
  foreach(part first rest)
    foreach(level hot usual cold)
      set(these ${level_${level}})
      set(others ${these})
      pram_without(others ${part_${part}})
      pram_without(these ${others})
      if(part STREQUAL "rest" AND level STREQUAL "cold")
        list(APPEND these ${library_GENERATED})
      endif()
      if(these)
        pram_objects(${target}_${part}_${level} ${level} SOURCES ${these}
          LINK ${library_PUBLIC} ${library_PRIVATE} ALONE ${library_ALONE})
        target_compile_options(${target}_${part}_${level} PRIVATE ${library_OPTIONS})
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${part}_${level}>)
        set_property(GLOBAL APPEND PROPERTY pram_sources_${part} ${these})
        set_property(GLOBAL APPEND PROPERTY pram_objects ${target}_${part}_${level})
        if(part STREQUAL "first")
          set_property(GLOBAL APPEND PROPERTY pram_objects_first ${target}_${part}_${level})
        endif()
      endif()
    endforeach()
  endforeach()
endfunction()

# pram_objects(TARGET LEVEL SOURCES sources... LINK targets... [ALONE sources...]): an object library of the current folder.
function(pram_objects target level)
  cmake_parse_arguments(PARSE_ARGV 2 objects "" "" "SOURCES;LINK;ALONE")
  add_library(${target} OBJECT ${objects_SOURCES})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  pram_shared_code(${target})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE src include)
  target_link_libraries(${target} PRIVATE ${objects_LINK} pram_build_options)
  if(level STREQUAL "cold")
    pram_quick_to_compile(${target})
  elseif(level STREQUAL "usual")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
  endif()
  if(PRAM_PRECOMPILE_HEADERS AND NOT level STREQUAL "hot")
    target_precompile_headers(${target} REUSE_FROM pram_precompiled)
  endif()
  pram_unity(${target} ${objects_ALONE})
endfunction()

# pram_shared_code(TARGET): objects that may stand in a shared library, which the library itself does not see to.
function(pram_shared_code target)
  if(BUILD_SHARED_LIBS)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
endfunction()

# pram_places(OUT sources places...): the sources at these places.
function(pram_places out sources)
  set(all)
  foreach(place IN LISTS ARGN)
    set(found ${sources})
    list(FILTER found INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/src/${place}")
    if(NOT found)
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/src has no source at ${place}")
    endif()
    list(APPEND all ${found})
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(${out} ${all} PARENT_SCOPE)
endfunction()

# pram_without(LIST items...): takes them out of the list.
function(pram_without list)
  if(ARGN)
    list(REMOVE_ITEM ${list} ${ARGN})
  endif()
  set(${list} ${${list}} PARENT_SCOPE)
endfunction()

# pram_unity(TARGET [sources...]): compiles sources that stand beside each other together, PRAM_UNITY at a time, so that what
# they include is read once. The sources named here stay alone: they share names of their own with a neighbour.
function(pram_unity target)
  if(PRAM_UNITY LESS 2)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(SORT sources)
  set(part 0)
  set(size 0)
  foreach(source IN LISTS sources)
    cmake_path(GET source FILENAME file)
    if(file IN_LIST ARGN)
      continue()
    endif()
    if(size EQUAL PRAM_UNITY)
      math(EXPR part "${part} + 1")
      set(size 0)
    endif()
    math(EXPR size "${size} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${part})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# pram_quick_to_compile(TARGET): for what takes longer to compile than to run. Coroutines need their tail calls, which g++
# makes at -O2 of itself; instrumented code has none in any case.
function(pram_quick_to_compile target)
  if(PRAM_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> $<$<CONFIG:Release>:-foptimize-sibling-calls>)
  endif()
endfunction()

# pram_executable(TARGET SOURCES sources... LINK targets... [ALONE sources...]): into bin/, away from folders of the same name.
function(pram_executable target)
  cmake_parse_arguments(PARSE_ARGV 1 executable "" "" "SOURCES;LINK;ALONE")
  add_executable(${target} ${executable_SOURCES})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PRIVATE ${executable_LINK} pram_build_options)
  pram_unity(${target} ${executable_ALONE})
endfunction()

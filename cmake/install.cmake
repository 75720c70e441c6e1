# install(), and the package that find_package(pram) finds. Components: tool, development (whatever is linked or included,
# and what names none), mpi, manual, python; packages.cmake makes a package of each.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)

if(PRAM_ONE_PROCESSOR)
  install(CODE [[message("pram: warning: this build is for this very processor and may run on no other. For all: cmake --workflow --preset package && cmake --install build/package")]]
    ALL_COMPONENTS)
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/pram)
install(TARGETS pram_core pram_machines pram_programs pram_report pram_pram
  EXPORT pram
  FILE_SET HEADERS)
install(EXPORT pram NAMESPACE pram:: DESTINATION ${package_folder} FILE pram-targets.cmake)

if(TARGET pram_tool)
  install(TARGETS pram_perf EXPORT pram-tool)
  install(TARGETS pram_tool EXPORT pram-tool FILE_SET HEADERS)
  install(FILES ${PROJECT_BINARY_DIR}/tool/interface/pram/detail/plugin_interface.hpp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pram/detail)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/pram_add_program.cmake DESTINATION ${package_folder})
  install(EXPORT pram-tool NAMESPACE pram:: DESTINATION ${package_folder} FILE pram-tool-targets.cmake)
endif()

# Shared libraries find each other beside them, and the tool finds them, wherever all of it is moved to.
if(BUILD_SHARED_LIBS)
  foreach(name core machines programs report perf tool bsplib)
    if(TARGET pram_${name})
      set_target_properties(pram_${name} PROPERTIES INSTALL_RPATH "$ORIGIN")
    endif()
  endforeach()
  if(TARGET pram-tool)
    file(RELATIVE_PATH libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
    set_target_properties(pram-tool PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")
  endif()
endif()

# pram-bspcc links what stands here: the component of the tool alone would not do.
if(TARGET pram_bsplib)
  install(TARGETS pram_bsplib EXPORT pram-bsplib FILE_SET HEADERS)
  install(EXPORT pram-bsplib NAMESPACE pram:: DESTINATION ${package_folder} FILE pram-bsplib-targets.cmake)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/bsplib/pram-bspcc TYPE BIN)
  install(FILES ${PROJECT_BINARY_DIR}/bsplib/pram-bspcc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  foreach(mark first last)
    install(FILES $<TARGET_OBJECTS:pram_bsplib_${mark}> DESTINATION ${CMAKE_INSTALL_LIBDIR}/pram RENAME ${mark}.o)
  endforeach()
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pram-config.cmake.in ${PROJECT_BINARY_DIR}/pram-config.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pram-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pram-config.cmake ${PROJECT_BINARY_DIR}/pram-config-version.cmake
  DESTINATION ${package_folder})

include(${CMAKE_CURRENT_LIST_DIR}/pkg_config.cmake)

# README.md with what it names: the pages of the manual, which read well as they stand, and the examples.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT manual)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT manual
  FILES_MATCHING PATTERN "*.md" PATTERN "*.rst" PATTERN "*.svg" PATTERN "*.png")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT manual
  FILES_MATCHING PATTERN "CMakeLists.txt" PATTERN "*.cpp" PATTERN "*.ipynb")

if(TARGET pram-tool)
  install(TARGETS pram-tool COMPONENT tool)
  # Python has several places for modules: a package of a distribution moves it to its own.
  install(FILES ${PROJECT_SOURCE_DIR}/python/pram.py DESTINATION ${CMAKE_INSTALL_DATADIR}/pram/python COMPONENT python)
endif()

# Programs look for it there. The folder is private, as nothing links the module.
if(TARGET pram-mpi)
  install(TARGETS pram-mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/pram COMPONENT mpi)
endif()

# What a build of everything makes besides: pages of man, completions where shells look for them, and the gallery's pages.
if(TARGET pram-installed-text)
  set(made ${PROJECT_BINARY_DIR}/tool/made)
  install(DIRECTORY ${made}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool OPTIONAL)
  install(FILES ${made}/bash/pram DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tool OPTIONAL)
  install(FILES ${made}/zsh/_pram DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT tool OPTIONAL)
  install(FILES ${made}/fish/pram.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tool OPTIONAL)
  install(DIRECTORY ${made}/gallery DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs/_static COMPONENT manual OPTIONAL)
endif()

if(PROJECT_IS_TOP_LEVEL)
  include(${CMAKE_CURRENT_LIST_DIR}/packages.cmake)
endif()

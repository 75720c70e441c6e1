# install(), and the package that find_package(pram) finds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS pram_core pram_machines pram_programs pram_report pram_pram
  EXPORT pram
  FILE_SET HEADERS)
install(EXPORT pram NAMESPACE pram:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pram FILE pram-targets.cmake)

if(TARGET pram_tool)
  install(TARGETS pram_perf EXPORT pram-tool)
  install(TARGETS pram_tool EXPORT pram-tool FILE_SET HEADERS)
  install(FILES ${PROJECT_BINARY_DIR}/tool/interface/pram/detail/plugin_interface.hpp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pram/detail)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/pram_add_program.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pram)
  install(EXPORT pram-tool NAMESPACE pram:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pram FILE pram-tool-targets.cmake)
endif()

if(TARGET pram_bsplib)
  install(TARGETS pram_bsplib EXPORT pram-bsplib FILE_SET HEADERS)
  install(EXPORT pram-bsplib NAMESPACE pram:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pram FILE pram-bsplib-targets.cmake)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/bsplib/pram-bspcc TYPE BIN)
  install(FILES ${PROJECT_BINARY_DIR}/bsplib/pram-bspcc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  foreach(mark first last)
    install(FILES $<TARGET_OBJECTS:pram_bsplib_${mark}> DESTINATION ${CMAKE_INSTALL_LIBDIR}/pram RENAME ${mark}.o)
  endforeach()
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pram-config.cmake.in ${PROJECT_BINARY_DIR}/pram-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pram)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pram-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pram-config.cmake ${PROJECT_BINARY_DIR}/pram-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/pram)

include(${CMAKE_CURRENT_LIST_DIR}/pkg_config.cmake)

# README.md with what it links to: the pages of the manual, which read well as they stand.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING PATTERN "*.md" PATTERN "*.rst" PATTERN "_static/pictures/*")

if(TARGET pram-tool)
  install(TARGETS pram-tool)
  # Python has several places for modules: a package of a distribution moves it to its own.
  install(FILES ${PROJECT_SOURCE_DIR}/python/pram.py DESTINATION ${CMAKE_INSTALL_DATADIR}/pram/python)
endif()

# What a build of everything makes besides: pages of man, and completions where shells look for them.
if(TARGET pram-installed-text)
  set(made ${PROJECT_BINARY_DIR}/tool/made)
  install(DIRECTORY ${made}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
  install(FILES ${made}/bash/pram DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
  install(FILES ${made}/zsh/_pram DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions OPTIONAL)
  install(FILES ${made}/fish/pram.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)
endif()

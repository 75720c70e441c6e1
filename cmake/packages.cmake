# CPack: packages for Debian, an archive where there is no dpkg, and the tarball of the sources.
#
#   cmake --workflow --preset package                       build/package/packages/*.deb
#   cmake --build build/package --target package_source     build/package/packages/pram-VERSION.tar.gz
#
# What is packed is portable and linked statically: cmake/debian/settings.cmake refuses any other build. The packages are
# the components of cmake/install.cmake, in the layout that cmake/debian/layout.cmake gives them.
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGE_CONTACT "The pram authors <pram@example.org>")
set(CPACK_PACKAGE_VENDOR "The pram authors")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
find_program(PRAM_DPKG dpkg)
mark_as_advanced(PRAM_DPKG)
set(CPACK_GENERATOR TGZ)
if(PRAM_DPKG)
  set(CPACK_GENERATOR DEB)
endif()

# What settings.cmake and layout.cmake are told.
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/debian/settings.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/layout.cmake)
set(CPACK_PRAM_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_PRAM_ONE_PROCESSOR ${PRAM_ONE_PROCESSOR})
set(CPACK_PRAM_SHARED ${BUILD_SHARED_LIBS})
set(CPACK_PRAM_STRIP ${CMAKE_STRIP})

set(CPACK_COMPONENTS_ALL development manual)
if(TARGET pram-tool)
  list(APPEND CPACK_COMPONENTS_ALL tool python)
endif()
if(TARGET pram-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(about "pram runs PRAM programs, with up to millions of virtual processors, on an
emulated parallel machine, and BSP programs, too. Memory requests travel as
messages over a network of one's choice, are combined on the way, and every
message is charged: this shows what concurrent access costs, down to the
source line.")

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME pram)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS "libpram-dev, pram-doc, pram-mpi, python3-pram")
set(CPACK_DEBIAN_TOOL_DESCRIPTION "emulated parallel machine for PRAM and BSP programs
${about}

This package has the tool, which runs, profiles and compares bundled
programs, and one's own.")

# Static libraries and headers alone: each package is linked by the static libraries, or its headers are included by theirs.
# pram.pc and pram-config.cmake require oneTBB, {fmt} and zlib, pram-bspcc and its component Boost.Context. The number
# of {fmt} is part of the names that the libraries ask for.
string(REGEX MATCH "^[0-9]+" fmt_major "${fmt_VERSION}")
math(EXPR fmt_next "${fmt_major} + 1")
set(needs "libfmt-dev (>= ${fmt_major})" "libfmt-dev (<< ${fmt_next}~)" libtbb-dev zlib1g-dev)
if(TARGET pram_bsplib)
  list(APPEND needs libboost-context-dev)
endif()
list(JOIN needs ", " needs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpram-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SOURCE pram)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${needs}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "g++ (>= 4:12) | clang-16")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, pkg-config, pram, pram-doc")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "emulated parallel machine for PRAM and BSP programs (library)
${about}

This package has the headers and static libraries for programs in C++20, as
packages of CMake and pkg-config, and pram-bspcc, which compiles programs
that use BSPlib.")

# The library of MPI that the module is linked with, and what starts programs.
set(CPACK_DEBIAN_MPI_PACKAGE_NAME pram-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_SOURCE pram)
set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS openmpi-bin)
if("${pram_mpi_libraries}" MATCHES "mpich")
  set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS mpich)
endif()
set(CPACK_DEBIAN_MPI_PACKAGE_ENHANCES "pram, libpram-dev")
set(CPACK_DEBIAN_MPI_DESCRIPTION "emulated parallel machine for PRAM and BSP programs (several hosts)
${about}

This package has the module that runs the tool, and programs linked with
libpram-dev, as several ranks, which mpirun starts on one host or more.")

set(CPACK_DEBIAN_MANUAL_PACKAGE_NAME pram-doc)
set(CPACK_DEBIAN_MANUAL_PACKAGE_SOURCE pram)
set(CPACK_DEBIAN_MANUAL_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_MANUAL_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_MANUAL_DESCRIPTION "emulated parallel machine for PRAM and BSP programs (manual)
${about}

This package has the pages of the manual, a gallery of runs to step through,
and examples in C++.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pram)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SOURCE pram)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "pram (>= ${PROJECT_VERSION}), python3:any (>= 3.9)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/cmake/debian/python/postinst ${PROJECT_SOURCE_DIR}/cmake/debian/python/prerm)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "emulated parallel machine for PRAM and BSP programs (Python)
${about}

This package has a module that calls the tool, and gives runs as objects
whose tables pandas takes as they are and Jupyter shows as pages.")

# The tarball: all that stands in the source tree, but for what is built and what version control keeps.
string(REGEX REPLACE "([][+.*()^$?|\\\\{}])" "\\\\\\1" source "${PROJECT_SOURCE_DIR}")
string(REGEX REPLACE "([][+.*()^$?|\\\\{}])" "\\\\\\1" binary "${PROJECT_BINARY_DIR}")
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME pram-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES "^${binary}/" "^${source}/build/" "^${source}/\\.git(/|$)" "^${source}/\\.cache/"
  "^${source}/compile_commands\\.json$" "^${source}/.*/__pycache__/" "~$" "\\.swp$")

# A build that is refused need not be finished before.
if(PRAM_ONE_PROCESSOR OR BUILD_SHARED_LIBS)
  set(CMAKE_SKIP_PACKAGE_ALL_DEPENDENCY ON)
endif()
include(CPack)

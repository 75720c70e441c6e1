# What CPack reads before it packs (CPACK_PROJECT_CONFIG_FILE): refuses what is not portable, and fills in what only the
# time of packing knows.
if(NOT CPACK_INSTALL_CMAKE_PROJECTS)
  return()  # the tarball of the sources, in which nothing is built
endif()

# The test packs what it has been built with; the version says so, and such a package is for no other computer.
if(CPACK_PRAM_ONE_PROCESSOR AND CPACK_PRAM_TEST)
  set(CPACK_PACKAGE_VERSION "${CPACK_PACKAGE_VERSION}+native")
elseif(CPACK_PRAM_ONE_PROCESSOR)
  message(FATAL_ERROR " pram: this build is for this very processor, and packages are for all. Run: cmake --workflow --preset package")
elseif(CPACK_PRAM_SHARED)
  message(FATAL_ERROR " pram: this build has shared libraries, and packages have static ones. Run: cmake --workflow --preset package")
endif()

if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY)  # the first line of each package's own description
  # As Debian's tools have it, whoever packs says by these who is asked about the package.
  if(NOT "$ENV{DEBEMAIL}" STREQUAL "")
    set(name "$ENV{DEBFULLNAME}")
    if(name STREQUAL "")
      set(name "$ENV{DEBEMAIL}")
    endif()
    set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${name} <$ENV{DEBEMAIL}>")
  else()
    set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${CPACK_PACKAGE_CONTACT}")
  endif()
endif()

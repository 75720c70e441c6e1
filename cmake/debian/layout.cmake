# What CPack runs once it has laid out the files of each package, in a folder named after its component
# (CPACK_PRE_BUILD_SCRIPTS): makes of the layout of `cmake --install` that of Debian's policy.
if(NOT CPACK_GENERATOR STREQUAL "DEB" OR NOT CPACK_INSTALL_CMAKE_PROJECTS)
  return()
endif()

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# move(FROM TO): a file below a package's /usr, whose folder goes if nothing is left in it
function(move from to)
  cmake_path(GET to PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  file(RENAME ${from} ${to})
  cmake_path(GET from PARENT_PATH folder)
  file(GLOB left ${folder}/*)
  while(NOT left)
    file(REMOVE_RECURSE ${folder})
    cmake_path(GET folder PARENT_PATH folder)
    file(GLOB left ${folder}/*)
  endwhile()
endfunction()

# What is said of the package, in each of them.
file(READ ${CPACK_PRAM_SOURCE}/LICENSE licence)
string(REGEX REPLACE "^.*(Copyright [^\n]*)\n+(.*[^\n])\n*$" "\\1;\\2" licence "${licence}")
list(POP_FRONT licence copyright)
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REPLACE "\n" "\n " licence " ${licence}")
string(REGEX REPLACE "^Copyright \\(c\\) " "" copyright "${copyright}")
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} COMPONENT)
  set(package ${CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME})
  set(usr ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  set(doc ${usr}/share/doc/${package})
  file(MAKE_DIRECTORY ${doc})
  configure_file(${CPACK_PRAM_SOURCE}/cmake/debian/copyright.in ${doc}/copyright @ONLY)
  file(WRITE ${doc}/changelog.Debian "pram (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Packages of version ${CPACK_PACKAGE_VERSION}. The file changelog.gz says what is in it.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")
  configure_file(${CPACK_PRAM_SOURCE}/CHANGELOG.md ${doc}/changelog COPYONLY)
  file(GLOB pages ${usr}/share/man/man1/*.1)
  run(gzip -9n ${doc}/changelog ${doc}/changelog.Debian ${pages})
endforeach()

set(tool ${CPACK_TEMPORARY_DIRECTORY}/tool/usr)
if(EXISTS ${tool}/share/zsh/site-functions/_pram)
  move(${tool}/share/zsh/site-functions/_pram ${tool}/share/zsh/vendor-completions/_pram)
endif()
set(python ${CPACK_TEMPORARY_DIRECTORY}/python/usr)
if(EXISTS ${python}/share/pram/python/pram.py)
  move(${python}/share/pram/python/pram.py ${python}/lib/python3/dist-packages/pram.py)
endif()
file(REMOVE ${CPACK_TEMPORARY_DIRECTORY}/manual/usr/share/doc/pram/LICENSE)  # copyright has it

# As dh_strip does it. What programs are linked with keeps its symbols.
if(EXISTS ${tool}/bin/pram)
  run(${CPACK_PRAM_STRIP} --remove-section=.comment --remove-section=.note ${tool}/bin/pram)
endif()
file(GLOB_RECURSE objects ${CPACK_TEMPORARY_DIRECTORY}/development/usr/*.a ${CPACK_TEMPORARY_DIRECTORY}/development/usr/*.o)
if(objects)
  run(${CPACK_PRAM_STRIP} --strip-debug --remove-section=.comment --remove-section=.note --enable-deterministic-archives
    ${objects})
endif()

# Whatever the user's umask is.
run(chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_DIRECTORY})

# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where. The prefix can be moved afterwards: the programs look for share/attest beside their bin
# (verify/system/files.cpp), and nothing holds an absolute path. Components: programs, kernels and, where nvcc was found, cuda
# (kernels/install.cmake).
include(GNUInstallDirs)
if(NOT CMAKE_INSTALL_DATADIR STREQUAL share)
  message(WARNING "CMAKE_INSTALL_DATADIR is '${CMAKE_INSTALL_DATADIR}': attest finds its data in share/attest beside its bin; "
                  "elsewhere it needs --source DIR or ATTEST_SOURCE")
endif()
set(data ${CMAKE_INSTALL_DATADIR}/attest)

install(TARGETS attest attest-check RUNTIME COMPONENT programs)

# The papers' claims, their definitions and proofs, the second checker: what verdicts rest on, in a clone's own order. (A paper's
# link to the library of definitions is installed as a link.)
install(DIRECTORY theory/definitions theory/variants theory/graph theory/papers DESTINATION ${data}/theory COMPONENT programs
        FILES_MATCHING PATTERN "*.claim" PATTERN "*.stm" PATTERN "*.json" PATTERN "verdicts.txt")
install(DIRECTORY theory/proofs theory/semantics DESTINATION ${data}/theory COMPONENT programs
        FILES_MATCHING PATTERN "*.v" PATTERN "*.txt" PATTERN "*.py" PATTERN "*.md" PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY verify/second DESTINATION ${data}/verify COMPONENT programs USE_SOURCE_PERMISSIONS
        FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)
# Where it was built: what reports embed to check themselves again.
install(FILES ${CMAKE_BINARY_DIR}/bin/proved/recheck.js DESTINATION ${data}/verify/proved COMPONENT programs OPTIONAL)

# The pages that the programs and their messages name.
install(DIRECTORY docs DESTINATION ${data} COMPONENT programs
        FILES_MATCHING PATTERN "*.md" PATTERN "*.json" PATTERN "*.c" PATTERN "*.svg" PATTERN "*.png")
install(FILES README.md CHANGELOG.md CITATION.cff LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)
install(FILES cmake/debian/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)
# README's links are to docs/ beside it.
file(RELATIVE_PATH to_docs /prefix/${CMAKE_INSTALL_DOCDIR} /prefix/${data}/docs)
install(CODE "file(CREATE_LINK ${to_docs} \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/docs\" SYMBOLIC)"
        COMPONENT programs)

# Manual pages and completion, which the program wrote when it was built (verify/CMakeLists.txt).
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT programs)
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/bash-completion ${CMAKE_BINARY_DIR}/share/zsh ${CMAKE_BINARY_DIR}/share/fish
        DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT programs)

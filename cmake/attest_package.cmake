# SPDX-License-Identifier: Apache-2.0
# `cpack -G DEB` in the build folder: one package with the programs, their data and the kernels' C interface. The CUDA
# library, which links what NVIDIA ships, stays out.
set(CPACK_PACKAGE_NAME attest)
set(CPACK_PACKAGE_VENDOR "The attest authors")
set(CPACK_PACKAGE_CONTACT "The attest authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "decides published claims about what attention can and cannot express")
set(CPACK_PACKAGE_DESCRIPTION
"attest builds a paper's witness in exact arithmetic, writes what it found as
a certificate, has two independent checkers accept or reject that certificate,
and reports counterexamples that a person can follow. It also holds float
attention kernels to bounds that are derived from their arithmetic.
.
The package has the programs attest and attest-check, the statements of
record with their proofs, and a library of attention kernels behind a C
interface (libattest_kernels, find_package(attest_kernels), pkg-config).")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_SOURCE_GENERATOR "")

set(CPACK_COMPONENTS_ALL programs kernels)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS python3)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "coq, libcoq-mathcomp-ssreflect, libcoq-mathcomp-algebra, z3")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/cmake/debian/postinst ${CMAKE_SOURCE_DIR}/cmake/debian/prerm
                                       ${CMAKE_SOURCE_DIR}/cmake/debian/triggers)
include(CPack)

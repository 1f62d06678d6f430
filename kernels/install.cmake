# SPDX-License-Identifier: Apache-2.0
# The C interface as others build against it: the shared library, its headers, attest_kernels-config.cmake and
# attest_kernels.pc. Headers keep their names in the tree (#include "kernels/attest_kernel.h"), so that a kernel compiles in
# a clone and against an installation alike. The static library, whose interface is C++ and ours, is not installed.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The library's name carries the ABI that it answers to, read where it is defined.
file(STRINGS attest_kernel.h abi REGEX "define ATTEST_KERNEL_ABI [0-9]+u")
string(REGEX MATCH "[0-9]+" abi "${abi}")
set_target_properties(attest_kernels_shared PROPERTIES EXPORT_NAME kernels SOVERSION ${abi} VERSION ${abi}.${PROJECT_VERSION})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/attest_kernels)
target_include_directories(attest_kernels_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/attest>)
install(TARGETS attest_kernels_shared EXPORT attest_kernels
        LIBRARY COMPONENT kernels NAMELINK_COMPONENT kernels)
install(FILES attest_kernel.h attest_gradient_kernel.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attest/kernels COMPONENT kernels)
install(EXPORT attest_kernels NAMESPACE attest:: FILE attest_kernels-targets.cmake DESTINATION ${package} COMPONENT kernels)
configure_package_config_file(attest_kernels-config.cmake.in attest_kernels-config.cmake INSTALL_DESTINATION ${package}
                              NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may change what the kernels are called and support.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/attest_kernels-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/attest_kernels-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/attest_kernels-config-version.cmake DESTINATION ${package} COMPONENT kernels)

# Relative to the file itself, so that a moved prefix is right, too.
file(RELATIVE_PATH pc_to_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /prefix)
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
configure_file(attest_kernels.pc.in attest_kernels.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/attest_kernels.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT kernels)

# A library of its own: who links it needs no CUDA, who runs it a driver.
if(TARGET attest_kernels_cuda)
  set_target_properties(attest_kernels_cuda PROPERTIES SOVERSION ${abi} VERSION ${abi}.${PROJECT_VERSION})
  install(TARGETS attest_kernels_cuda LIBRARY COMPONENT cuda NAMELINK_COMPONENT cuda)
  install(FILES cuda/attest_cuda.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attest/kernels/cuda COMPONENT cuda)
endif()

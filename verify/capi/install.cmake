# SPDX-License-Identifier: Apache-2.0
# libattest_judge and its header for programs that link it (component judge), and, for Python's wheel (component wheel),
# the library with all that it needs of this machine but the C library: the wheel's folder can be moved.
include(GNUInstallDirs)
install(TARGETS attest_judge_shared LIBRARY COMPONENT judge NAMELINK_COMPONENT judge)
install(FILES attest_judge.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attest/verify/capi COMPONENT judge)

install(CODE "
  set(library \"$<TARGET_FILE:attest_judge_shared>\")
  set(output \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib\")
" COMPONENT wheel EXCLUDE_FROM_ALL)
install(SCRIPT ${CMAKE_CURRENT_SOURCE_DIR}/wheel.cmake COMPONENT wheel EXCLUDE_FROM_ALL)

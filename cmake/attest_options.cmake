# SPDX-License-Identifier: Apache-2.0
# What every target of the project is built with.

add_compile_options(-Wall -Wextra -Wpedantic)
include_directories(${CMAKE_SOURCE_DIR})

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

if(ATTEST_SANITIZE)
  add_compile_options(-fsanitize=${ATTEST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ATTEST_SANITIZE})
endif()
if(ATTEST_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

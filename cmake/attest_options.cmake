# SPDX-License-Identifier: Apache-2.0
# What every target of the project is built with.

add_compile_options(-Wall -Wextra -Wpedantic)
include_directories(${CMAKE_SOURCE_DIR})

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

if(ATTEST_SANITIZE)
  # What the address sanitizer and the processor find as well is left to them: each of these checks stands before almost
  # every access, and together they take as long to compile as all the rest.
  add_compile_options(-fsanitize=${ATTEST_SANITIZE} -fno-sanitize=null,vptr,object-size -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ATTEST_SANITIZE})
endif()

# Code that is not what takes the time: under sanitizers, where optimizing takes longer than running, it is not optimized.
function(attest_plain target)
  if(ATTEST_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()
if(ATTEST_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

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

# Eight sources to a compilation: most of what a compiler does for one of ours is what its headers ask for, so that a whole
# build takes half as long. Then names of files that are compiled together may not clash, not even in unnamed namespaces.
# Sources with options of their own stay alone. -DATTEST_TOGETHER=OFF is for working on a few files.
option(ATTEST_TOGETHER "Compile several sources of the same library or test together" ON)
function(attest_together target)
  if(ATTEST_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

if(ATTEST_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

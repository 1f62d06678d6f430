# SPDX-License-Identifier: Apache-2.0
# attest_test(<name> SOURCES a.cpp ... [LIBS lib ...] [LABELS l ...] [PARTS p ...]): a Catch2 program, registered as one test
# with the label `unit` (and others, if named). Tests labelled `unit` or `sanitize` also run under the sanitizers.
# Label `long`: of .ci/run alone, not under the sanitizers, with a longer time, and not built without ATTEST_LONG_TESTS.
# Label `exact`: numbers of GMP and FLINT in the standard library's containers, no memory of our own; under the sanitizers with ATTEST_LONG_TESTS alone,
# for which .ci/sanitize has no time.
# PARTS makes several tests of it, that run side by side: <name>_<p> has the cases whose names begin with p, and <name> the rest.

find_package(Catch2 2 REQUIRED)
find_library(RAPIDCHECK rapidcheck REQUIRED)

add_library(attest_catch_main STATIC ${CMAKE_SOURCE_DIR}/tests/catch_main.cpp)
target_link_libraries(attest_catch_main PUBLIC Catch2::Catch2)
target_compile_options(attest_catch_main PRIVATE -O0)

# With several sources to a compilation, Catch2's header, a third of what a compiler reads for a test, is read once for all.
if(ATTEST_TOGETHER)
  file(WRITE ${CMAKE_BINARY_DIR}/catch_header.cpp "")
  add_library(attest_catch_header OBJECT ${CMAKE_BINARY_DIR}/catch_header.cpp)
  target_link_libraries(attest_catch_header PRIVATE Catch2::Catch2)
  target_precompile_headers(attest_catch_header PRIVATE <catch2/catch.hpp>)
  attest_plain(attest_catch_header)
  attest_light(attest_catch_header)
endif()

function(attest_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;LABELS;PARTS" ${ARGN})
  if(ATTEST_SANITIZE AND NOT ATTEST_LONG_TESTS AND "exact" IN_LIST ARG_LABELS)
    return()
  endif()
  set(limit 600)
  set(labels unit ${ARG_LABELS})
  if("long" IN_LIST ARG_LABELS)
    set(limit 1200)
    set(labels ${ARG_LABELS})
    if(NOT ATTEST_LONG_TESTS)
      return()
    endif()
  endif()
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE attest_catch_main ${ARG_LIBS} ${RAPIDCHECK})
  attest_plain(test_${name})
  attest_light(test_${name})
  attest_together(test_${name})
  if(ATTEST_TOGETHER)
    target_precompile_headers(test_${name} REUSE_FROM attest_catch_header)
  endif()
  set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  set(rest "")
  set(tests ${name})
  foreach(part IN LISTS ARG_PARTS)
    add_test(NAME ${name}_${part} COMMAND test_${name} -w NoTests "${part}*" WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    string(APPEND rest "~\"${part}*\"")
    list(APPEND tests ${name}_${part})
  endforeach()
  add_test(NAME ${name} COMMAND test_${name} ${rest} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${tests} PROPERTIES LABELS "${labels}" TIMEOUT ${limit})
  if(ATTEST_SANITIZE)
    # The stack of every allocation is worth having when one is wrong, and takes two thirds of the time when none is: whoever
    # looks at a failure runs the program by itself.
    set_tests_properties(${tests} PROPERTIES ENVIRONMENT ASAN_OPTIONS=malloc_context_size=0)
  endif()
endfunction()

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

# Code that is not what takes the time: under sanitizers, where optimizing takes longer than running, it is optimized as
# far as that makes what the compiler writes shorter.
function(attest_plain target)
  if(ATTEST_SANITIZE)
    target_compile_options(${target} PRIVATE -Og)
  endif()
endfunction()

# Code that waits for others, checkers or the disk: optimized a little, at two thirds of what -O1 takes to compile.
function(attest_light target)
  if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND NOT ATTEST_SANITIZE)
    target_compile_options(${target} PRIVATE -Og)
  endif()
endfunction()

# Several sources to a compilation, for whole builds on machines that will not edit (.ci/): most of what a compiler does for
# one of ours is what its headers ask for, so that a whole build takes half as long. together.py says which sources can be
# compiled as one; it is asked again when one changes, so that an edit or a new file finds its group and breaks no build in another.
# Sources with options of their own stay alone. Off by default: compile_commands.json then lists the sources themselves.
option(ATTEST_TOGETHER "Compile several sources of the same library or test together" OFF)
if(ATTEST_TOGETHER)  # unnamed namespaces of an included source, which is one of ours here
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()
function(attest_together target)
  if(NOT ATTEST_TOGETHER)
    return()
  endif()
  get_target_property(named ${target} SOURCES)
  list(FILTER named INCLUDE REGEX "\\.cpp$")
  set(sources)
  foreach(source IN LISTS named)
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "^${CMAKE_BINARY_DIR}/")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${CMAKE_SOURCE_DIR}/cmake/together.py)
  set_property(GLOBAL APPEND_STRING PROPERTY ATTEST_TOGETHER "${target};${sources}\n")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# At the end, for all targets at once: they share most of their headers, and each is read once.
function(attest_group_sources)
  get_property(targets GLOBAL PROPERTY ATTEST_TOGETHER)
  file(WRITE ${CMAKE_BINARY_DIR}/together.txt "${targets}")
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/cmake/together.py ${CMAKE_SOURCE_DIR}
                  INPUT_FILE ${CMAKE_BINARY_DIR}/together.txt
                  OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([^ ]+) ([0-9]+) (.*)$" matched "${line}")
    set_source_files_properties(${CMAKE_MATCH_3} TARGET_DIRECTORY ${CMAKE_MATCH_1} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1}_${CMAKE_MATCH_2})
  endforeach()
endfunction()
if(ATTEST_TOGETHER)
  cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL attest_group_sources)
endif()

# Of the standard library, what most sources read: precompiled where several sources are compiled at once.
set(ATTEST_STANDARD_HEADERS <algorithm> <functional> <map> <memory> <optional> <set> <sstream> <string> <utility> <vector>)

if(ATTEST_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

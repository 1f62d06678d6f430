# SPDX-License-Identifier: Apache-2.0
# Copies ${library} to ${output}, and beside it the shared libraries that it needs and that no system is sure to have.
cmake_minimum_required(VERSION 3.25)
file(GET_RUNTIME_DEPENDENCIES LIBRARIES ${library} RESOLVED_DEPENDENCIES_VAR found UNRESOLVED_DEPENDENCIES_VAR missing
     PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s)\\.so")
if(missing)
  message(FATAL_ERROR "libattest_judge needs ${missing}, which are not on this machine")
endif()
file(MAKE_DIRECTORY ${output})
get_filename_component(real ${library} REALPATH)
file(COPY_FILE ${real} ${output}/libattest_judge.so)
foreach(file IN LISTS found)
  get_filename_component(name ${file} NAME)
  get_filename_component(real ${file} REALPATH)
  file(COPY_FILE ${real} ${output}/${name})
endforeach()

# SPDX-License-Identifier: Apache-2.0
# cmake -DNM=nm "-DOBJECTS=a.o;b.o" -P x86_symbols.cmake
# An object that is compiled for AVX-512 or AVX2 may define no function that the linker could take for another object's: every
# global or weak definition names a struct of its instruction set, or is the engine itself.
foreach(object ${OBJECTS})
  if(NOT object MATCHES "x86/(avx2|avx512)_float[0-9]+\\.cpp")
    continue()
  endif()
  set(isa ${CMAKE_MATCH_1})
  execute_process(COMMAND ${NM} -C --defined-only --extern-only ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" symbols "${symbols}")
  foreach(symbol ${symbols})
    if(NOT symbol MATCHES "${isa}::Float|x86::${isa}_float")
      message(SEND_ERROR "${object} defines ${symbol}")
    endif()
  endforeach()
  list(APPEND seen ${object})
endforeach()
list(LENGTH seen count)
if(NOT count EQUAL 4)
  message(SEND_ERROR "expected four objects of kernels/x86, found ${count}: ${seen}")
endif()

# SPDX-License-Identifier: Apache-2.0
# cmake -DNM=nm "-DOBJECTS=a.o;b.o" -P symbols.cmake
# An object that is compiled for an instruction set may define no function that the linker could take for another object's: every
# global or weak definition names a struct of its vocabulary, or is an engine of its name (AMX has no vocabulary of its own).
foreach(object ${OBJECTS})
  if(NOT object MATCHES "attest_kernels_([a-z0-9]+)\\.dir")
    message(SEND_ERROR "${object} belongs to no instruction set")
  endif()
  set(isa ${CMAKE_MATCH_1})
  execute_process(COMMAND ${NM} -C --defined-only --extern-only ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "," symbols "${symbols}")
  string(REPLACE "\n" ";" symbols "${symbols}")
  foreach(symbol ${symbols})
    if(symbol MATCHES "DW\\.ref\\.__gxx_personality")  # a pointer, the same in all
      continue()
    endif()
    if(NOT symbol MATCHES "[^0-9a-z_]${isa}::Float|::(${isa}|amx)_[a-z0-9]+$")
      message(SEND_ERROR "${object} defines ${symbol}")
    endif()
  endforeach()
  list(APPEND seen ${isa})
endforeach()
if(NOT seen)
  message(SEND_ERROR "no objects")
endif()

# SPDX-License-Identifier: Apache-2.0
# Writes the source of constructions::published() from theory/variants/*.json, so that a variant's claim decides about the
# description that `attest audit` reads. Its keys and words are the members and enumerators of constructions::Attention
# ('-' is '_' there): for any other the source does not compile.
function(attest_write_variants output)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/theory/variants/*.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(variants "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND variants "  if (name == \"${name}\") {\n")
    string(JSON keys LENGTH "${text}")
    math(EXPR last "${keys} - 1")
    foreach(i RANGE ${last})
      string(JSON key MEMBER "${text}" ${i})
      if(NOT key MATCHES "^(name|source)$")
        string(JSON word GET "${text}" ${key})
        string(REPLACE "-" "_" word "${word}")
        string(APPEND variants "    a.${key} = decltype(a.${key})::${word};\n")
      endif()
    endforeach()
    string(APPEND variants "    return a;\n  }\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT
"// Written by cmake/attest_variants.cmake from theory/variants/*.json.
#include <stdexcept>

#include \"constructions/variants/description.hpp\"

namespace attest::constructions {

Attention published(const std::string& name) {
  Attention a;
@variants@  throw std::logic_error(\"theory/variants/ has no \" + name + \".json\");
}

}  // namespace attest::constructions
" @ONLY)
endfunction()

# SPDX-License-Identifier: Apache-2.0
# Registration of claims. One line registers one claim; configuration stops when one of its pieces is missing:
#
#   theory/papers/<paper>/claims/<stem>.claim  the statement of record
#   constructions/<paper>/<stem>.cpp           the witness or the search: Findings <stem>(const Effort&); the registry declares it
#   tests/claims/<stem>_test.cpp               its test, or a row TEST_...("<id>", ...) of tests/claims/<paper>_test.cpp
#   docs/claims/<stem>.md                      its page, with a section "What is not checked"
#
# <stem> is the id with '.' and '-' replaced by '_'; <paper> is what stands before its first '_'.

set_property(GLOBAL PROPERTY ATTEST_CLAIM_IDS "")
set_property(GLOBAL PROPERTY ATTEST_CLAIM_PAPERS "")  # the folders of theory/papers that they stand in

function(attest_claim id)
  string(REGEX REPLACE "[.-]" "_" stem "${id}")
  string(REGEX REPLACE "_.*" "" paper "${stem}")
  set(missing "")
  set(row "")
  if(EXISTS ${CMAKE_SOURCE_DIR}/tests/claims/${paper}_test.cpp)
    string(REPLACE "." "[.]" literal "${id}")
    file(STRINGS ${CMAKE_SOURCE_DIR}/tests/claims/${paper}_test.cpp row REGEX "^TEST_[A-Z_]+\\(\"${literal}\",")
  endif()
  set(test tests/claims/${stem}_test.cpp)
  if(row)
    set(test tests/claims/${paper}_test.cpp)
  endif()
  set(claim theory/papers/${paper}/claims/${stem}.claim)
  foreach(piece ${claim} constructions/${paper}/${stem}.cpp ${test} docs/claims/${stem}.md)
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${piece})
      string(APPEND missing " ${piece}")
    endif()
  endforeach()
  if(missing)
    message(FATAL_ERROR "claim ${id} is registered, but lacks:${missing}")
  endif()
  file(READ ${CMAKE_SOURCE_DIR}/${claim} text)
  if(NOT text MATCHES "\"id\": \"${id}\"")
    message(FATAL_ERROR "${claim} does not state \"id\": \"${id}\"")
  endif()
  # No header declares it: no compiler holds it to the registry's declaration, and a linker does not see what it returns.
  file(STRINGS ${CMAKE_SOURCE_DIR}/constructions/${paper}/${stem}.cpp definition REGEX "^Findings ${stem}\\(const Effort&[ a-z]*\\) {")
  if(NOT definition)
    message(FATAL_ERROR "constructions/${paper}/${stem}.cpp does not define \"Findings ${stem}(const Effort&)\"")
  endif()
  file(READ ${CMAKE_SOURCE_DIR}/docs/claims/${stem}.md page)
  if(NOT page MATCHES "## What is not checked")
    message(FATAL_ERROR "docs/claims/${stem}.md has no section \"## What is not checked\"")
  endif()
  set_property(GLOBAL APPEND PROPERTY ATTEST_CLAIM_IDS ${id})
  get_property(papers GLOBAL PROPERTY ATTEST_CLAIM_PAPERS)
  if(NOT paper IN_LIST papers)
    set_property(GLOBAL APPEND PROPERTY ATTEST_CLAIM_PAPERS ${paper})
  endif()
endfunction()

# Writes the source of constructions::registry() from the claims registered so far.
function(attest_write_registry output)
  get_property(ids GLOBAL PROPERTY ATTEST_CLAIM_IDS)
  set(declarations "")
  set(entries "")
  foreach(id ${ids})
    string(REGEX REPLACE "[.-]" "_" stem "${id}")
    string(APPEND declarations "Findings ${stem}(const Effort& effort);\n")
    string(APPEND entries "      {\"${id}\", \"${stem}\", ${stem}},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT
"// Written by cmake/attest_claims.cmake from the lines of constructions/CMakeLists.txt.
#include \"constructions/claim.hpp\"

namespace attest::constructions {

@declarations@
const std::vector<Claim>& registry() {
  static const std::vector<Claim> claims = {
@entries@  };
  return claims;
}

}  // namespace attest::constructions
" @ONLY)
endfunction()

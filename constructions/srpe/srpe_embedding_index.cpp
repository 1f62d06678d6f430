// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"
#include "constructions/reflected.hpp"

namespace attest::constructions {

using theory::evaluate;
using theory::exhaustive;
using theory::witness;

// SRPE, text after eq. 16: how the bucket embedding is indexed.
Findings srpe_embedding_index(const Effort&) {
  const std::string id = "srpe.embedding-index";
  Findings findings;
  findings.certificates = {
      reflected(id, "printed", "theory/proofs/bound_machine_srpe.v"),
      {id, "printed", true, exhaustive("B", exhaustive("bucket", evaluate()))},
      {id, "literal", false, witness("B", 32, witness("bucket", 0, evaluate()))},
      {id, "finding_from_0", false, witness("B", 32, witness("bucket", 32, evaluate()))},
  };
  findings.exhibits = {{"One index too many", "B = 32 embeddings, indices 0, ..., 32.",
                        Exhibit::Text{{"coordinates 1, ..., 32: the index 0 selects nothing",
                                       "coordinates 0, ..., 31: the index 32 selects nothing"}}}};
  findings.exhibits[0].sides = {"33 indices 0, ..., 32, each selects one of 32 embeddings",
                                "one of them, 0 or 32, selects nothing"};
  return findings;
}

}  // namespace attest::constructions

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "theory/statement/load.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::run {

/// A theorem of the user's that a comment binds to a statement of a claim of the user's (theory/proofs/README.md).
struct OwnProof {
  std::string file;  ///< its name in OUT/own/<stem>/proofs
  std::string statement, theorem;
};

/// Where results name it: from the results' folder.
std::string own_proof_path(const std::string& stem, const std::string& file);

/// Takes the Coq files that bind a theorem to a statement of this claim into OUT/own/<stem>/proofs, with those of their
/// folders that they require, and the record of what was read (read_theorems.txt). They are looked for beside the
/// claim, in `<name>_proof` (where `attest new proof` writes) and `proofs` beside it, and in `proofs` beside its
/// folder. InputError where a binding names no statement of the claim, or the same as another.
void take_proofs(const std::filesystem::path& file, const theory::LoadedClaim& claim, const std::string& stem,
                 const system::Places& places);

/// What take_proofs took that binds, by files and in the order of their text.
std::vector<OwnProof> own_proofs(const system::Places& places, const std::string& id, const std::string& stem);

/// What has Coq check these files of OUT/own/<stem>/proofs against the claim as it was taken, as a command. `library`:
/// the folder in which what is compiled of theory/proofs and theory/semantics is kept between runs; empty: it is
/// compiled anew.
std::vector<std::string> own_proof_command(const system::Places& places, const std::string& stem,
                                           const std::vector<std::string>& files,
                                           const std::filesystem::path& library = {});

/// This user's folder for that, $XDG_CACHE_HOME/attest/coq (by default ~/.cache). Empty where there is no home.
std::filesystem::path kept_library();

}  // namespace attest::verify::run

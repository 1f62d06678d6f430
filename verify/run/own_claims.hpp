// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "constructions/claim.hpp"
#include "theory/statement/load.hpp"
#include "theory/statement/sugar.hpp"
#include "verify/system/files.hpp"

namespace attest::verify::run {

/// The claim files that an argument of `attest check` names: a .claim file, or a folder with some in it or in its
/// folder `claims`. InputError if there are none.
std::vector<std::filesystem::path> claim_files(const std::filesystem::path& argument);

/// Copies the files of definitions with these names, each with those that it uses, into `to`. Each is looked for in
/// `beside`, in `definitions` there, in `definitions` beside that folder, then among ours. One that is found nowhere is
/// left out: whoever reads the copies names the line. The copies are without shorthand (theory/statement/sugar.hpp);
/// a name `m_file` of one of `modules` is the file with its definitions renamed.
void take_definitions(const std::vector<std::string>& names, const std::filesystem::path& beside,
                      const system::Places& places, const std::filesystem::path& to,
                      const std::vector<theory::syntax::Module>& modules = {});

/// The claim with the attack in its construction's place.
constructions::Claim attacked(constructions::Claim claim, const system::Places& places);

/// Takes a claim of the user's into OUT/own/<stem>: `claims/<stem>.claim` without shorthand, every file of definitions
/// that it uses under `definitions`, and `page.md` (the file of the claim's name with .md beside it, or nothing). So
/// what was decided stays together and both checkers find it as they find ours. A used file is looked for beside the
/// claim, in `definitions` beside it, in `definitions` beside its folder, then among ours. The claim is one of ours if
/// the file is; otherwise its construction is the attack, and `places` learns where it lies. InputError for a file that
/// is no claim, whose id cannot be a name (letters, digits, `.` and `-`), that has the id of one of ours, or a
/// statement whose name tells no role.
constructions::Claim take_claim(const std::filesystem::path& file, const std::filesystem::path& out,
                                system::Places& places);

/// InputError that lists the claim's statements if it has none of this name. `place`: what the name was given as.
void require_statement(const theory::LoadedClaim& claim, const std::string& name, const std::string& place);

}  // namespace attest::verify::run

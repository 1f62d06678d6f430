// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "theory/statement/record.hpp"

// The room system: files, processes, progress on a terminal, the seal on what was written, the version. No room stands
// below it.
namespace attest::verify::system {

/// The whole file. InputError if it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// Writes the whole file or nothing: a reader, or a run that is killed, never sees half of it. Creates the folder.
void write_file(const std::filesystem::path& path, const std::string& text);

/// The files of a folder (not of those below it) with this extension, by their names. None if it cannot be read.
std::vector<std::filesystem::path> sorted_files(const std::filesystem::path& folder, const std::string& extension);

/// Removes what write_file had begun in this folder (not in those below it) when its process was killed.
void remove_leftovers(const std::filesystem::path& folder);

/// Where the project's own data lie.
struct Places {
  std::filesystem::path source;        ///< theory/papers, theory/definitions, theory/proofs, docs/claims, verify/second
  std::filesystem::path attest_check;  ///< the trusted checker's program

  /// The user's own claims, by their stems: the folder with `claims`, `definitions` and `page.md` of each.
  std::map<std::string, std::filesystem::path> own = {};

  std::filesystem::path claim_file(const std::string& stem) const {
    return folder(stem) / "claims" / (stem + ".claim");
  }
  std::filesystem::path definitions(const std::string& stem) const { return folder(stem) / "definitions"; }
  std::filesystem::path page(const std::string& stem) const {
    return own.contains(stem) ? folder(stem) / "page.md" : source / "docs/claims" / (stem + ".md");
  }
  std::filesystem::path gallery() const { return source / "docs/gallery.md"; }
  std::filesystem::path graph() const { return source / "theory/graph"; }
  std::filesystem::path second_checker() const { return source / "verify/second/attest_check.py"; }
  /// The proved checker as a script that reports embed, if it was built: beside the program, or with the data.
  std::filesystem::path recheck_script() const {
    const auto built = attest_check.parent_path() / "proved/recheck.js";
    return std::filesystem::exists(built) ? built : source / "verify/proved/recheck.js";
  }
  std::filesystem::path proofs() const { return source / "theory/proofs"; }
  std::filesystem::path semantics() const { return source / "theory/semantics"; }

 private:
  std::filesystem::path folder(const std::string& stem) const {
    const auto found = own.find(stem);
    return found == own.end() ? source / theory::paper_of_record(stem) : found->second;
  }
};

/// The data are those of --source (use_source), else of the environment variable ATTEST_SOURCE, else those that lie
/// above the running program (a source tree it was built in) or in share/attest beside its bin: never at a place that
/// was compiled in, so that a copy of a tree uses its own. attest-check stands beside the running program. InputError
/// if there are none.
/// `out`: the folder of a run's results, whose own claims are known, too.
Places find_places(const std::filesystem::path& out = {});
void use_source(const std::filesystem::path& folder);

}  // namespace attest::verify::system

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "theory/error.hpp"
#include "theory/statement/hash.hpp"
#include "theory/statement/load.hpp"
#include "verify/command/command.hpp"
#include "verify/command/work_folder.hpp"
#include "verify/run/own_claims.hpp"
#include "verify/system/files.hpp"
#include "verify/system/process.hpp"

namespace attest::verify::command {

namespace {

namespace fs = std::filesystem;

std::string with_underscores(std::string id) {
  std::replace_if(
      id.begin(), id.end(), [](char c) { return c == '.' || c == '-'; }, '_');
  return id;
}

CLI::Validator a_name(const std::string& what, const std::string& more) {
  return CLI::Validator(
      [what, more](std::string& text) {
        const auto fits = [&](char c) {
          return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || more.find(c) != std::string::npos;
        };
        const bool good = !text.empty() && text.size() <= 100 && text[0] >= 'a' && text[0] <= 'z' &&
                          std::all_of(text.begin(), text.end(), fits);
        return good ? std::string() : "expected " + what + " of small letters, digits and '-', found " + text;
      },
      "NAME");
}

std::string claim_template(const std::string& id, const std::string& use) {
  return "claim {\n  \"id\": \"" + id + R"(",
  "title": "What it says, in half a line",
  "source": "Authors year, Lemma 1",
  "printed": "The claim in your own words.",
  "difference": "How the statement below differs from the printed one, and what is yours."
}
)" + use +
         R"(use "attention";  # softmax, attention, ...: `attest eval 'softmax([0, 1])' --use attention` shows what they give

# A definition is a function of exact numbers, lists and records.
def largest_weight(s) = max(softmax(s));

# printed is what the paper asserts. `forall` and `exists` range over lists (1..n, [0, 1/2]), `naturals from 1`, `reals`,
# `reals from 0 to 1`, `vectors(n)`, `matrices(m, n)`; `where` restricts them. docs/statement_language.md has the rest.
statement printed =
  forall n in naturals from 1:
  forall s in vectors(n) from 0 to 1:
    largest_weight(s) <= 3 / (n + 2);

# A finding is anything else that is worth deciding.
statement finding_two_tokens =
  forall s in reals from 0 to 1:
    largest_weight([s, 0]) < 3/4;
)";
}

void write_new(const fs::path& file, const std::string& text) {
  if (fs::exists(file)) throw InputError(file.string(), "expected a name that is not taken, found a file");
  system::write_file(file, text);
  std::cout << file.string() << "\n";
}

// The goal is open: Coq reads the file as it stands, and check.py says that the theorem is not there.
std::string proof_template(const std::string& id, const std::string& stem, const std::string& statement,
                           const std::string& hash) {
  const std::string theorem = statement + "_holds";
  return R"(From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules formulas numbers.
From attest Require Import statements_)" +
         stem + R"(.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* attest: )" +
         id + " " + statement + " sha256:" + hash + " theorem:" + theorem + R"( *)
Theorem )" +
         theorem + " : Holds " + statement + R"(.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
(* What is left to show stands here. `meaning_for_all => x _ _` takes up a quantifier, `meaning_value` evaluates; Qed in
   place of Abort ends the proof. theory/semantics/README.md has the tactics, theory/proofs/bound_*.v examples. *)
Abort.
)";
}

/// The proof in which Coq's kernel runs the proved checker on a certificate (theory/proofs/reflect.py).
std::string proof_of(const std::string& certificate, const std::string& binding, const fs::path& claim,
                     const fs::path& theorems, const system::Places& places) {
  std::vector<std::string> command = {"python3", "-B", (places.proofs() / "reflect.py").string(), claim.string(),
                                      certificate};
  if (fs::is_directory(theorems)) command.insert(command.end(), {"--theorems", theorems.string()});
  const auto result = system::run_process(command);
  if (!result || result->exit_code == 127) throw InputError("--certificate", "expected python3 to be installed");
  if (result->exit_code != 0) {
    std::string reason = result->errors.substr(0, result->errors.find('\n'));
    for (const std::string& prefix : {std::string("reflect.py: "), certificate + ": "})
      if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
    throw InputError(certificate, "expected a complete certificate: " + reason);
  }
  if (result->output.find(binding) == std::string::npos)
    throw InputError(certificate, "expected a certificate of the statement that is to be proved");
  return result->output;
}

/// A proof to be filled, or one by a certificate, where `attest check` finds it.
int new_proof(const std::string& file, const std::string& statement, const std::string& certificate) {
  system::Places places = system::find_places();
  const WorkFolder work;
  const constructions::Claim claim = run::take_claim(file, work.path(), places);
  if (!places.own.contains(claim.stem))
    throw InputError(file, "expected a claim of your own: the proofs of ours are in theory/proofs");
  const theory::LoadedClaim loaded = theory::load_claim(places.claim_file(claim.stem), places.definitions(claim.stem));
  run::require_statement(loaded, statement, file);
  const std::string hash = theory::statement_hash(loaded, statement);
  const fs::path folder = fs::path(file).parent_path() / (fs::path(file).stem().string() + "_proof");
  const std::string binding = "(* attest: " + claim.id + " " + statement + " sha256:" + hash;
  write_new(folder / ("bound_" + claim.stem + "_" + statement + ".v"),
            certificate.empty() ? proof_template(claim.id, claim.stem, statement, hash)
                                : proof_of(certificate, binding, places.claim_file(claim.stem), folder, places));
  std::cerr << (certificate.empty() ? "Fill it; `" : "`") << system::as_typed({"attest", "check", file})
            << "` has Coq check it (8.16, with mathcomp) and the verdict say so.\n";
  return kSuccess;
}

}  // namespace

void add_new_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand("new", "Begin a claim, a paper or a proof of your own: a template to fill");
  command->require_subcommand(1);
  auto name = std::make_shared<std::string>();
  auto* claim = command->add_subcommand("claim", "One claim, in a file in the current folder");
  claim->add_option("NAME", *name, "The claim's id, for example softcap.weight-bound")
      ->required()
      ->check(a_name("an id", "."));
  claim->footer(
      "The template is a claim that can be decided as it stands.\n\n"
      "Example:\n  attest new claim softcap.weight-bound && attest check softcap_weight_bound.claim");
  claim->callback([name, &run] {
    run = [name] {
      const std::string file = with_underscores(*name) + ".claim";
      write_new(file, claim_template(*name, ""));
      std::cerr << "Decide it with `attest check " << file << "`.\n";
      return kSuccess;
    };
  });
  auto statement = std::make_shared<std::string>("printed");
  auto* proof = command->add_subcommand("proof", "A Coq file with a statement of a claim as its open goal");
  proof->add_option("FILE", *name, "The claim, a .claim file")->required();
  proof->add_option("STATEMENT", *statement, "The name of the statement (default printed)");
  auto certificate = std::make_shared<std::string>();
  proof
      ->add_option("--certificate", *certificate,
                   "A complete certificate of the statement, of attest-out/certificates: the proof runs the proved "
                   "checker on it, and nothing is left to fill")
      ->check(CLI::ExistingFile);
  proof->footer(
      "The file is bound to the statement by its hash and by a program: the theorem's type is the statement's meaning "
      "in\n"
      "Coq, printed from the claim as it is (theory/semantics). It stands in a folder beside the claim, where "
      "`attest check`\n"
      "finds it.\n\n"
      "Example:\n  attest new proof softcap_weight_bound.claim finding_two_tokens");
  proof->callback([name, statement, certificate, &run] {
    run = [name, statement, certificate] { return new_proof(*name, *statement, *certificate); };
  });
  auto* paper = command->add_subcommand("paper", "A folder for a paper: claims/ and definitions/");
  paper->add_option("NAME", *name, "The folder, which begins the ids of its claims")
      ->required()
      ->check(a_name("a name", ""));
  paper->footer("Example:\n  attest new paper softcap && attest check softcap/");
  paper->callback([name, &run] {
    run = [name] {
      const std::string stem = with_underscores(*name);
      if (fs::exists(*name)) throw InputError(*name, "expected a name that is not taken, found a file or folder");
      write_new(fs::path(*name) / "definitions" / (stem + ".stm"),
                "# Definitions that the paper's claims share. Each says where it stands in the paper.\n"
                "# softcap: scores are kept between -c and c. (Section 2, for |x| small against c.)\n"
                "def capped(x, c) = max(-c, min(c, x));\n");
      write_new(fs::path(*name) / "claims" / (stem + "_lemma_1.claim"),
                claim_template(*name + ".lemma-1", "use \"" + stem + "\";\n"));
      std::cerr << "Decide its claims with `attest check " << *name << "/`.\n";
      return kSuccess;
    };
  });
}

}  // namespace attest::verify::command

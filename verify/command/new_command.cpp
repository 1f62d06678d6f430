// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "theory/error.hpp"
#include "verify/command/command.hpp"
#include "verify/system/files.hpp"

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

}  // namespace

void add_new_command(CLI::App& program, Action& run) {
  auto* command = program.add_subcommand("new", "Begin a claim or a paper of your own: a template to fill");
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

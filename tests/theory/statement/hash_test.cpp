// SPDX-License-Identifier: Apache-2.0
#include "theory/statement/hash.hpp"

#include <catch2/catch.hpp>

#include "tests/theory/statement/files.hpp"
#include "theory/statement/sha256.hpp"

namespace attest::theory::tests {
namespace {

std::string names(const std::vector<const syntax::Definition*>& definitions) {
  std::string all;
  for (const auto* definition : definitions) all += (all.empty() ? "" : " ") + definition->name;
  return all;
}

TEST_CASE("SHA-256 of the examples of FIPS 180-4 and of every length around a block") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrs"
               "tnopqrstu") == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  CHECK(sha256(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  // SHA-256 of the concatenated digests of "x" * n, n = 0, ..., 130, computed with Python's hashlib.
  std::string digests;
  for (std::size_t length = 0; length <= 130; ++length) digests += sha256(std::string(length, 'x'));
  for (std::size_t length = 0; length <= 130; ++length)
    CHECK(sha256_plainly(std::string(length, 'x')) == sha256(std::string(length, 'x')));
  CHECK(sha256(digests) == "87aca1c44bc7ba8897768170211f0a02063de70801131ff86c7edb9ce32c6a50");
}

TEST_CASE("what is hashed: the reached definitions in the order of the walk, then the statement") {
  const LoadedClaim claim =
      load_claim("tests/theory/statement/samples/sample.claim", "tests/theory/statement/samples/definitions");
  CHECK(names(reached_definitions(claim, "printed")).empty());
  CHECK(names(reached_definitions(claim, "literal")) == "total mean spread eps_of");
  CHECK(names(reached_definitions(claim, "finding_products")) == "scale halved");
  CHECK(hashed_text(claim, "step_words") ==
        "attest.statement/1\n"
        "statement step_words = exists h in [ { kind : \"t5\" , WQ : [ 0 ] } , { kind : \"a_b^c\" , WQ : [ ] } ] : "
        "h . kind = \"t5\" and h . WQ [ 1 ] = 0 and has ( h , \"WQ\" ) and true != false ;\n");
  CHECK(
      hashed_text(claim, "finding_products")
          .starts_with(
              "attest.statement/1\ndef scale = 2 ^ - 1 ;\ndef halved ( x , rounds ) = let y = x in fold z = y for r "
              "in 1 .. rounds then [ e * scale for e in z ] ;\nstatement finding_products = forall alpha in reals :"));
  // Computed with Python's hashlib from the text above.
  CHECK(statement_hash(claim, "step_words") == "ec4c2c9aa967852f39b579df879e7f2078b8f67ac507a1a83744e5ee2ceb9cc1");
  CHECK_THROWS_AS(statement_hash(claim, "absent"), InputError);
}

TEST_CASE("reaching is lexical: fields and bound names count, comments and strings do not") {
  const Files files;
  files.write_claim(
      "def a = 1; def b = a; def c = {field: b}; def never = 1; def field = 2; def kind = 3;\n"
      "statement one = c.field = 1;\n"
      "statement two = \"never\" = \"never\";  # never\n"
      "statement three = forall later in [1]: later = 1;\n"
      "def later = 1;\n");
  const LoadedClaim claim = files.load();
  CHECK(names(reached_definitions(claim, "one")) == "a b c field");
  CHECK(names(reached_definitions(claim, "two")).empty());
  CHECK(names(reached_definitions(claim, "three")) == "later");
  CHECK(reached_source(claim) ==
        "# --- x.claim\ndef a = 1;\ndef b = a;\ndef c = {field: b};\ndef field = 2;\ndef later = 1;\n");
}

TEST_CASE("an edit of a comment or of blanks leaves the hash, any other edit of what is reached changes it") {
  const Files files;
  files.write_definitions("d", "def a = 1;\ndef b = a + 1;\ndef unused = 5;\n");
  const auto hash = [&](const std::string& claim) {
    files.write_claim(claim);
    return statement_hash(files.load(), "s");
  };
  const std::string before = hash("use \"d\";\nstatement s = b = 2;");
  CHECK(before.size() == 64);
  CHECK(hash("use \"d\"; # comment\n\nstatement  s =\n  b=2 ; statement t = true;") == before);
  CHECK(hash("use \"d\"; statement s = b = 3;") != before);
  CHECK(hash("use \"d\"; statement s = (b = 2);") != before);
  files.write_definitions("d", "# new\ndef a = 1;   def b = a\n + 1;\ndef unused = 6;\n");
  CHECK(hash("use \"d\"; statement s = b = 2;") == before);
  files.write_definitions("d", "def a = 2; def b = a + 1;");
  CHECK(hash("use \"d\"; statement s = b = 2;") != before);
  files.write_definitions("d", "def a = 1; def b = 1 + a;");
  CHECK(hash("use \"d\"; statement s = b = 2;") != before);
}

}  // namespace
}  // namespace attest::theory::tests

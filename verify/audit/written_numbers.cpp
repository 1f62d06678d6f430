// SPDX-License-Identifier: Apache-2.0
#include "verify/audit/written_numbers.hpp"

#include "theory/certificate/certificate.hpp"
#include "verify/json/number.hpp"

namespace attest::verify::audit {

namespace {

using constructions::WrittenAnswer;
using theory::Rational;
using theory::Value;
using Json = nlohmann::ordered_json;

std::string vector_text(const std::vector<Rational>& numbers) {
  std::string text = "[";
  for (const Rational& x : numbers) text += (text.size() > 1 ? ", " : "") + x.to_string();
  return text + "]";
}

template <class Entry>
std::string matrix_text(std::size_t rows, std::size_t columns, Entry entry) {
  std::string text = "[";
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Rational> row;
    for (std::size_t j = 0; j < columns; ++j) row.push_back(entry(i, j));
    text += (i > 0 ? ",\n   " : "") + vector_text(row);
  }
  return text + "]";
}

std::string numbers_text(const Json& list) {
  std::string text = "[";
  for (const Json& x : list) text += (text.size() > 1 ? ", " : "") + json::text_of_number(x);
  return text + "]";
}

class Answers {
 public:
  Answers(std::string definitions, std::size_t numbers, const Json& said)
      : definitions_(std::move(definitions)), numbers_(numbers), many_(numbers > kMostWritten), said_(said) {}

  /// A yes-or-no answer: `body` says yes.
  void question(const std::string& name, const std::string& yes, const std::string& no, const std::string& body) {
    question(name, yes, no, body, "not (" + body + ")");
  }
  /// The same where "no" is shown by something else than that "yes" is not.
  void question(const std::string& name, const std::string& yes, const std::string& no, const std::string& body,
                const std::string& refuted) {
    if (said_.at(name).is_null()) {
      none(name, "the question is not decided");
    } else {
      const bool holds = said_.at(name).get<bool>();
      add(name, holds, holds ? yes : no, "", holds ? body : refuted, theory::evaluate());
    }
  }
  void add(const std::string& name, bool holds, const std::string& asserted, const std::string& quantifiers,
           const std::string& body, theory::Step step) {
    WrittenAnswer& answer = next(name, holds);
    answer.asserted = asserted;
    answer.quantifiers = quantifiers;
    answer.body = body;
    if (many_)
      answer.without = std::to_string(numbers_) + " numbers, and a claim writes out at most " +
                       std::to_string(kMostWritten) + ": nothing but this program has computed the answer";
    else
      answer.steps = {std::move(step)};
  }
  void none(const std::string& name, const std::string& reason) { next(name, false).without = reason; }

  std::vector<WrittenAnswer> list;

 private:
  WrittenAnswer& next(const std::string& name, bool holds) {
    WrittenAnswer& answer = list.emplace_back();
    answer.question = name;
    answer.holds = holds;
    answer.used = "variants";
    if (!many_) answer.definitions = definitions_;
    return answer;
  }

  const std::string definitions_;
  const std::size_t numbers_;
  const bool many_;
  const Json& said_;
};

// What is_attentive refutes a matrix by, in the language: see attentive.hpp.
constexpr const char* kCriterion =
    "def log_ratio(M, i, j) = log(M[i][j] * M[1][1] / (M[i][1] * M[1][j]));\n"
    "def is_violated(M) =\n"
    "  let n = len(M) in\n"
    "  let G = [[log_ratio(M, i, j) for j in 2..n] for i in 2..n] in\n"
    "  let l = [log(M[1][j] / M[1][1]) for j in 2..n] in\n"
    "  any(G[i][i] < 0 for i in 1..n - 1) or\n"
    "  any(G[i][j] != G[j][i] or G[i][j]^2 != G[i][i] * G[j][j] for i in 1..n - 1, j in 1..n - 1 if i != j) or\n"
    "  any(G[i][i] * G[j][k] != G[i][j] * G[i][k] for i in 1..n - 1, j in 1..n - 1, k in 1..n - 1 if i != j and i != "
    "k) or\n"
    "  any(l[j] * G[i][k] != l[k] * G[i][j] for i in 1..n - 1, j in 1..n - 1, k in 1..n - 1 if j < k) or\n"
    "  (all(G[i][i] = 0 for i in 1..n - 1) and any(e != 0 for e in l));\n"
    "# What softmax((y - c 1) y^T) is: A > 0, rows that sum to 1, and with R_ij = A_ij A_11 / (A_i1 A_1j) the matrix "
    "of log R is z z^T\n"
    "# with z_1 = 0, and the log(A_1j / A_11) are a multiple of z.\n"
    "def is_not_attentive(M) = if right_stochastic(M) and all(e > 0 for row in M, e in row) then is_violated(M) else "
    "true;\n";

void add_attentive(Answers& answers, const theory::Matrix<Interval>& A, const Json& said) {
  const std::string name = "attentive";
  if (said.at(name).is_null()) return answers.none(name, "the question is not decided");
  if (!said.at(name).get<bool>())
    return answers.add(name, false, "The matrix is not softmax((y - c 1) y^T) for any column y and number c.", "",
                       "is_not_attentive(A)", theory::evaluate());
  const AttentiveNumbers numbers = attentive_numbers(A);
  answers.add(
      name, true,
      "The matrix is softmax((y - c 1) y^T) in a base b > 1 with every score multiplied by some t > 0, which is "
      "softmax in base e of a multiple of y.",
      "  exists b in reals where b > 1:\n  exists t in reals where t > 0:\n  exists y in vectors(len(A)):\n  "
      "exists c in reals:\n",
      "A = softmax_matrix(b, [[t * (f - c) * e for e in y] for f in y])",
      theory::witness("b", numbers.b,
                      theory::witness("t", numbers.t,
                                      theory::witness("y", Value::vector(numbers.y),
                                                      theory::witness("c", numbers.c, theory::evaluate())))));
}

}  // namespace

std::vector<WrittenAnswer> written_matrix(const RationalArray& A, const Json& said) {
  const std::size_t n = A.shape[0];
  const bool many = n * n > kMostWritten;
  const auto entry = [&](std::size_t i, std::size_t j) { return A.values[i * n + j]; };
  Answers answers(many ? "" : "def A =\n  " + matrix_text(n, n, entry) + ";\n" + kCriterion, n * n, said);
  answers.question("right_stochastic", "The rows sum to 1, with entries >= 0.",
                   "Some row does not sum to 1, or some entry is below 0.", "right_stochastic(A)");
  answers.question("a_negative_entry", "Some entry is below 0.", "No entry is below 0.",
                   "any(e < 0 for row in A, e in row)");
  const std::string deviation = json::text_of_number(said.at("largest_deviation_of_a_row_sum_from_1"));
  answers.add("largest_deviation_of_a_row_sum_from_1", true, "The largest deviation of a row sum from 1.", "",
              "max(abs(s - 1) for s in row_sums(A)) = " + deviation, theory::evaluate());
  answers.question("row_sums_all_equal", "All rows have the same sum.", "Two rows have different sums.",
                   "all(s = row_sums(A)[1] for s in row_sums(A))");
  answers.question("row_sums_distinct", "No two rows have the same sum.", "Two rows have the same sum.",
                   "distinct(row_sums(A))");
  answers.question("no_weight_on_later_tokens", "Every entry above the diagonal is 0.",
                   "Some entry above the diagonal is not 0.",
                   "all(A[i][j] = 0 for i in 1..len(A), j in i + 1..len(A))");
  answers.question("toeplitz", "Entries with the same i - j are equal.", "Two entries with the same i - j differ.",
                   "all(A[i][j] = A[i - 1][j - 1] for i in 2..len(A), j in 2..len(A))");
  add_attentive(answers,
                theory::Matrix<Interval>::from_function({n, n},
                                                        [&](std::size_t i, std::size_t j) {
                                                          return Interval{entry(i, j), entry(i, j)};
                                                        }),
                said);
  if (said.contains("row_sums"))
    answers.add("row_sums", true, "The row sums.", "", "row_sums(A) = " + numbers_text(said["row_sums"]),
                theory::evaluate());
  return answers.list;
}

std::vector<WrittenAnswer> written_intervals(const theory::Matrix<Interval>& A, const Json& said) {
  bool exact = true;
  for (std::size_t i = 0; i < A.rows(); ++i)
    for (std::size_t j = 0; j < A.columns(); ++j) exact &= A(i, j).is_exact();
  const std::size_t count = A.rows() * A.columns();
  const auto side = [&](bool upper) {
    return matrix_text(A.rows(), A.columns(),
                       [&](std::size_t i, std::size_t j) { return upper ? A(i, j).hi : A(i, j).lo; });
  };
  std::string definitions;
  if (count <= kMostWritten) {
    definitions = "# Every entry lies between the two.\ndef lower =\n  " + side(false) + ";\ndef upper =\n  " +
                  (exact ? "lower" : side(true)) + ";\n";
    definitions += "def sums(M) = [sum(e for e in row) for row in M];\n";
    if (exact) definitions += std::string("def A = lower;\n") + kCriterion;
  }
  Answers answers(definitions, count, said);
  answers.question("right_stochastic", "The rows sum to 1, with entries >= 0.",
                   "Some row does not sum to 1, or some entry is below 0.",
                   "lower = upper and all(s = 1 for s in sums(lower)) and all(e >= 0 for row in lower, e in row)",
                   "any(s < 1 for s in sums(upper)) or any(s > 1 for s in sums(lower)) or any(e < 0 for row in upper, "
                   "e in row)");
  answers.question("a_negative_entry", "Some entry is below 0.", "No entry is below 0.",
                   "any(e < 0 for row in upper, e in row)", "all(e >= 0 for row in lower, e in row)");
  if (said.contains("no_weight_on_later_tokens")) {
    answers.question("no_weight_on_later_tokens", "Every entry above the diagonal is 0.",
                     "Some entry above the diagonal is not 0.",
                     "all(lower[i][j] = 0 and upper[i][j] = 0 for i in 1..len(lower), j in i + 1..len(lower))",
                     "any(lower[i][j] > 0 or upper[i][j] < 0 for i in 1..len(lower), j in i + 1..len(lower))");
    if (exact || said.at("attentive").is_null())
      add_attentive(answers, A, said);
    else
      answers.none("attentive", "the language has no number that is known between two ends alone");
  }
  if (said.contains("row_sums")) {
    std::vector<Rational> lower, upper;
    for (const Json& sum : said["row_sums"]) {
      lower.push_back(Rational::parse(json::text_of_number(sum.is_object() ? sum["lo"] : sum)));
      upper.push_back(Rational::parse(json::text_of_number(sum.is_object() ? sum["hi"] : sum)));
    }
    answers.add("row_sums", true, "Between which numbers the row sums lie.", "",
                "sums(lower) = " + vector_text(lower) + " and sums(upper) = " + vector_text(upper), theory::evaluate());
  }
  return answers.list;
}

std::vector<WrittenAnswer> written_weights(const RationalArray& tensor, const Json& said) {
  const std::string kind = said.at("kind").get<std::string>();
  const bool by_column = kind == "t5", one = kind == "alibi", many = tensor.values.size() > kMostWritten;
  const std::size_t heads = one ? tensor.values.size() : tensor.shape[by_column ? 1 : 0],
                    length = tensor.values.size() / heads;
  const auto entry = [&](std::size_t head, std::size_t k) {
    return tensor.values[by_column ? k * heads + head : head * length + k];
  };
  std::string definitions;
  if (!many) definitions = "# One row a head.\ndef heads =\n  " + matrix_text(heads, length, entry) + ";\n";
  if (kind == "urpe")
    definitions +=
        "# Row sums with uniform attention.\ndef sums(c) = let n = (len(c) + 1) / 2 in [sum(relative(c, i, j, n) for j "
        "in 1..n) / n for i in 1..n];\n";
  Answers answers(definitions, tensor.values.size(), said);
  const auto each = [&](const std::string& question, const std::string& words, const std::string& expression) {
    std::string list = "[";
    for (const Json& head : said.at("heads")) {
      const Json& answer = head.at(question);
      list += (list.size() > 1 ? ", " : "") + json::text_of_number(answer);
    }
    answers.add(question, true, words, "", "[" + expression + " for m in heads] = " + list + "]", theory::evaluate());
  };
  if (kind == "t5") {
    each("constant", "Of each head, whether all its scalars are equal.", "all(e = m[1] for e in m)");
    each("least", "Of each head, its least scalar.", "min(m)");
    each("greatest", "Of each head, its greatest scalar.", "max(m)");
    each("distinct_buckets", "Of each head, how many scalars differ.",
         "count(all(m[k] != m[l] for l in 1..k - 1) for k in 1..len(m))");
  } else if (kind == "alibi") {
    each("sees_distances", "Of each head, whether its slope is not 0.", "m[1] != 0");
    each("prefers_near_tokens", "Of each head, whether its slope is above 0.", "m[1] > 0");
  } else {
    each("right_stochastic", "Of each head, whether C is all ones.", "all(e = 1 for e in m)");
    each("zero_for_later_tokens", "Of each head, whether C is 0 above the diagonal.",
         "all(m[k] = 0 for k in 1..(len(m) - 1) div 2)");
    each("zero_for_earlier_tokens", "Of each head, whether C is 0 below the diagonal.",
         "all(m[k] = 0 for k in (len(m) - 1) div 2 + 2..len(m))");
    each("position_aware_with_uniform_attention", "Of each head, whether the row sums with uniform attention differ.",
         "distinct(sums(m))");
  }
  return answers.list;
}

}  // namespace attest::verify::audit

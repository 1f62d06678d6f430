// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

#include "theory/statement/hash.hpp"
#include "verify/attack/candidates.hpp"
#include "verify/attack/hunt.hpp"

namespace attest::verify::attack {

using theory::Rational;

Holes::Pool pool_of(const theory::LoadedClaim& claim, const std::string& statement) {
  Holes::Pool pool;
  const auto take = [&](const Rational& x) {
    if (std::find(pool.numbers.begin(), pool.numbers.end(), x) == pool.numbers.end()) pool.numbers.push_back(x);
  };
  for (const Rational& x : small_numbers(7)) take(x);
  std::vector<Rational> constants;
  const auto read = [&](const std::string& canonical, bool own) {
    std::istringstream in(canonical);
    std::vector<std::string> tokens{std::istream_iterator<std::string>(in), {}};
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::string& token = tokens[i];
      if (token.front() == '"') {
        const std::string symbol = token.substr(1, token.size() - 2);
        if (std::find(pool.symbols.begin(), pool.symbols.end(), symbol) == pool.symbols.end())
          pool.symbols.push_back(symbol);
      }
      const auto is_integer = [&](std::size_t at) {
        return at < tokens.size() && tokens[at].size() < 7 && std::isdigit(static_cast<unsigned char>(tokens[at][0]));
      };
      if (!own || !is_integer(i)) continue;
      Rational x = Rational::parse(token);
      if (i + 2 < tokens.size() && tokens[i + 1] == "/" && is_integer(i + 2) && tokens[i + 2] != "0")
        x /= Rational::parse(tokens[i + 2]);
      constants.push_back(x);
    }
  };
  read(claim.statement(statement).canonical, true);
  for (const theory::syntax::Definition* definition : theory::reached_definitions(claim, statement))
    read(definition->canonical, definition->file == claim.file.filename().string());
  for (const Rational& x : small_numbers(14)) take(x);
  for (const Rational& x : constants)
    if (pool.numbers.size() < 30) take(x);
  for (const Rational& x : constants)
    for (const Rational& near : {x + Rational(1), -x, x.sign() ? Rational(1) / x : x, x + Rational(1, 10)})
      if (pool.numbers.size() < 36) take(near);
  for (const Rational& x : {Rational(3, 5), Rational(4, 5), Rational(10), Rational(1, 10), Rational(100),
                            Rational(1, 100), Rational(1000), Rational(1, 1000)})
    take(x);
  for (const Rational& x : small_numbers(40)) take(x);
  return pool;
}

}  // namespace attest::verify::attack

// SPDX-License-Identifier: Apache-2.0
#include "theory/certificate/value.hpp"

#include <set>
#include <stdexcept>

namespace attest::theory {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_name(const std::string& text) {
  if (text.empty() || !is_letter(text[0])) return false;
  for (char c : text) {
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_') return false;
  }
  return true;
}

/// A symbol is what the language can write between quotes: no quote, no escape, no control character. It begins with a
/// letter, since a string that does not is a number.
void write_symbol(const std::string& symbol, std::string& out) {
  bool writable = !symbol.empty() && is_letter(symbol[0]);
  for (char c : symbol) writable = writable && c >= ' ' && c <= '~' && c != '"' && c != '\\';
  if (!writable) throw std::invalid_argument("not a symbol of the statement language: \"" + symbol + "\"");
  out += '"' + symbol + '"';
}

void write(const Value& value, std::string& out);

void write_list(const Value::List& list, std::string& out) {
  const char* separator = "[";
  for (const Value& element : list) {
    out += separator;
    write(element, out);
    separator = ", ";
  }
  out += list.empty() ? "[]" : "]";
}

void write_record(const Value::Record& record, std::string& out) {
  std::set<std::string> seen;
  const char* separator = "{";
  for (const auto& [name, value] : record) {
    if (!is_name(name)) throw std::invalid_argument("not a field name of the statement language: \"" + name + "\"");
    if (!seen.insert(name).second) throw std::invalid_argument("a record with two fields \"" + name + "\"");
    out += separator + ('"' + name + "\": ");
    write(value, out);
    separator = ", ";
  }
  out += record.empty() ? "{}" : "}";
}

void write(const Value& value, std::string& out) {
  struct Writer {
    std::string& out;
    void operator()(const Rational& number) const { out += '"' + number.to_string() + '"'; }
    void operator()(bool truth) const { out += truth ? "true" : "false"; }
    void operator()(const std::string& symbol) const { write_symbol(symbol, out); }
    void operator()(const Value::List& list) const { write_list(list, out); }
    void operator()(const Value::Record& record) const { write_record(record, out); }
  };
  std::visit(Writer{out}, value.data());
}

}  // namespace

Value Value::vector(const std::vector<Rational>& entries) { return List(entries.begin(), entries.end()); }

Value Value::matrix(const std::vector<std::vector<Rational>>& rows) {
  List list;
  list.reserve(rows.size());
  for (const std::vector<Rational>& row : rows) list.push_back(vector(row));
  return list;
}

std::string Value::to_json() const {
  std::string out;
  write(*this, out);
  return out;
}

}  // namespace attest::theory

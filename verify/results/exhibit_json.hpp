// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "constructions/exhibit.hpp"
#include "verify/json/node.hpp"

namespace attest::verify::results {

/// {"title", "caption", where they apply "sides" and "by_engine", and one of "matrix", "table", "plot", "drawing",
/// "text"}. Entries of a matrix are canonical
/// numbers as strings; a plot's coordinates are JSON numbers that read back to the same doubles.
nlohmann::ordered_json exhibit_to_json(const constructions::Exhibit& exhibit);

/// Reads what exhibit_to_json wrote. Throws InputError.
constructions::Exhibit read_exhibit(const json::Node& json);

}  // namespace attest::verify::results

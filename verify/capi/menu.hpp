// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "verify/instances/generate.hpp"

namespace attest::verify::capi {

/// A request of generated numbers, in the words of settings. InputError at the setting's name.
instances::Request request_of(const std::vector<std::pair<std::string, std::string>>& settings);

/// The cases that a kernel of this operation and dtype is held to: objects with "generator" and "settings".
nlohmann::ordered_json menu(const std::string& operation, const std::string& dtype);

}  // namespace attest::verify::capi

// SPDX-License-Identifier: Apache-2.0
#include "verify/results/papers.hpp"

#include <algorithm>

namespace attest::verify::results {

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all = {
      {"urpe", "Shengjie Luo, Shanda Li, Shuxin Zheng, Tie-Yan Liu, Liwei Wang, Di He",
       "Your Transformer May Not be as Powerful as You Expect", "NeurIPS 2022", "2205.13401", ""},
      {"srpe", "Junshuang Wu, Richong Zhang, Yongyi Mao, Junfan Chen",
       "On Scalar Embedding of Relative Positions in Attention Models", "AAAI 2021", "", "10.1609/aaai.v35i16.17654"},
      {"positional", "Artur Back de Luca, George Giapitzakis, Shenghao Yang, Petar Veličković, Kimon Fountoulakis",
       "Positional Attention: Expressivity and Learnability of Algorithmic Computation", "ICML 2025", "2410.01686",
       ""}};
  return all;
}

const Paper* paper_of(const ClaimResult& claim) {
  if (claim.own) return nullptr;
  const std::string_view id = std::string_view(claim.id).substr(0, claim.id.find('.'));
  const auto found = std::find_if(papers().begin(), papers().end(), [&](const Paper& paper) { return paper.id == id; });
  return found == papers().end() ? nullptr : &*found;
}

std::string citation(const Paper& paper) {
  std::string words =
      std::string(paper.authors) + ": " + std::string(paper.title) + ". " + std::string(paper.venue) + ".";
  if (!paper.arxiv.empty()) words += " arXiv:" + std::string(paper.arxiv);
  if (!paper.doi.empty()) words += " doi:" + std::string(paper.doi);
  return words;
}

}  // namespace attest::verify::results

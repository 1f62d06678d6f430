// SPDX-License-Identifier: Apache-2.0
#include "theory/attention/enclose.hpp"

namespace attest::theory {

namespace {

/// Of an optional matrix or vector.
template <class T>
auto enclose_if(const std::optional<T>& value, long precision) {
  using Result = std::optional<decltype(enclose(*value, precision))>;
  return value ? Result(enclose(*value, precision)) : Result();
}

struct EncloseBias {
  using From = RelativeBias<Rational>;
  using To = RelativeBias<Enclosure>;
  long precision;

  To::Any operator()(const From::None&) const { return To::None{}; }
  To::Any operator()(const From::T5& b) const { return To::T5{enclose(b.m, precision)}; }
  To::Any operator()(const From::Shaw& b) const { return To::Shaw{enclose(b.r, precision)}; }
  To::Any operator()(const From::DeBERTa& b) const {
    return To::DeBERTa{enclose(b.r, precision), enclose(b.s, precision)};
  }
  To::Any operator()(const From::TransformerXL& b) const {
    return To::TransformerXL{enclose(b.r, precision), enclose(b.WR, precision), enclose(b.u, precision),
                             enclose(b.v, precision)};
  }
  To::Any operator()(const From::ALiBi& b) const { return To::ALiBi{Enclosure(b.slope, precision)}; }
  To::Any operator()(const From::Kerple& b) const {
    return To::Kerple{Enclosure(b.r1, precision), Enclosure(b.r2, precision)};
  }
  To::Any operator()(const From::Dense& b) const { return To::Dense{enclose(b.B, precision)}; }
};

}  // namespace

Head<Enclosure> enclose(const Head<Rational>& head, long precision) {
  Head<Enclosure> result = {.WQ = enclose(head.WQ, precision),
                            .WK = enclose(head.WK, precision),
                            .WV = enclose(head.WV, precision),
                            .WO = enclose(head.WO, precision),
                            .bQ = enclose_if(head.bQ, precision),
                            .bK = enclose_if(head.bK, precision),
                            .bV = enclose_if(head.bV, precision),
                            .bias = std::visit(EncloseBias{precision}, head.bias),
                            .C = enclose_if(head.C, precision),
                            .mask = head.mask,
                            .weighting = head.weighting,
                            .A = enclose_if(head.A, precision),
                            .scores = enclose_if(head.scores, precision),
                            .unnormalized = enclose_if(head.unnormalized, precision),
                            .normQ = enclose(head.normQ, precision),
                            .normK = enclose(head.normK, precision),
                            .angles = enclose_if(head.angles, precision),
                            .sinks = enclose(head.sinks, precision),
                            .a = enclose_if(head.a, precision),
                            .WG = enclose_if(head.WG, precision)};
  if (head.softcap) result.softcap = Enclosure(*head.softcap, precision);
  if (head.minus)
    result.minus = {Enclosure(head.minus->lambda, precision), enclose(head.minus->WQ, precision),
                    enclose(head.minus->WK, precision)};
  return result;
}

FeedForward<Enclosure> enclose(const FeedForward<Rational>& ffn, long precision) {
  return {enclose(ffn.W1, precision), enclose_if(ffn.b1, precision), enclose(ffn.W2, precision),
          enclose_if(ffn.b2, precision), ffn.phi};
}

Normalization<Enclosure> enclose(const Normalization<Rational>& normalization, long precision) {
  using Kind = Normalization<Enclosure>::Kind;
  return {static_cast<Kind>(normalization.kind), normalization.eps, enclose(normalization.gain, precision),
          enclose(normalization.shift, precision)};
}

Block<Enclosure> enclose(const Block<Rational>& block, long precision) {
  Block<Enclosure> result{{},
                          enclose_if(block.bO, precision),
                          enclose(block.ffn, precision),
                          enclose(block.norm1, precision),
                          enclose(block.norm2, precision),
                          block.placement};
  for (const Head<Rational>& head : block.heads) result.heads.push_back(enclose(head, precision));
  return result;
}

std::vector<Block<Enclosure>> enclose(const std::vector<Block<Rational>>& blocks, long precision) {
  std::vector<Block<Enclosure>> result;
  for (const Block<Rational>& block : blocks) result.push_back(enclose(block, precision));
  return result;
}

}  // namespace attest::theory

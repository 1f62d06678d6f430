(* SPDX-License-Identifier: Apache-2.0 *)
(* Written by reflect.py: certificates that are complete, on which Coq's kernel runs the proved checker (theory/semantics/reflection.v). *)
From Coq Require Import String List ZArith.
From attest Require Import syntax meaning rationals enclosures quantities interpreter checker reflection.
From attest Require statements_variants_alibi statements_variants_at5 statements_variants_causal_mask_bos statements_variants_causal_mask_no_bos statements_variants_deberta
  statements_variants_differential statements_variants_gated_output statements_variants_graphormer statements_variants_kerple statements_variants_learned_sink
  statements_variants_linear_normalized statements_variants_no_position statements_variants_positional statements_variants_rope statements_variants_shaw_key
  statements_variants_shaw_key_value statements_variants_sigmoid statements_variants_sinusoidal_ape statements_variants_softmax_plus_one statements_variants_swin
  statements_variants_t5 statements_variants_transformer_xl statements_variants_urpe statements_variants_urpe_causal bound_variants_aware bound_variants_encodings
  bound_variants_first_token bound_variants_linear bound_variants_masks bound_variants_normalizers bound_variants_softmax bound_variants_urpe.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope string_scope.

(* attest: variants.alibi printed sha256:481c75747c7ff9a5e3a80a5cb522da9bcd2db17f386e300a14164e68cbb789ff theorem:variants_alibi_printed *)
Theorem variants_alibi_printed : Holds statements_variants_alibi.printed.
Proof.
into_parts.
- by_theorem bound_variants_masks.alibi_stochastic.
- by_theorem bound_variants_masks.alibi_identical_rows.
- by_theorem bound_variants_masks.alibi_not_aware.
- by_theorem bound_variants_masks.alibi_is_causal.
Qed.

(* attest: variants.at5 printed sha256:5dc78825734e317ef34fdbba7e7047c97594171fda1ef15f02e671651ecaf351 theorem:variants_at5_printed *)
Theorem variants_at5_printed : Holds statements_variants_at5.printed.
Proof.
into_parts.
- by_theorem bound_variants_encodings.at5_stochastic.
- by_theorem bound_variants_encodings.at5_identical_rows.
- by_theorem bound_variants_encodings.at5_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("plus", DRecord [("gamma", d_integer 1); ("W1", DList [DList [d_integer 0]]); ("b1", DList [d_integer 0]); ("W2",
    DList [DList [d_integer 0]]); ("b2", DList [d_integer 0]); ("W3", DList [DList [d_integer 0]]); ("b3", DList [d_integer 0])]); ("minus", DRecord [("gamma", d_integer 1);
    ("W1", DList [DList [d_integer 0]]); ("b1", DList [d_integer 0]); ("W2", DList [DList [d_integer 0]]); ("b2", DList [d_integer 0]); ("W3", DList [DList [d_integer 0]]);
    ("b3", DList [d_integer 0])])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]])
    Evaluate)))))).
Qed.

(* attest: variants.causal-mask-bos printed sha256:211f4185acab265a7bfef7c22433c7808951224a3a498bfd27c13e82a8bfcf93 theorem:variants_causal_mask_bos_printed *)
Theorem variants_causal_mask_bos_printed : Holds statements_variants_causal_mask_bos.printed.
Proof.
into_parts.
- by_theorem bound_variants_first_token.bos_stochastic.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("first", DList [d_integer 0])]) (Witness "x" (DList [d_integer 1]) Evaluate)))).
- by_theorem bound_variants_first_token.bos_not_aware.
- by_theorem bound_variants_first_token.bos_is_causal.
Qed.

(* attest: variants.causal-mask-no-bos printed sha256:2d7d5c2c01d23657010b8ac09785902e6c5f43b303e5dda874a4a5f4fb04cce8 theorem:variants_causal_mask_no_bos_printed *)
Theorem variants_causal_mask_no_bos_printed : Holds statements_variants_causal_mask_no_bos.printed.
Proof.
into_parts.
- by_theorem bound_variants_masks.causal_stochastic.
- by_theorem bound_variants_masks.causal_identical_rows.
- by_theorem bound_variants_masks.causal_not_aware.
- by_theorem bound_variants_masks.mask_is_causal.
Qed.

(* attest: variants.deberta printed sha256:4a4a9b29d12c5122e842f9f6f1257cbb99e5d4262900e6b27632579ac084905a theorem:variants_deberta_printed *)
Theorem variants_deberta_printed : Holds statements_variants_deberta.printed.
Proof.
into_parts.
- by_theorem bound_variants_softmax.deberta_stochastic.
- by_theorem bound_variants_softmax.deberta_identical_rows.
- by_theorem bound_variants_softmax.deberta_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("r", DList [DList [d_integer 0]; DList [d_integer 0]; DList [d_integer 0]]); ("s", DList [DList [d_integer 0]; DList
    [d_integer 0]; DList [d_integer 0]])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]])
    Evaluate)))))).
Qed.

(* attest: variants.differential printed sha256:dc2ded8006ccc28f6872de8643876642462d1c6a0b26ba670b532f90f2972b27 theorem:variants_differential_printed *)
Theorem variants_differential_printed : Holds statements_variants_differential.printed.
Proof.
into_parts.
- by_steps (Witness "n" (d_integer 1) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("WQ2", DList [DList [d_integer 0]]); ("WK2", DList [DList [d_integer 0]]); ("lambda", d_rational (Frac 1 2))])
    (Witness "X" (DList [DList [d_integer 0]]) Evaluate)))).
- by_theorem bound_variants_linear.differential_identical_rows.
- by_theorem bound_variants_linear.differential_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("WQ2", DList [DList [d_integer 0]]); ("WK2", DList [DList [d_integer 0]]); ("lambda", d_rational (Frac 1 2))])
    (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.gated-output printed sha256:6df726ea9f4261084b891dc912cad9536d91cd370e7bea00898a6afea8930bcd theorem:variants_gated_output_printed *)
Theorem variants_gated_output_printed : Holds statements_variants_gated_output.printed.
Proof.
into_parts.
- by_theorem bound_variants_softmax.gated_stochastic.
- by_theorem bound_variants_softmax.gated_identical_rows.
- by_theorem bound_variants_softmax.gated_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("WG", DList [DList [d_integer 0]])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i"
    (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.graphormer printed sha256:3eda1b2c57d760e0edf661d2a53247c29fa5cb5677b749d2d2587b968a46f0ca theorem:variants_graphormer_printed *)
Theorem variants_graphormer_printed : Holds statements_variants_graphormer.printed.
Proof.
into_parts.
- by_theorem bound_variants_encodings.graphormer_stochastic.
- by_theorem bound_variants_encodings.graphormer_identical_rows.
- by_theorem bound_variants_encodings.graphormer_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("G", DList [DList [d_integer 0; d_integer 1]; DList [d_integer 1; d_integer 0]]); ("b", DList [d_integer 0; d_integer
    0; d_integer 0])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.kerple printed sha256:4a0d317606df86fdd9812325a850c19cdfb4c730c155ba1bdbec46eebe6f9d0a theorem:variants_kerple_printed *)
Theorem variants_kerple_printed : Holds statements_variants_kerple.printed.
Proof.
into_parts.
- by_theorem bound_variants_encodings.kerple_stochastic.
- by_theorem bound_variants_encodings.kerple_identical_rows.
- by_theorem bound_variants_encodings.kerple_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("r1", d_integer 1); ("r2", d_integer 1)]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness
    "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.learned-sink printed sha256:e3b36642845c3f95947065661c0cd9daf54d892e93c80a7cb0ed4c2ea9e2e17f theorem:variants_learned_sink_printed *)
Theorem variants_learned_sink_printed : Holds statements_variants_learned_sink.printed.
Proof.
into_parts.
- by_steps (Witness "n" (d_integer 1) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("sink", d_integer 0)]) (Witness "X" (DList [DList [d_integer 0]]) Evaluate)))).
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("sink", d_integer 0)]) (Witness "x" (DList [d_integer 1]) Evaluate)))).
- by_theorem bound_variants_aware.sink_is_aware.
- by_theorem bound_variants_first_token.sink_is_causal.
Qed.

(* attest: variants.linear-normalized printed sha256:014bbaa8f4a37e8329b24a337c8570f567fa561f282dab0bdfab50c9588b29a8 theorem:variants_linear_normalized_printed *)
Theorem variants_linear_normalized_printed : Holds statements_variants_linear_normalized.printed.
Proof.
into_parts.
- by_theorem bound_variants_linear.linear_stochastic.
- by_theorem bound_variants_linear.linear_identical_rows.
- by_theorem bound_variants_linear.linear_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0; d_integer 0]]); ("WK", DList
    [DList [d_integer 0; d_integer 0]]); ("WV", DList [DList [d_integer 1]])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1)
    (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.no-position printed sha256:7ffb03868de703872bca67b63da1bb279cf4e42335d2bf80d50459cde7e036d4 theorem:variants_no_position_printed *)
Theorem variants_no_position_printed : Holds statements_variants_no_position.printed.
Proof.
into_parts.
- by_theorem bound_variants_softmax.no_position_stochastic.
- by_theorem bound_variants_softmax.no_position_identical_rows.
- by_theorem bound_variants_softmax.no_position_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList
    [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.positional printed sha256:9b600e1672bc4c5bc4caadab04e9da20eabf7fdb4a447771d6dad2d847d47496 theorem:variants_positional_printed *)
Theorem variants_positional_printed : Holds statements_variants_positional.printed.
Proof.
into_parts.
- by_theorem bound_variants_softmax.positional_stochastic.
- by_theorem bound_variants_softmax.positional_identical_rows.
- by_theorem bound_variants_softmax.positional_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("P", DList [DList [d_integer 0]; DList [d_integer 0]])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer
    0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.rope printed sha256:1dcbd5b7f257c01d0d5a3aa6e14deb23615891def31118a35fdd8ebe0a405e8e theorem:variants_rope_printed *)
Theorem variants_rope_printed : Holds statements_variants_rope.printed.
Proof.
into_parts.
- by_theorem bound_variants_encodings.rope_stochastic.
- by_theorem bound_variants_encodings.rope_identical_rows.
- by_theorem bound_variants_encodings.rope_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0; d_integer 0]]); ("WK", DList
    [DList [d_integer 0; d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("angles", DList [DList [d_integer 0; d_integer 1]])]) (Witness "X" (DList [DList [d_integer 0];
    DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.shaw-key printed sha256:de6381013c4c2ba0828c166773fccda6b8821d8fe51b0358b5161cc527dbdd52 theorem:variants_shaw_key_printed *)
Theorem variants_shaw_key_printed : Holds statements_variants_shaw_key.printed.
Proof.
into_parts.
- by_theorem bound_variants_softmax.shaw_stochastic.
- by_theorem bound_variants_softmax.shaw_identical_rows.
- by_theorem bound_variants_softmax.shaw_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("r", DList [DList [d_integer 0]; DList [d_integer 0]; DList [d_integer 0]])]) (Witness "X" (DList [DList [d_integer
    0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.shaw-key-value printed sha256:e4ce893c155815dc85dc40bffc525b2dc7392bb6b6de3dd5f98f93736ed8661d theorem:variants_shaw_key_value_printed *)
Theorem variants_shaw_key_value_printed : Holds statements_variants_shaw_key_value.printed.
Proof.
into_parts.
- by_theorem bound_variants_softmax.shaw_value_stochastic.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("r", DList [DList [d_integer 0]; DList [d_integer 0]; DList [d_integer 0]]); ("a", DList [DList [d_integer 0]; DList
    [d_integer 1]; DList [d_integer 1]])]) (Witness "x" (DList [d_integer 0]) Evaluate)))).
- by_theorem bound_variants_softmax.shaw_value_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("r", DList [DList [d_integer 0]; DList [d_integer 0]; DList [d_integer 0]]); ("a", DList [DList [d_integer 0]; DList
    [d_integer 0]; DList [d_integer 0]])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]])
    Evaluate)))))).
Qed.

(* attest: variants.sigmoid printed sha256:12089b3b9617f9d31c0ddcb5353d223116823298f6db79530c155b6b68062fb7 theorem:variants_sigmoid_printed *)
Theorem variants_sigmoid_printed : Holds statements_variants_sigmoid.printed.
Proof.
into_parts.
- by_steps (Witness "n" (d_integer 1) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]])]) (Witness "X" (DList [DList [d_integer 0]]) Evaluate)))).
- by_theorem bound_variants_normalizers.sigmoid_identical_rows.
- by_theorem bound_variants_normalizers.sigmoid_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList
    [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.sinusoidal-ape printed sha256:f45e38381e454afff69ea3554cef41fe67a3784b5a9731cc412d74f5d7b1f1b9 theorem:variants_sinusoidal_ape_printed *)
Theorem variants_sinusoidal_ape_printed : Holds statements_variants_sinusoidal_ape.printed.
Proof.
into_parts.
- by_theorem bound_variants_softmax.absolute_stochastic.
- by_steps (Cells "s" [(Some (Frac 4241 5040), Some (Frac 101 120))] true [Cells "c" [(Some (Frac 389 720), Some (Frac 13 24))] true [Witness "h" (DRecord [("base", DSymbol
    "e"); ("WQ", DList [DList [d_integer 0]; DList [d_integer 0]]); ("WK", DList [DList [d_integer 0]; DList [d_integer 0]]); ("WV", DList [DList [d_integer 0; d_integer 0];
    DList [d_integer 0; d_integer 0]])]) (Witness "x" (DList [d_integer 0; d_integer 0]) Evaluate)]]).
- by_theorem bound_variants_softmax.absolute_not_aware.
- by_steps (Cells "s" [(Some (Frac 4241 5040), Some (Frac 101 120))] true [Cells "c" [(Some (Frac 389 720), Some (Frac 13 24))] true [Witness "h" (DRecord [("base", DSymbol
    "e"); ("WQ", DList [DList [d_integer 0]; DList [d_integer 0]]); ("WK", DList [DList [d_integer 0]; DList [d_integer 0]]); ("WV", DList [DList [d_integer 1; d_integer 0];
    DList [d_integer 0; d_integer 1]])]) (Witness "X" (DList [DList [d_integer 0; d_integer 0]; DList [d_integer 0; d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y"
    (DList [DList [d_integer 1; d_integer 1]]) Evaluate)))]]).
Qed.

(* attest: variants.softmax-plus-one printed sha256:bca6a6f5a9a94467e1a822c03189348bbbf791ca85bd456cf52e138d59f91292 theorem:variants_softmax_plus_one_printed *)
Theorem variants_softmax_plus_one_printed : Holds statements_variants_softmax_plus_one.printed.
Proof.
into_parts.
- by_steps (Witness "n" (d_integer 1) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]])]) (Witness "X" (DList [DList [d_integer 0]]) Evaluate)))).
- by_theorem bound_variants_normalizers.softmax_plus_one_identical_rows.
- by_theorem bound_variants_normalizers.softmax_plus_one_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList
    [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.swin printed sha256:78b9ec6abfe742ffb10ead83fad8f2cb208d1ca204873c611b2e63ab9d3baf37 theorem:variants_swin_printed *)
Theorem variants_swin_printed : Holds statements_variants_swin.printed.
Proof.
into_parts.
- by_theorem bound_variants_encodings.swin_stochastic.
- by_theorem bound_variants_encodings.swin_identical_rows.
- by_theorem bound_variants_encodings.swin_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("table", DList [DList [d_integer 0; d_integer 0; d_integer 0]]); ("H", d_integer 1); ("W", d_integer 2)]) (Witness
    "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.t5 printed sha256:b7dfce5792b40e7ca60b5c9bc25758f27712a1820d77146b8abbf5a6abe5945e theorem:variants_t5_printed *)
Theorem variants_t5_printed : Holds statements_variants_t5.printed.
Proof.
into_parts.
- by_theorem bound_variants_softmax.t5_stochastic.
- by_theorem bound_variants_softmax.t5_identical_rows.
- by_theorem bound_variants_softmax.t5_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("m", DList [d_integer 0; d_integer 0; d_integer 0])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]])
    (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.transformer-xl printed sha256:ea881a61ad175d81e41dd1e44da0d1686d0dba3ead325ae4a7b9ebb1a3441590 theorem:variants_transformer_xl_printed *)
Theorem variants_transformer_xl_printed : Holds statements_variants_transformer_xl.printed.
Proof.
into_parts.
- by_theorem bound_variants_encodings.transformer_xl_stochastic.
- by_theorem bound_variants_encodings.transformer_xl_identical_rows.
- by_theorem bound_variants_encodings.transformer_xl_not_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("r", DList [DList [d_integer 0]; DList [d_integer 0]; DList [d_integer 0]]); ("WR", DList [DList [d_integer 1]]);
    ("u", DList [d_integer 0]); ("v", DList [d_integer 0])]) (Witness "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList
    [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.urpe printed sha256:e8a534550be8aa6926fcaab8f5c729dea3a4ae0f5da86b3776caa093ca7272fb theorem:variants_urpe_printed *)
Theorem variants_urpe_printed : Holds statements_variants_urpe.printed.
Proof.
into_parts.
- by_steps (Witness "n" (d_integer 1) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("m", DList [d_integer 0]); ("c", DList [d_integer 0])]) (Witness "X" (DList [DList [d_integer 0]]) Evaluate)))).
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("m", DList [d_integer 0; d_integer 0; d_integer 0]); ("c", DList [d_integer 0; d_integer 1; d_integer 1])]) (Witness
    "x" (DList [d_integer 1]) Evaluate)))).
- by_theorem bound_variants_urpe.urpe_is_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("m", DList [d_integer 0; d_integer 0; d_integer 0]); ("c", DList [d_integer 1; d_integer 1; d_integer 0])]) (Witness
    "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* attest: variants.urpe-causal printed sha256:14023b68180d132495eaa8ee50e95bee620682f1f3dd52590f4c8da2fc17ccbd theorem:variants_urpe_causal_printed *)
Theorem variants_urpe_causal_printed : Holds statements_variants_urpe_causal.printed.
Proof.
into_parts.
- by_steps (Witness "n" (d_integer 1) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("m", DList [d_integer 0]); ("c", DList [d_integer 0])]) (Witness "X" (DList [DList [d_integer 0]]) Evaluate)))).
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", d_integer 2); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("m", DList [d_integer 0; d_integer 1; d_integer 1]); ("c", DList [d_integer 0; d_integer 1; d_integer 0])]) (Witness
    "x" (DList [d_integer 1]) Evaluate)))).
- by_theorem bound_variants_urpe.urpe_causal_is_aware.
- by_steps (Witness "n" (d_integer 2) (Witness "d" (d_integer 1) (Witness "h" (DRecord [("base", DSymbol "e"); ("WQ", DList [DList [d_integer 0]]); ("WK", DList [DList
    [d_integer 0]]); ("WV", DList [DList [d_integer 1]]); ("m", DList [d_integer 0; d_integer 0; d_integer 0]); ("c", DList [d_integer 1; d_integer 1; d_integer 0])]) (Witness
    "X" (DList [DList [d_integer 0]; DList [d_integer 0]]) (Witness "i" (d_integer 1) (Witness "Y" (DList [DList [d_integer 1]]) Evaluate)))))).
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of bounded_layers.v on heads side by side (Lemma C.9), as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables exp_bounds row_norms calls_bounded_layers.
From attest Require bounded_layers statements_positional_lemma_c9 statements_positional_cover_first_layer.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* attest: positional.lemma-c9 repaired sha256:03a63b13a96f4e02595166fb9c8fcba971d39c30e5b75bd14a80ac7757faba32 theorem:lemma_c9 *)
Theorem lemma_c9 : Holds statements_positional_lemma_c9.repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _.
meaning_for_all => P _ _; meaning_for_all => Z _ _; meaning_for_all => Y _ _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _.
meaning_for_all => VQ _ _; meaning_for_all => VK _ _; meaning_for_all => VV _ _.
meaning_for_all => s _ _; meaning_for_all => R _ /blocks_boundedP bound; meaning_value.
pose hs := @heads_of S m dP dm d dV WQ WK WV; pose ks := @heads_of S m dP dm d dV VQ VK VV.
exact: (bounded_layers.lemma_c9 (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S) P (hs := hs) ks bound Z Y).
Qed.

(* attest: positional.cover-first-layer repaired sha256:db308f9fc94d440f96e033501eebaa2be1f305f1548de31a41d663c3ec583623 theorem:mlp_input_norm *)
Theorem mlp_input_norm : Holds statements_positional_cover_first_layer.repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => s _ _.
meaning_for_all => P _ _; meaning_for_all => X _ _; meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _.
meaning_for_all => R _ /blocks_boundedP bound; meaning_value; pose hs := @heads_of S m dP dm d dV WQ WK WV.
exact: (bounded_layers.mlp_input_norm (@exp_gt0 S) P (hs := hs) bound X).
Qed.

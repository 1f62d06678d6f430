(* SPDX-License-Identifier: Apache-2.0 *)
(* Lemma C.9 in its printed shape (bounded_layers.v), as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables exp_bounds row_norms calls_bounded_layers.
From attest Require bounded_layers statements_positional_lemma_c9.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* attest: positional.lemma-c9 finding_in_the_printed_shape sha256:f86afea65e8f1da7d0582ee17815d65046311372db98531aa1b68a84fa2ec4fc theorem:lemma_c9_in_its_shape *)
Theorem lemma_c9_in_its_shape : Holds statements_positional_lemma_c9.finding_in_the_printed_shape.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _.
meaning_for_all => P _ _; meaning_for_all => Z _ _; meaning_for_all => Y _ _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _.
meaning_for_all => VQ _ _; meaning_for_all => VK _ _; meaning_for_all => VV _ _.
meaning_for_all => s _ _; meaning_for_all => R _ /blocks_boundedP bound; have s_ge0 h : 0 <= s h by have [R' []] := bound h.
pose hs := @heads_of S m dP dm d dV WQ WK WV; pose ks := @heads_of S m dP dm d dV VQ VK VV.
have := bounded_layers.lemma_c9_in_its_shape (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S) P (hs := hs) ks bound Z Y.
have grouped (a z p l : S) : a * 1%:R * z * p * l = a * (z * p * l) by rewrite mulr1 !mulrA.
by rewrite card_ord => shape; meaning_value; rewrite grouped; exact: shape.
Qed.

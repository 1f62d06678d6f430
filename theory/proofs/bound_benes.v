(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorems of benes_paths.v on Definition A.4, its edges and its numbers of paths, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes.
From attest Require benes_paths statements_positional_benes_definition statements_positional_benes_paths.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma first_and_last k : (0 < k)%N -> (0 < 2 * k <= 2 * k)%N.
Proof. by move=> k_gt0; arith. Qed.

(* attest: positional.benes-definition finding_reachable sha256:a5d8f200657a655bd97c5f231325f7a63991883b40374b85944ab5df7cf02d2c theorem:all_reachable *)
Theorem all_reachable : Holds statements_positional_benes_definition.finding_reachable.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => i i_in _; have last := first_and_last k_gt0.
have i_lt : (i < 2 ^ k)%N by rewrite -mem_labels.
by natural_value; rewrite benes_paths.all_reachable.
Qed.

(* attest: positional.benes-definition printed sha256:e16fbc24881e0c06ba50695ca651ff7729629763b7dea3cd0f5fa9ba9fb5a27a theorem:definition_a4 *)
Theorem definition_a4 : Holds statements_positional_benes_definition.printed.
Proof.
opening S W; natural_for_all => k k_gt0 _; have last := first_and_last k_gt0.
have [[in_range fit all_edges two] back reachable] := benes_paths.definition_a4 k_gt0; meaning_parts.
- by natural_for_all => l; rewrite mem_from_to => l_in _; natural_value; exact: in_range.
- natural_for_all => i; rewrite mem_labels => i_lt _; natural_value; apply/eqP; rewrite -[RHS](fit i i_lt).
  by rewrite /from_to /index_iota.
- natural_for_all => l; rewrite mem_from_to => l_in _; natural_value; apply/eqP; rewrite -(all_edges l l_in).
  by apply: eq_bigr => i _; apply: eq_count => j; rewrite addn1.
- natural_for_all => l; rewrite mem_from_to => l_in _; natural_for_all => i; rewrite mem_labels => i_lt _; natural_value.
  by have [ends own one] := two l i l_in i_lt; rewrite addn1 own /compare_wholes ends one.
- by natural_value; apply/eqP.
natural_for_all => i; rewrite mem_labels => i_lt _; natural_value; exact: reachable.
Qed.

(* attest: positional.benes-paths repaired sha256:800a3e593645c043beedaf0bbae3ab1a9d8d6544b673ff2f8016e4aab970275a theorem:numbers_of_paths *)
Theorem numbers_of_paths : Holds statements_positional_benes_paths.repaired.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => l; rewrite mem_from_to => l_in _.
natural_for_all => m; rewrite mem_from_to => m_in _; natural_for_all => i; rewrite mem_labels => i_lt _.
have [few counts] := benes_paths.numbers_of_paths l_in m_in i_lt.
by natural_value; rewrite counts; apply/eqP.
Qed.

(* attest: positional.benes-paths finding_unique_exactly_in_the_halves sha256:1a12726668d889818d949c4015e007ec64ede2d92d7fd395b9030546bd970278 theorem:unique_exactly_in_the_halves *)
Theorem unique_exactly_in_the_halves : Holds statements_positional_benes_paths.finding_unique_exactly_in_the_halves.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => l; rewrite mem_from_to => l_in _.
natural_for_all => m; rewrite mem_from_to => m_in _.
by natural_value; apply/eqP; exact: benes_paths.unique_exactly_in_the_halves.
Qed.

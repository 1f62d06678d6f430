(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems on natural numbers as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules formulas numbers.
From attest Require communication machines theorem_5_1 statements_positional_log_cost statements_positional_remark_5_2
  statements_positional_trivial_simulation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= assumption.

(* attest: positional.log-cost finding_rounds_of_the_routing sha256:4dda33a4309cdffbd6193b9a4036da619d2dfd7d3f3daa7c837c11e318d4d3e6 theorem:rounds_of_the_routing *)
Theorem rounds_of_the_routing : Holds statements_positional_log_cost.finding_rounds_of_the_routing.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => R R_gt0 _; meaning_for_all => k k_gt0 _; meaning_value.
have := communication.rounds_of_the_routing R_gt0 k_gt0.
by rewrite -(ler_nat S) natrD !natrM natrB ?natrM // (leq_trans k_gt0) // leq_pmull.
Qed.

(* attest: positional.remark-5-2 finding_width_of_the_construction sha256:3b6be5f358b66f999633a747212db028816cab5b164ce28d9f7ed59f93b329c6 theorem:width_of_the_construction *)
Theorem width_of_the_construction : Holds statements_positional_remark_5_2.finding_width_of_the_construction.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => c c_gt0 _.
have [m m_gt0 large] := theorem_5_1.width_of_the_construction c_gt0.
by meaning_exists m; meaning_value; rewrite -!natrX -!natrM -natrD -natrM ltr_nat.
Qed.

(* attest: positional.trivial-simulation finding_two_numbers_in_one sha256:60827695ad1f38bb3b80fe0f3d655a62338f4c845fd5f22ade6ed1f5569396cb theorem:two_numbers_in_one *)
Theorem two_numbers_in_one : Holds statements_positional_trivial_simulation.finding_two_numbers_in_one.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => a _ _; meaning_for_all => b _ _; meaning_for_all => c _ _; meaning_for_all => d _ _; meaning_value.
rewrite -!natrD -!natrX -!natrD !eqr_nat; apply/eqP.
by apply/eqP/andP => [/machines.two_numbers_in_one[-> ->] | [/eqP-> /eqP->]].
Qed.

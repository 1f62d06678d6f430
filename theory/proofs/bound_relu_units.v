(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of relu_units.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_ordinals.
From attest Require Import relu relu_units.
From attest Require statements_positional_relu_min_max.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* attest: positional.relu-min-max finding_three_are_enough_on_a_bounded_domain sha256:ccd73d1bb709a2041ab7358b011bbde148a6efed821540377eef2b53231bf3df theorem:three_on_a_bounded_domain *)
Theorem three_on_a_bounded_domain : Holds statements_positional_relu_min_max.finding_three_are_enough_on_a_bounded_domain.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => R _ _; meaning_for_all => x1 _ x1_ge; meaning_for_all => x2 _ x2_ge; meaning_value.
by have [/eqP min_x /eqP max_x] := three_on_a_bounded_domain x1_ge x2_ge; apply/andP; split.
Qed.

Definition first_of n : 'I_n.+1 := ord0.
Definition second_of n : 'I_n.+2 := lift ord0 ord0.
Lemma index_1 (F : realFieldType) n : 1%:R = (first_of n).+1%:R :> F. Proof. by []. Qed.
Lemma index_2 (F : realFieldType) n : 2%:R = (second_of n).+1%:R :> F. Proof. by []. Qed.
Ltac side ::= first [exact: index_1 | exact: index_2 | by rewrite ?pnatr_eq0].

(* attest: positional.relu-min-max finding_two_are_not_enough_with_biases sha256:2e8f6a42ac52c658109af4767c961cfefcc1cb96d4c15e9fdc9e52ba49b544b1 theorem:two_with_biases *)
Theorem two_with_biases : Holds statements_positional_relu_min_max.finding_two_are_not_enough_with_biases.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => U _ _; meaning_for_all => c _ _; meaning_for_all => a _ _; meaning_for_all => a0 _ _.
pose row i := (U i (first_of 1), U i (second_of 0)).
have [x differs] := two_with_biases (row (first_of 1)) (row (second_of 0)) (c (first_of 1), c (second_of 0)) (a (first_of 1)) (a (second_of 0)) a0.
meaning_exists (fun j : 'I_2 => if j == first_of 1 then x.1 else x.2); meaning_value.
by move: differs; rewrite !big_ord_recl big_ord0 addr0.
Qed.

(* attest: positional.relu-min-max finding_three_are_not_enough_for_both sha256:3c605254081b3e67c532f91b3e28e91803495dfdb2d5c3b0fa8b0cbb638c44be theorem:three_are_not_enough *)
Theorem three_are_not_enough : Holds statements_positional_relu_min_max.finding_three_are_not_enough_for_both.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => U _ _; meaning_for_all => c _ _; meaning_for_all => a _ _; meaning_for_all => a0 _ _.
meaning_for_all => b _ _; meaning_for_all => b0 _ _.
pose i0 : 'I_3 := ord0; pose i1 : 'I_3 := lift ord0 ord0; pose i2 : 'I_3 := lift ord0 (lift ord0 ord0).
pose row i := (U i (first_of 1), U i (second_of 0)).
have [x differs] := three_are_not_enough (row i0) (row i1) (row i2) (c i0, c i1, c i2) (a i0) (a i1) (a i2) a0 (b i0) (b i1) (b i2) b0.
meaning_exists (fun j : 'I_2 => if j == first_of 1 then x.1 else x.2); meaning_value.
by move: differs; rewrite !big_ord_recl !big_ord0 !addr0 !addrA.
Qed.

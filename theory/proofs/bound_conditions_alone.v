(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 3: its attentive condition is not necessary; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks.
From attest Require Import statements_urpe_conditions_necessity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.conditions-necessity finding_attentive_is_not_necessary sha256:d19f83dde3edb1589e6e81a7378b7f07cb073130c37d19fc310e7c449246f0c3 theorem:attentive_is_not_necessary *)
Theorem attentive_is_not_necessary : Holds finding_attentive_is_not_necessary.
Proof.
opening S W; have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have one_gt0 : (0 < 1)%N by [].
apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => A _ _; meaning_for_all => X _ _.
  meaning_for_all => V _ _; meaning_for_all => b _ _; meaning_for_all => O _ _; apply: says_expression; last exact: (erefl true).
  apply: y_same_mat; [by value | by value | move=> i j _ _].
  apply: eq_bigr => l _; congr (_ * _); apply: eq_bigr => p _.
  have -> : \sum_(q <- iota 1 d) X p q * (1%:R / 2%:R * V q l) = 2%:R^-1 * \sum_(q <- iota 1 d) X p q * V q l.
    by rewrite mulr_sumr; apply: eq_bigr => q _; rewrite mul1r mulrCA.
  by rewrite [b l / _]mulrC -mulrDr mulrA [2%:R * A i p]mulrC -[A i p * _ * _]mulrA divff // mulr1.
meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1.
meaning_for_all => A _ /andP[_ /andP[_ /allP sums]]; meaning_for_all => v _ /allP apart; meaning_value.
have first_in : 1%N \in iota 1 n by rewrite mem_iota add1n ltnS.
have second_in : 2%N \in iota 1 n by rewrite mem_iota add1n ltnS.
apply/andP; split; apply/negP => /andP[_ /andP[_ /allP one]].
  have /eqP := one 1%N first_in; rewrite -mulr_sumr (eqP (sums 1%N first_in)) mulr1 => /eqP.
  by rewrite (eqr_nat _ 2 1).
have row i : i \in iota 1 n -> v i = 1%:R.
  move=> i_in; have /eqP <- := one i i_in; rewrite (bigD1_seq i) ?iota_uniq //= eqxx big1 ?addr0 // => j j_i.
  by rewrite eqr_nat eq_sym (negbTE j_i).
have next_in : 2%N \in iota 2 (n - 1) by rewrite mem_iota leqnn -[X in (X < _)%N]addn0 ltn_add2l subn_gt0.
have /allP/(_ 2%N next_in) := apart 1%N first_in.
by rewrite !row // eqxx.
Qed.

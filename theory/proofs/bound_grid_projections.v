(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), appendix A.4, the choice of z: which projections of a grid's tokens to powers are one-to-one, and how many values
   there are, for every delta = 1/m and every dimension, as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements calls_grids.
From attest Require digits statements_urpe_lemma_10_injective.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma next (F : realFieldType) m : m%:R + 1%:R = m.+1%:R :> F.
Proof. by rewrite -natrD addn1. Qed.
Lemma up_to_product (F : realFieldType) m t : m%:R * t%:R + 1 = (0 + (m * t).+1)%:R :> F.
Proof. by rewrite -natrM up_to. Qed.

Ltac side ::= first [eassumption | exact: up_to | exact: up_to_product | exact: below | exact: next | reflexivity].
Ltac known_call ::=
  first [by_call call_closed_grid | by_call call_half_open_grid | by_call call_projections | by_call call_powers | by_call call_distinct_list
        | enter_named; value].

(* attest: urpe.lemma-10-injective repaired sha256:bf1c170b9dff44872e3ece54137a7eed385f367ef59e6b8ed43a245ec2728e4a theorem:projections_are_injective *)
Theorem projections_are_injective : Holds statements_urpe_lemma_10_injective.repaired.
Proof.
opening S W; meaning_parts; meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt0 _; meaning_value.
  by rewrite uniq_projections // digits.values_uniq.
by rewrite uniq_projections // digits.values_uniq.
Qed.

(* attest: urpe.lemma-10-injective finding_one_column sha256:2ac46fb97a792b72ef0d8df36e2cfc83c2839c1de95988ea243dfda6a2a49ae1 theorem:one_column *)
Theorem one_column : Holds statements_urpe_lemma_10_injective.finding_one_column.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_value.
by rewrite uniq_projections // digits.values_of_one.
Qed.

(* attest: urpe.lemma-10-injective finding_which_bases sha256:7b3c0a25d636fb017816b93eb5562dca94b4ca5399afd4a82823e6a76df87841 theorem:which_bases *)
Theorem which_bases : Holds statements_urpe_lemma_10_injective.finding_which_bases.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt1 _; meaning_for_all => b b_gt0 _; meaning_value.
by rewrite !uniq_projections // !digits.values_distinct // ltr_nat ler_nat !eqxx.
Qed.

(* attest: urpe.lemma-10-injective finding_how_many_values sha256:9ad86825e050c05240f1dc171ce7762eb3102aa87ee3e9093cb7d86c1a10480c theorem:how_many_values *)
Theorem how_many_values : Holds statements_urpe_lemma_10_injective.finding_how_many_values.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt0 _.
have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
have times t : m%:R * ((digits.numeral m t)%:R / m%:R) = (digits.numeral m t)%:R :> S by rewrite mulrC divfK.
set G := digits.numeral m (nseq d 1%N); refine (says_expression _ _).
  refine (y_let _ _); [value | refine (y_let _ _)].
    apply: (yields_eq (v := Num (m%:R * G%:R))); last reflexivity.
    apply: y_multiply; first value.
    apply: yields_eq; [refine (y_call _ _ _); [values | reflexivity | apply: call_total; provided] | by rewrite total_powers].
  by value.
apply/andP; split.
  apply/allP => v /mapP[t]; rewrite digits.mem_lists_over => /andP[/eqP size_t /allP t_m] ->; rewrite times /= integer_nat //=.
  rewrite ler0n -natrM ler_nat /G -digits.numeral_const -size_t; apply: digits.numeral_le.
  by apply/allP => k /t_m k_in; have : k \in iota 0 m.+1 := k_in; rewrite mem_iota add0n ltnS.
apply/allP => k; rewrite mem_iota add0n ltnS -digits.numeral_const => /(digits.represented m_gt0)[t size_t [t_m tE]].
apply/hasP; exists ((digits.numeral m t)%:R / m%:R); last by rewrite times tE.
apply/mapP; exists t => //; rewrite digits.mem_lists_over size_t eqxx; apply: sub_all t_m => j j_m.
by change (j \in iota 0 m.+1); rewrite mem_iota add0n ltnS.
Qed.

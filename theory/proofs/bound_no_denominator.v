(* SPDX-License-Identifier: Apache-2.0 *)
(* Attention without the softmax denominator: the theorems of no_denominator.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_attention calls_steps.
From attest Require Import statements_urpe_denominator_removal.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "bias" _ = _ =>
    first [ apply: encodes_t5; [reflexivity | reflexivity | assumption | provided]
          | apply: encodes_shaw; [reflexivity | reflexivity | provided]
          | apply: encodes_deberta; [reflexivity | reflexivity | reflexivity | provided]
          | apply: encodes_transformer_xl; [reflexivity | reflexivity | reflexivity | reflexivity | assumption | provided]
          | apply: encodes_none; [reflexivity | provided] ]
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma zero_score (S : numbers) (s t : nat -> S) k : (forall l, s l = 0) -> \sum_(l <- iota 1 k) s l * t l = 0.
Proof. by move=> s0; rewrite big1 // => l _; rewrite s0 mul0r. Qed.

(* attest: urpe.denominator-removal printed sha256:48713f33fb708ae748534d007865c9bb15d678e80d104abb4ee49200020e6f23 theorem:removal_breaks_the_limitation *)
Theorem removal_breaks_the_limitation : Holds printed.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1.
meaning_exists (fun t => if (t <= n)%N then 0 else 1 : S).
meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => X _ _.
apply: says_expression; last exact: (erefl true).
apply: y_let; first by value.
apply: true_and_true; first apply: y_same_mat; [by value | by value | move=> i j i_n j_n | ].
  rewrite /= zero_score ?add0r // => l; rewrite big1 // => t _; by rewrite mulr0.
apply: y_and1; apply: yields_eq; [by value | congr Bool].
apply/allP => i /in_from_1/andP[i_gt0 i_n]; apply/allP => j; rewrite mem_iota addSn subnKC // ltnS => /andP[i_j j_n].
have row l : \sum_(j <- iota 1 n) exp_of (if (l + n - j <= n)%N then 0 else 1 : S) * 1 = \sum_(j <- iota 1 n) (if (l + n - j <= n)%N then exp_of (0 : S) else exp_of 1).
  by apply: eq_bigr => t _; rewrite mulr1; case: ifP.
by rewrite /= !row steps_differ ?i_gt0 // (inj_eq (@exp_inj S)) eq_sym oner_eq0.
Qed.

(* attest: urpe.denominator-removal finding_without_an_encoding sha256:ab11848ffb2f4f8413b3d075b4c727e7fb736efcaab261fe6aaa177ad97aca60 theorem:without_an_encoding *)
Theorem without_an_encoding : Holds finding_without_an_encoding.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _.
meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => x _ _; meaning_value.
by apply/allP => i _; apply/allP => j _ /=.
Qed.

(* attest: urpe.denominator-removal finding_shaw_and_deberta_at_0 sha256:86a02d2c26629effdf3e40733e5b5298bc0fa824e5e773e4ece2498c264066bc theorem:shaw_and_deberta_at_0 *)
Theorem shaw_and_deberta_at_0 : Holds finding_shaw_and_deberta_at_0.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _.
meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => R _ _; meaning_for_all => T _ _.
apply: says_expression; last exact: (erefl true).
have zero (A : nat -> nat -> S) l : \sum_(t <- iota 1 d) 0 * A t l = 0 by rewrite big1 // => t _; rewrite mul0r.
apply: y_let; first by value.
apply: true_and_true; [ | apply: y_and1]; apply: y_same_mat; [by value | by value | move=> i j _ _ | by value | by value | move=> i j _ _].
  by rewrite /= /biased_shaw !big1 ?addr0 // => l _; rewrite zero mul0r.
rewrite /= /biased_deberta !big1 ?addr0 // => l _; by rewrite zero ?mul0r ?mulr0.
Qed.

(* attest: urpe.denominator-removal finding_transformer_xl sha256:f67f205c46045b0fe5254893696604f157a985d9fa7cb3bad625b9d324567b15 theorem:transformer_xl_is_t5 *)
Theorem transformer_xl_is_t5 : Holds finding_transformer_xl.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => q q_gt0 _.
meaning_for_all => R _ _; meaning_for_all => V _ _; meaning_for_all => u _ _; meaning_for_all => v _ _; meaning_for_all => X _ _.
apply: says_expression; last exact: (erefl true).
apply: y_same_mat; [by value | by value | move=> i j _ _].
have zero (A : nat -> S) : \sum_(t <- iota 1 d) A t * 0 = 0 by rewrite big1 // => t _; rewrite mulr0.
rewrite /= /biased_transformer_xl [X in X + _]big1 => [|l _]; last by rewrite zero mul0r.
rewrite add0r [X in X + _ + _]big1 => [|l _]; last by rewrite zero mul0r.
by rewrite add0r [X in X + _]big1 ?add0r // => l _; rewrite zero mulr0.
Qed.

(* attest: urpe.denominator-removal finding_unbounded sha256:22c8bffca069c27447e937678b8b7ad3a0cbdeb07b579d4eafd74fcca8ae2019 theorem:no_bound *)
Theorem no_bound : Holds finding_unbounded.
Proof.
opening S W; meaning_for_all => K K_gt0 _; apply: says_expression.
  apply: (y_compare (v := Num (exp_of (K%:R * K%:R : S))) (w := Num K%:R)); [ | by value | reflexivity].
  apply: (@y_entry _ _ (@floor_integer S) _ _ _ _ [:: exp_of (K%:R * K%:R : S)] 1%:R 0); [ | by value | by [] | by []].
  by apply: (@y_index _ _ (@floor_integer S) _ _ _ _ [:: List [:: Num (exp_of (K%:R * K%:R : S))]] 1%:R 0); [apply: yields_eq; [value | ] | value | | ].
rewrite /=; apply: lt_le_trans (exp_above _); rewrite -natrM -[1]/(1%:R) -natrD ltr_nat add1n ltnS.
by rewrite leq_pmulr.
Qed.

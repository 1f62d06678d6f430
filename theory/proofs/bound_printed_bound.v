(* SPDX-License-Identifier: Apache-2.0 *)
(* The printed bound of Theorem 6.1 vanishes (learnability.v), as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules formulas numbers calls_naturals.
From attest Require learnability statements_positional_theorem_6_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first [eassumption | by rewrite pnatr_eq0 | idtac].
Lemma power_whole (F : realFieldType) a k : (a%:R : F) ^+ k = (a ^ k)%:R.
Proof. by rewrite natrX. Qed.
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Binary Div _ _) _ => refine (y_div _ _ (power_whole _ _ _) (erefl _) _); [value | value | reflexivity]
  end.

(* attest: positional.theorem-6-1 finding_printed_bound_vanishes sha256:2dbd806e77ca80f52de95842db865a4cc27c281fac6bda71cf18f918ed8222aa theorem:printed_bound_vanishes *)
Theorem printed_bound_vanishes : Holds statements_positional_theorem_6_1.finding_printed_bound_vanishes.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => C C_gt0 _; meaning_for_all => p _ _.
have [k [k_gt0 small]] := learnability.printed_bound_vanishes (@log_mul S) (@log_gt0 S) (@log_le S) C p.
cbv zeta in small; rewrite natrM natrX in small.
have k_ge4 : (4 <= 4 ^ k)%N by rewrite -{1}(expn1 4) leq_exp2l.
have m_gt0 : (0 < 4 ^ k %/ 2)%N by rewrite divn_gt0 // (leq_trans _ k_ge4).
have m_pos : 0 < (4 ^ k %/ 2)%:R :> S by rewrite ltr0n.
have m_neq0 : (4 ^ k %/ 2)%:R != 0 :> S by rewrite gt_eqF.
have dm_gt1 : 1 < 4%:R ^+ k * (4 ^ k %/ 2)%:R :> S.
  by rewrite -natrX -natrM ltr1n; exact: (@leq_trans (4 * 1)) (leq_mul k_ge4 m_gt0).
have dm_gt0 : 0 < 4%:R ^+ k * (4 ^ k %/ 2)%:R :> S := lt_trans ltr01 dm_gt1.
have two_gt0 : 0 < 2%:R :> S by rewrite ltr0n.
have two_gt1 : 1 < 2%:R :> S by rewrite ltr1n.
have root_1 : 0 <= log (functions_of S) (4%:R ^+ k * (4 ^ k %/ 2)%:R) / (4 ^ k %/ 2)%:R.
  by apply: divr_ge0; [apply/ltW/log_gt0 | exact: ltW].
have root_2 : 0 <= log (functions_of S) 2%:R / (4 ^ k %/ 2)%:R by apply: divr_ge0; [apply/ltW/log_gt0 | exact: ltW].
by meaning_exists k; meaning_value.
Qed.

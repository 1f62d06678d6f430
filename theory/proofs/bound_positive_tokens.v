(* SPDX-License-Identifier: Apache-2.0 *)
(* Printed attentive heads move all positive tokens alike: a theorem of attentive_bias.v as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores.
From attest Require Import statements_urpe_attentive_bias.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition shifts_d := Eval compute in definition_in (definitions finding_positive_tokens_move_alike) "shifts".
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "hardmax_rows" _ = _ => found_call call_hardmax_rows
  | |- call _ _ "key_side_scores" _ = _ => found_call call_key_side_scores
  end.

Section Shifts.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (x u c a : nat -> F).

Definition printed_score x u c (h i j : nat) : F := x i * u h * (x j * u h - c h).
Definition shift n m x u c a i : F := \sum_(h <- iota 1 m) a h * \sum_(j <- iota 1 n) hard n (printed_score x u c h i) j * x j.
Lemma call_shifts defs n m x u c a : provides [:: shifts_d; key_side_scores_d; hardmax_rows_d; hardmax_d; outer_d; apply_d; dot_d] defs -> (0 < n)%N ->
  call fs defs "shifts" [:: vec n x; vec m u; vec m c; vec m a] = Value (vec n (shift n m x u c a)).
Proof.
move=> W n_gt0; enter; apply: (y_let (v := mat n 1 (fun i _ => x i))); first by apply: yields_eq; [value | ].
apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_sum; [by value | move=> h /in_from_1 h_m].
apply: y_multiply; first by value.
refine (y_call _ _ _); [ | reflexivity | apply: (call_dot floor_int); provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
apply: (y_at floor_int (i := i) (n := n) (h := fun i => vec n (hard n (printed_score x u c h i)))); [ | by value | by [] | by [] | by []].
refine (y_call _ _ _); [ | reflexivity | ]; last first.
  by apply: (@call_hardmax_rows S _ n n (printed_score x u c h)); first provided.
refine (all_cons _ (all_nil _ _ _)); apply: yields_eq.
  refine (y_call _ _ _); [ | reflexivity | apply: (@call_key_side_scores S _ n 1 (fun i _ => x i) (fun=> u h) (c h)); provided].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [by value | | by value].
  by apply: yields_eq; [value | ].
by apply: mat_ext => k l _ _; rewrite /along !big_seq1.
Qed.
(* Over positive tokens no score's order depends on the token that asks. *)
Lemma alike n m x u c a i : (forall j, (0 < j <= n)%N -> 0 < x j) -> (0 < i <= n)%N -> shift n m x u c a i = shift n m x u c a 1.
Proof.
move=> x_gt0 i_n; have n_gt0 : (0 < n)%N by case/andP: i_n => i_gt0; exact: leq_trans.
apply: eq_bigr => h _; congr (_ * _); apply: eq_big_seq => j /in_from_1 j_n; congr (_ * _).
apply: hard_ext => // k l _ _; have one_n : (0 < 1 <= n)%N by rewrite n_gt0.
by rewrite /printed_score -!mulrA (ler_pmul2l (x_gt0 i i_n)) (ler_pmul2l (x_gt0 1%N one_n)).
Qed.
End Shifts.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "shifts" _ = _ => found_call call_shifts
  end.
(* attest: urpe.attentive-bias finding_positive_tokens_move_alike sha256:99e001de07e76d26eb7981b1e51978f0f637e079c68b342143b707ad5130b7f9 theorem:positive_tokens_move_alike *)
Theorem positive_tokens_move_alike : Holds finding_positive_tokens_move_alike.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x _ /allP pos.
meaning_for_all => u _ _; meaning_for_all => c _ _; meaning_for_all => a _ _; meaning_value.
apply/allP => i /in_from_1 i_n; apply/eqP; apply: alike => // j j_n; apply: pos.
by rewrite mem_iota add1n ltnS.
Qed.

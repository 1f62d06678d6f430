(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of benes.stm give, in the terms of benes.v and benes_paths.v: labels, digits, edges and numbers of paths are the same natural
   numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes benes_paths calls_whole.
From attest Require statements_positional_benes_definition statements_positional_benes_paths.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_benes_definition.printed ++ rev (definitions statements_positional_benes_paths.repaired).
Local Notation the f := (definition_in library f) (only parsing).
Definition labels_d := Eval compute in the "labels".
Definition digit_d := Eval compute in the "digit".
Definition hamming_d := Eval compute in the "hamming_neighbours".
Definition column_digit_d := Eval compute in the "column_digit".
Definition edge_d := Eval compute in the "edge".
Definition path_counts_d := Eval compute in the "path_counts".
Definition passed_d := Eval compute in the "passed_digits".
Definition occurs_d := Eval compute in the "occurs".
Definition different_d := Eval compute in the "different_digits".
Definition agree_d := Eval compute in the "agree_elsewhere".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (i j k l m n x y : nat) (s : seq nat).

Lemma from_to_labels k : from_to 0 (2 ^ k - 1) = labels k.
Proof. by rewrite /from_to subn0 subn1 prednK // expn_gt0. Qed.
Lemma call_labels defs k : provides [:: labels_d] defs -> call fs defs "labels" [:: whole k] = Value (wholes (labels k)).
Proof. by move=> W; rewrite -from_to_labels; enter; naturally; rewrite expn_gt0. Qed.
Lemma call_digit defs x j k : provides [:: digit_d] defs -> (j <= k)%N ->
  call fs defs "digit" [:: whole x; whole j; whole k] = Value (whole (digit x j k)).
Proof. by move=> W j_le; enter; naturally; rewrite expn_gt0. Qed.
Lemma call_column_digit defs l k : provides [:: column_digit_d] defs -> (l <= 2 * k)%N ->
  call fs defs "column_digit" [:: whole l; whole k] = Value (whole (column_digit l k)).
Proof.
move=> W l_le; enter; refine (w_subtract _ (n := (l - k + (k - l))%N) _ _); [naturally | | ]; last first.
  by move: l_le => /ssrnat.leP l_le; arith.
refine (y_built_in (all_cons (y_subtract _ _) (all_nil _ _ _)) _ _); [value | value | reflexivity | ].
rewrite /= /calls_whole.whole; congr (Value (Num _)); case: (leqP k l) => [le|/ltnW le].
  by rewrite (eqP le) addn0 natrB // ger0_norm // subr_ge0 ler_nat.
by rewrite (eqP le) add0n natrB // ler0_norm ?opprB // subr_le0 ler_nat.
Qed.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "digit" _ = _ => apply: call_digit; [provided | met]
  | |- call _ _ "column_digit" _ = _ => apply: call_column_digit; [provided | met]
  end.
Lemma call_hamming defs x y j k : provides [:: hamming_d; digit_d] defs ->
  call fs defs "hamming_neighbours" [:: whole x; whole y; whole j; whole k] = Value (Bool (hamming_neighbours x y j k)).
Proof. by move=> W; enter; naturally. Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "digit" _ = _ => apply: call_digit; [provided | met]
  | |- call _ _ "column_digit" _ = _ => apply: call_column_digit; [provided | met]
  | |- call _ _ "hamming_neighbours" _ = _ => apply: call_hamming; provided
  end.
Lemma call_edge defs l i m j k : provides [:: edge_d; column_digit_d; hamming_d; digit_d] defs -> (l <= 2 * k)%N ->
  call fs defs "edge" [:: whole l; whole i; whole m; whole j; whole k] = Value (Bool (edge l i m j k)).
Proof. by move=> W l_le; enter; rewrite /edge -[l.+1]addn1; naturally. Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "edge" _ = _ => apply: call_edge; [provided | met]
  end.
Lemma call_path_counts defs l i m k : provides [:: path_counts_d; edge_d; column_digit_d; hamming_d; digit_d; labels_d] defs ->
  (0 < m <= 2 * k)%N -> call fs defs "path_counts" [:: whole l; whole i; whole m; whole k] = Value (wholes (path_counts l i m k)).
Proof.
move=> W /andP[m_gt0 m_le]; enter; rewrite /path_counts.
apply: (@y_fold_where S _ _ _ (fun s => size s = 2 ^ k)%N _ wholes); first by naturally.
- by naturally.
- by rewrite size_map size_iota.
- by move=> s t _ _; rewrite size_map size_iota.
move=> s t t_in size_s; apply: yields_eq; first by naturally.
by congr calls_whole.wholes; apply: eq_map => y; rewrite addn1; apply: eq_bigr => x _; rewrite addn1.
Qed.

(* The digits that are passed between two layers. *)
Ltac known_call ::= lazymatch goal with |- call _ _ "column_digit" _ = _ => apply: call_column_digit; [provided | met] end.
Lemma call_passed defs l m k : provides [:: passed_d; column_digit_d] defs -> (0 < m <= 2 * k)%N ->
  call fs defs "passed_digits" [:: whole l; whole m; whole k] = Value (wholes (passed_digits l m k)).
Proof. by move=> W m_in; enter; naturally. Qed.
Lemma call_occurs defs x s : provides [:: occurs_d] defs -> call fs defs "occurs" [:: whole x; wholes s] = Value (Bool (x \in s)).
Proof. by move=> W; rewrite -has_pred1; enter; naturally. Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "digit" _ = _ => apply: call_digit; [provided | met]
  | |- call _ _ "passed_digits" _ = _ => apply: call_passed; [provided | met]
  | |- call _ _ "occurs" _ = _ => apply: call_occurs; provided
  end.
Lemma call_different defs l m k : provides [:: different_d; occurs_d; passed_d; column_digit_d] defs -> (0 < m <= 2 * k)%N ->
  call fs defs "different_digits" [:: whole l; whole m; whole k] = Value (whole (different_digits l m k)).
Proof. by move=> W m_in; enter; naturally. Qed.
Lemma call_agree_elsewhere defs i j l m k : provides [:: agree_d; occurs_d; passed_d; column_digit_d; digit_d] defs -> (0 < m <= 2 * k)%N ->
  call fs defs "agree_elsewhere" [:: whole i; whole j; whole l; whole m; whole k] = Value (Bool (agree_elsewhere i j l m k)).
Proof. by move=> W m_in; rewrite /agree_elsewhere all_filter; enter; naturally. Qed.
End Calls.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "digit" _ = _ => apply: call_digit; [provided | met]
  | |- call _ _ "column_digit" _ = _ => apply: call_column_digit; [provided | met]
  | |- call _ _ "hamming_neighbours" _ = _ => apply: call_hamming; provided
  | |- call _ _ "edge" _ = _ => apply: call_edge; [provided | met]
  | |- call _ _ "path_counts" _ = _ => apply: call_path_counts; [provided | met]
  | |- call _ _ "different_digits" _ = _ => apply: call_different; [provided | met]
  | |- call _ _ "agree_elsewhere" _ = _ => apply: call_agree_elsewhere; [provided | met]
  end.

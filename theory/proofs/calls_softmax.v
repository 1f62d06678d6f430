(* SPDX-License-Identifier: Apache-2.0 *)
(* The definitions that attention.stm and linear_algebra.stm bring to the claims about URPE, and what calls of those give that need no head:
   products entry by entry, added rows, softmax. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements.
From attest Require statements_urpe_all_ones_c statements_urpe_attentive_condition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition attention_library : seq definition :=
  definitions statements_urpe_all_ones_c.printed ++ definitions statements_urpe_attentive_condition.printed.
Local Notation the f := (definition_in attention_library f) (only parsing).
Definition hadamard_d := Eval compute in the "hadamard".
Definition add_row_d := Eval compute in the "add_row".
Definition zeros_d := Eval compute in the "zeros".
Definition outer_d := Eval compute in the "outer".
Definition softmax_d := Eval compute in the "softmax".
Definition softmax_rows_d := Eval compute in the "softmax_rows".
Definition bias_shaw_d := Eval compute in the "bias_shaw".
Definition bias_deberta_d := Eval compute in the "bias_deberta".
Definition bias_transformer_xl_d := Eval compute in the "bias_transformer_xl".
Definition bias_d := Eval compute in the "bias".
Definition rpe_attention_d := Eval compute in the "rpe_attention".
Definition urpe_attention_d := Eval compute in the "urpe_attention".
Definition is_variant_d := Eval compute in the "is_variant".

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "same_shape" _ = _ => found_call call_same_shape
  | |- call _ _ "is_rectangular" _ = _ => found_call call_is_rectangular
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "relative" _ = _ => found_call call_relative
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ _ _ = _ => enter_named; value
  end.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (f g : nat -> F) (A B C Q K R X : nat -> nat -> F) (m n k d q : nat) (h r : value F).

(* --- Matrices ------------------------------------------------------------------------------------------------------------- *)
Lemma call_hadamard defs m n A B : provides [:: hadamard_d; same_shape_d] defs ->
  call fs defs "hadamard" [:: mat m n A; mat m n B] = Value (mat m n (fun i j => A i j * B i j)).
Proof.
move=> W; enter; apply: y_yes; last by value.
by value.
Qed.
Lemma call_add_row defs m n A f : provides [:: add_row_d] defs ->
  call fs defs "add_row" [:: mat m n A; vec n f] = Value (mat m n (fun i j => A i j + f j)).
Proof.
move=> W; enter; apply: y_yes; last by value.
by apply: yields_eq; [value | congr Bool; apply/allP => i _ /=; rewrite eqxx].
Qed.
Lemma call_zeros defs m n : provides [:: zeros_d] defs -> call fs defs "zeros" [:: Num m%:R; Num n%:R] = Value (mat m n (fun _ _ => 0)).
Proof. by move=> W; enter; value. Qed.
Lemma call_outer defs m n f g : provides [:: outer_d] defs -> call fs defs "outer" [:: vec m f; vec n g] = Value (mat m n (fun i j => f i * g j)).
Proof. by move=> W; enter; value. Qed.

(* --- Softmax -------------------------------------------------------------------------------------------------------------- *)
Definition soft n f j : F := softened fs (Symb "e"%string) n f j.
Lemma good_e : good_base (Symb "e"%string : value F). Proof. by left. Qed.
Lemma sum_exp_neq0 n f : (0 < n)%N -> \sum_(i <- iota 1 n) exp fs (f i) != 0.
Proof. by move=> n_gt0; rewrite gt_eqF //; apply: sum_gt0 => // i; exact: exp_gt0_S. Qed.
Lemma call_softmax defs n f : provides [:: softmax_d] defs -> (0 < n)%N -> call fs defs "softmax" [:: vec n f] = Value (vec n (soft n f)).
Proof.
move=> W n_gt0; enter; apply: y_let; first by apply: (y_top n_gt0); value.
apply: y_let; first by value.
apply: y_let; first by value.
by apply: y_list_over; [value | move=> i _; apply: y_divide; [value | value | exact: (sum_exp_neq0 (fun i => f i - top n f))]].
Qed.
Lemma call_softmax_rows defs m n A : provides [:: softmax_rows_d; softmax_d] defs -> (0 < n)%N ->
  call fs defs "softmax_rows" [:: mat m n A] = Value (mat m n (fun i => soft n (A i))).
Proof.
move=> W n_gt0; enter; apply: y_list_over; first by value.
by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_softmax => //; provided].
Qed.
Lemma soft_sum n f : (0 < n)%N -> \sum_(j <- iota 1 n) soft n f j = 1.
Proof. by move=> n_gt0; apply: softened_sum => //; [exact: exp_gt0_S | exact: good_e]. Qed.
Lemma soft_ext n f g j : (forall k, (0 < k <= n)%N -> f k = g k) -> (0 < j <= n)%N -> soft n f j = soft n g j.
Proof.
move=> fg j_n; have n_gt0 : (0 < n)%N by case/andP: j_n => j_gt0; exact: leq_trans.
rewrite /soft /softened; have -> : top n f = top n g.
  case: n n_gt0 fg {j_n} => // n _ fg; rewrite /top fg //; congr foldl; apply/eq_in_map => k; rewrite mem_iota add2n ltnS => /andP[k_gt1 k_n].
  by apply: fg; rewrite ltnW.
rewrite fg //; congr (_ / _); apply: eq_big_seq => k /in_from_1 k_n; by rewrite fg.
Qed.
(* The largest entry is above all, and is one of them. *)
Lemma le_top n f i : (0 < i <= n)%N -> f i <= top n f.
Proof.
have le_foldl (l : seq F) x y : y \in x :: l -> y <= foldl Num.max x l.
  elim: l x y => [|z l IH] x y; first by rewrite inE => /eqP->.
  rewrite !inE => /or3P[/eqP->|/eqP->|y_l] /=.
  - by apply: (@le_trans _ _ (Num.max x z)); [rewrite le_maxr lexx | apply: IH; rewrite mem_head].
  - by apply: (@le_trans _ _ (Num.max x z)); [rewrite le_maxr lexx orbT | apply: IH; rewrite mem_head].
  by apply: IH; rewrite inE y_l orbT.
case: n => [|n] /andP[i_gt0 i_n]; first by case: i i_gt0 i_n.
apply: le_foldl; rewrite -(map_cons f) map_f //.
by rewrite -[1%N :: _]/(iota 1 n.+1) mem_iota add1n ltnS i_gt0.
Qed.
Lemma top_in n f : (0 < n)%N -> exists2 i, (0 < i <= n)%N & top n f = f i.
Proof.
have in_foldl (l : seq F) x : foldl Num.max x l \in x :: l.
  elim: l x => [|z l IH] x /=; first by rewrite mem_head.
  have := IH (Num.max x z); rewrite !inE => /orP[/eqP-> | ->]; last by rewrite !orbT.
  by case: (leP x z) => _; rewrite eqxx ?orbT.
case: n => // n _; have := in_foldl [seq f i | i <- iota 2 n] (f 1%N); rewrite -(map_cons f).
by case/mapP=> i /(@in_from_1 i n.+1) i_n fE; exists i.
Qed.
Lemma top_ext n f g : (0 < n)%N -> (forall k, (0 < k <= n)%N -> f k = g k) -> top n f = top n g.
Proof.
move=> n_gt0 fg; apply/le_anti; have [i i_n fE] := top_in f n_gt0; have [j j_n gE] := top_in g n_gt0.
by rewrite {1}fE (fg i) // le_top //= gE -(fg j) // le_top.
Qed.
Lemma top_shift n f (c : F) : (0 < n)%N -> top n (fun j => f j + c) = top n f + c.
Proof.
move=> n_gt0; apply/le_anti; have [i i_n fE] := top_in (fun j => f j + c) n_gt0; have [j j_n gE] := top_in f n_gt0.
by rewrite {1}fE ler_add2r le_top //= gE; exact: (@le_top n (fun j => f j + c) j j_n).
Qed.
End Calls.

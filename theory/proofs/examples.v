(* SPDX-License-Identifier: Apache-2.0 *)
(* The definitions on small instances, worked out by hand: a wrong definition proves the wrong theorem without a sound. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention identical_rows relu softmax_bound position_aware odd_even_sort.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Rational columns (x, y)^T and 2 x 2 matrices, by their entries. *)
Definition col2 (x y : rat) : 'cV[rat]_2 := \col_i (if i == 0 then x else y).
Definition mat2 (a b c d : rat) : 'M[rat]_2 := \matrix_(i, j) (if i == 0 then (if j == 0 then a else b) else (if j == 0 then c else d)).
Definition num (x : rat) : 'M[rat]_1 := const_mx x.

Ltac entry := rewrite ?(mxE, big_ord_recl, big_ord0, big_cons, big_nil) /=; apply/eqP.
Ltac entries := apply/matrixP => -[[|[|//]] ?] -[[|[|//]] ?]; entry.

Example relu_values : relu (- 3%:R : rat) = 0 /\ relu (2%:R : rat) = 2%:R.
Proof. by []. Qed.

(* A weight function of rational values: e(0) = 1, e(1) = 3. *)
Definition e (t : rat) : rat := 1 + 2%:R * t.
Example softmax_row : softmax e (mat2 0 1 1 1) = mat2 (1/4%:R) (3%:R/4%:R) (1/2%:R) (1/2%:R).
Proof. by entries. Qed.

(* A X WV etc. on X = (1, 3)^T with WV = 2, bV = 1, WO = 1, bO = -1: 2 X + 1 = (3, 7), A (3, 7) = (5, 7). *)
Example attention_values :
  attention_layer [:: Head (fun _ => mat2 (1/2%:R) (1/2%:R) 0 1) (num 2%:R) (num 1) (num 1)] (num (- 1)) (col2 1 3%:R) = col2 5%:R 9%:R.
Proof. by entries. Qed.

(* W1 = 1, b1 = -2, W2 = 3, b2 = 1: the hidden layer is ReLU(-1, 1) = (0, 1). *)
Example feed_forward_values : feed_forward (num 1) (num (- 2%:R)) (num 3%:R) (num 1) (col2 1 3%:R) = col2 2%:R 7%:R.
Proof. by entries. Qed.

(* The first block of the list is applied first, and the normalization after its layer: doubling, then adding 1. *)
Definition double_block : block rat_realFieldType 2 1 := Block [::] 0 (fun x => x + x) (num 0) 0 (num 0) 0 idfun.
Definition add_one_block : block rat_realFieldType 2 1 := Block [::] (num 1) idfun (num 0) 0 (num 0) 0 idfun.
Example network_order :
  network [:: double_block; add_one_block] (col2 1 3%:R) = col2 3%:R 7%:R /\
  network [:: add_one_block; double_block] (col2 1 3%:R) = col2 4%:R 8%:R.
Proof. by split; entries. Qed.

Example target_norm : frobenius_squared (target 2 2 (3%:R : rat)) = 36%:R.
Proof. by rewrite /frobenius_squared; entry. Qed.

Example bound_value : bound 3 (3%:R : rat) = 24%:R.
Proof. by []. Qed.

(* Identical rows are told from others. *)
Example identical_and_not : has_identical_rows (mat2 1 2%:R 1 2%:R) /\ ~ has_identical_rows (mat2 1 2%:R 1 3%:R).
Proof.
split=> [|same]; first by case=> [[|[|//]] ?] [[|[|//]] ?]; apply/rowP => -[[|[|//]] ?]; entry.
by have := congr1 (fun r : 'rV_2 => r 0 1) (same 0 1); rewrite !mxE /=.
Qed.

(* The one in column 1 of row 0 and in column 0 of row 1; w = 2. *)
Definition swap (i : 'I_2) : 'I_2 := if i == 0 then 1 else 0.
Example swap_pattern : pattern rat_realFieldType swap = mat2 0 1 1 0.
Proof. by entries. Qed.
Example swap_weights : softmax_pattern swap (2%:R : rat) = mat2 (1/5%:R) (4%:R/5%:R) (4%:R/5%:R) (1/5%:R).
Proof. by rewrite /softmax_pattern; entries. Qed.
Example swap_WQ : WQ swap (3%:R : rat) = mat2 (- 3%:R) 3%:R 3%:R (- 3%:R).
Proof. by entries. Qed.

(* c_{i-j}, b_ij = X_i WQ r_{i-j}^T, the upper triangle and v, for n = 2. *)
Definition position (k : int) : rat := k%:~R.
Example toeplitz_values : toeplitz 2 position = mat2 0 (- 1) 1 0.
Proof. by entries. Qed.
Example shaw_values : bias_shaw (num 1) (fun k => num (position k)) (col2 2%:R 5%:R) = mat2 0 (- 2%:R) 5%:R 0.
Proof. by entries. Qed.
Example upper_values : toeplitz 2 (@upper rat_realFieldType) = mat2 1 1 0 1.
Proof. by entries. Qed.
Example expected_values : expected rat_realFieldType 2 = col2 1 (1/2%:R).
Proof. by entries. Qed.
Example urpe_values :
  urpe_attention e (num 0) (num 0) (fun _ => mat2 0 1 1 1) (@upper rat_realFieldType) (col2 1 3%:R)
  = mat2 (1/4%:R) (3%:R/4%:R) 0 (1/2%:R).
Proof. by entries. Qed.

(* Round 1 compares (1, 2), round 2 compares (2, 3); figure 7's n - 1 rounds leave 2, 1, 3. *)
Example odd_even_values :
  odd_even [:: 3; 2; 1 : int] 1 = [:: 2; 3; 1 : int] /\ odd_even [:: 3; 2; 1 : int] 2 = [:: 2; 1; 3 : int] /\
  odd_even [:: 3; 2; 1 : int] 3 = [:: 1; 2; 3 : int].
Proof. by []. Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Rows with the number of their node behind them, and a last row: the inputs and outputs of Theorem 5.1 and Remark 5.2. And ceil(log2 N). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require calls_trees statements_positional_theorem_5_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rows.
Variable F : realFieldType.
Implicit Types (N s : nat).
Lemma indices_1 (T : Type) (h : 'I_1 -> T) : [seq h j | j <- indices 1] = [:: h ord0].
Proof.
have := map_indices 1 (fun=> h ord0); rewrite [in X in X = _]/= => ->.
by apply: eq_map => j; rewrite ord1.
Qed.
Lemma column_and s (f : 'I_s -> F) x :
  List ([seq Num (f i) | i <- indices s] ++ [:: Num x]) = column (fun j : 'I_(s + 1) => row_mx (\row_i f i) (const_mx x) 0 j).
Proof.
rewrite -[[:: Num x]](indices_1 (fun=> Num x)) column_cat; apply: column_ext => j.
by rewrite -{2}(splitK j); case: (split j) => k /=; rewrite ?row_mxEl ?row_mxEr mxE.
Qed.
Lemma table_behind N s (A : 'M[F]_(N.+1, s)) (f : 'I_N -> value F) (r : value F) :
  (forall i, f i = column (A (widen_ord (leqnSn N) i))) -> r = column (A ord_max) -> List ([seq f i | i <- indices N] ++ [:: r]) = table A.
Proof.
move=> fE rE; pose h i := if insub i is Some v then column (A v) else r.
have hE (i : 'I_N.+1) : h i = column (A i) by rewrite /h valK.
rewrite /table /entries -(eq_map hE) -(map_indices N.+1 h) -addn1 iotaD map_cat add0n; congr (List (_ ++ _)).
  rewrite map_indices; apply: eq_map => i; rewrite fE -hE /=; congr h.
by rewrite /= rE -hE.
Qed.
End Rows.

Definition ceil_log2_d := Eval compute in definition_in (definitions statements_positional_theorem_5_1.repaired) "ceil_log2".
Lemma call_ceil_log2 (S : numbers) defs n : provides [:: ceil_log2_d] defs ->
  call (functions_of S) defs "ceil_log2" [:: Num n%:R] = Value (Num (up_log 2 n)%:R).
Proof.
have floor_int := @floor_integer S; move=> W; enter; have le_n : (up_log 2 n <= n)%N by apply: up_log_min => //; exact/ltnW/ltn_expl.
rewrite -(minn_idPr le_n) -calls_trees.counted_log.
refine (y_fold (k := fun k : nat => Num k%:R) (step := fun k _ => if (2 ^ k < n)%N then k.+1 else k) _ _ _); [by value | | ].
  by refine (y_from_1 _ _ _ _); [floors | value | value | reflexivity].
move=> k i _; apply: yields_eq; first by value.
by rewrite -natrX ltr_nat -natrD addn1; case: ifP.
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* The image of hardmax (hardmax.v), MLPs without biases (limits.v), the output matrix of Lemma B.2 and cumulative sums in one layer, as the
   meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require attention hardmax limits calls_naturals sums_in_one_layer statements_positional_hardmax_image statements_positional_bias_free_mlp statements_positional_layer_count.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- The image of hardmax ---------------------------------------------------------------------------------------------------- *)
Section Hardmax.
Variable F : realFieldType.
Implicit Types (p q : nat).
Definition binary_rows p q (B : 'M[F]_(p, q)) : bool :=
  all (fun i => all (fun j => (B i j == 0%:R) || (B i j == 1%:R)) (indices q) && has (fun j => B i j == 1%:R) (indices q)) (indices p).
Lemma binary_rowsP p q (B : 'M[F]_(p, q)) :
  reflect ((forall i j, B i j = 0 \/ B i j = 1) /\ (forall i, exists j, B i j = 1)) (binary_rows B).
Proof.
rewrite /binary_rows all_indices; apply: (iffP forallP) => [rows | [binary some] i].
  split=> i; have /andP[] := rows i; last by move=> _ /hasP[j _ /eqP]; exists j.
  by rewrite all_indices => /forallP two _ j; case/orP: (two j) => /eqP; [left | right].
apply/andP; split; last by have [j Bij] := some i; apply/hasP; exists j; rewrite ?mem_index_enum ?Bij.
by rewrite all_indices; apply/forallP => j; case: (binary i j) => ->; rewrite eqxx ?orbT.
Qed.
End Hardmax.

Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "count" _ [:: _] None) _ => refine (calls_naturals.y_count _ _); [value | intros ? ?; value]
  end.
(* attest: positional.hardmax-image printed sha256:efd16db6c0ae7bb5e7186f8f02ba26c2e2904a05bfb4037fa9238cc15fcbf361 theorem:hardmax_patterns *)
Theorem hardmax_patterns : Holds statements_positional_hardmax_image.printed.
Proof.
opening S W; meaning_parts; meaning_for_all => p p_gt0 _; meaning_for_all => q q_gt0 _.
- meaning_for_all => X _ _; meaning_value; apply/binary_rowsP.
  by case: q q_gt0 X => // q _ X; have [rows _] := hardmax.hardmax_patterns S p q; exact: rows.
- meaning_for_all => B _ /binary_rowsP[binary some]; have [X XE] : exists X, hardmax.hardmax X = B.
    by case: q q_gt0 B binary some => // q _ B binary some; have [_ [rows _]] := hardmax.hardmax_patterns S p q; exact: rows.
  meaning_exists X; refine (says_expression (p := true) _ _) => //.
  by apply: yields_eq; [apply: y_same_table; value | rewrite XE eqxx].
meaning_for_all => X _ _; meaning_for_all => i _ _; meaning_value.
have unique : (exists j, forall k, hardmax.hardmax X i k = (k == j)%:R) <-> (exists j, forall k, k != j -> X i k < X i j).
  by case: q q_gt0 X => // q _ X; have [_ [_ one]] := hardmax.hardmax_patterns S p q; exact: one.
rewrite eqr_nat; apply/eqP; apply/idP/idP => [one | /hasP[j _ /allP top]].
  have [|j top] := (unique.1 _); last first.
    apply/hasP; exists j; rewrite ?mem_index_enum //; apply/allP => k _.
    by rewrite eqr_nat eqSS val_eqE; have [//|/top] := eqVneq k j.
  have [j Xj] : exists j, hardmax.hardmax X i j == 1 by have : has (fun j => hardmax.hardmax X i j == 1) (indices q) by [rewrite has_count (eqP one)]; case/hasP => j _; exists j.
  exists j => k; have [-> | k_j] := eqVneq k j; first exact/eqP.
  rewrite [LHS]mxE; case: (boolP [forall l, _]) => // k_top; exfalso; move: one; rewrite eqn_leq => /andP[+ _]; apply/negP; rewrite -ltnNge.
  rewrite -size_filter; set l := [seq _ <- _ | _]; have l_uniq : uniq l by rewrite filter_uniq // index_enum_uniq.
  have j_l : j \in l by rewrite mem_filter mem_index_enum andbT.
  have k_l : k \in l by rewrite mem_filter mem_index_enum andbT [hardmax.hardmax _ _ _]mxE k_top.
  have /(uniq_leq_size _) : {subset [:: j; k] <= l} by move=> m; rewrite !inE => /orP[] /eqP->.
  by rewrite /= inE eq_sym k_j; apply.
have /unique[j' ones] : exists j, forall k, k != j -> X i k < X i j.
  by exists j => k /negbTE k_j; have := top k (mem_index_enum _); rewrite eqr_nat eqSS val_eqE k_j.
rewrite (eq_count (a2 := pred1 j')) => [|k]; last by rewrite /= ones; case: (k == j'); rewrite ?eqxx // eq_sym oner_eq0.
by rewrite count_uniq_mem ?index_enum_uniq // mem_index_enum.
Qed.

(* --- MLPs without biases ------------------------------------------------------------------------------------------------------ *)
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Definition relu_matrix_d := Eval compute in definition_in (definitions statements_positional_bias_free_mlp.finding_homogeneous) "relu_matrix".
Definition relu_d := Eval compute in definition_in (definitions statements_positional_bias_free_mlp.finding_homogeneous) "relu".
Definition bias_free_d := Eval compute in definition_in (definitions statements_positional_bias_free_mlp.finding_homogeneous) "bias_free".
Lemma call_relu_matrix defs m n (A : 'M[F]_(m, n)) : provides [:: relu_matrix_d; relu_d] defs ->
  call fs defs "relu_matrix" [:: table A] = Value (table (map_mx (@attention.relu F) A)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by apply: entries_ext => i; apply: column_ext => j; rewrite mxE.
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "relu_matrix" _ = _ => found_call call_relu_matrix
  end.
Lemma call_bias_free defs n m r k (Z : 'M[F]_(n, m)) (W1 : 'M[F]_(m, r)) (W2 : 'M[F]_(r, k)) :
  provides [:: bias_free_d; relu_matrix_d; relu_d; matmul_d; is_rectangular_d] defs -> (0 < m)%N -> (0 < r)%N ->
  call fs defs "bias_free" [:: table Z; table W1; table W2] = Value (table (map_mx (@attention.relu F) (Z *m W1) *m W2)).
Proof. by move=> W m_gt0 r_gt0; enter; value. Qed.
End Calls.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "bias_free" _ = _ => found_call call_bias_free
  end.

(* attest: positional.bias-free-mlp finding_homogeneous sha256:6d6fd786f5b0f6de5cfbb98c64d52ab01c5cb3f2f94fdb8846e02a9361703a16 theorem:bias_free_homogeneous *)
Theorem bias_free_homogeneous : Holds statements_positional_bias_free_mlp.finding_homogeneous.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => r r_gt0 _; meaning_for_all => k k_gt0 _.
meaning_for_all => W1 _ _; meaning_for_all => W2 _ _; meaning_for_all => Z _ _; meaning_for_all => t _ t_ge0.
refine (says_expression (p := true) _ _) => //; pose Y := map_mx (@attention.relu S) (Z *m W1) *m W2.
have scaled a b (A : 'M[S]_(a, b)) : entries (fun i => column (fun j => t * A i j)) = table (t *: A).
  by apply: entries_ext => i; apply: column_ext => j; rewrite mxE.
apply: yields_eq.
  apply: y_same_table.
    refine (y_call _ _ _); [refine (all_cons _ _); [apply: yields_eq; [value | exact: scaled] | values] | reflexivity | call].
  by apply: yields_eq; [value | exact: scaled].
by rewrite limits.bias_free_homogeneous // eqxx.
Qed.

(* --- Cumulative sums in one layer ---------------------------------------------------------------------------------------------- *)
Section Sums.
Variable F : realFieldType.
Definition attends m n (A : 'M[F]_(m, n)) : bool := all (fun i => all (fun j => 0%:R < A i j) (indices n) && (\sum_(j <- indices n) A i j == 1%:R)) (indices m).
Lemma is_attention n (A : 'M[F]_(n, n.+1)) : sums_in_one_layer.is_attention A -> attends A.
Proof.
case=> positive sums; rewrite /attends all_indices; apply/forallP => i; rewrite all_indices; apply/andP; split; last exact/eqP/sums.
by apply/forallP => j; exact: positive.
Qed.
End Sums.
Ltac known_call ::= lazymatch goal with |- call _ _ _ _ = _ => enter_named; value end.
Lemma next (R : ringType) n : n%:R + 1%:R = n.+1%:R :> R.
Proof. by rewrite -natrD addn1. Qed.
Ltac side ::= first [assumption | exact: next | reflexivity].

(* attest: positional.layer-count finding_sums_in_one_layer sha256:96e06074d01f6a19db9bb899ebdda1e004bf7da454870578b0fa883297043995 theorem:sums_in_one_layer *)
Theorem sums_in_one_layer : Holds statements_positional_layer_count.finding_sums_in_one_layer.
Proof.
opening S W; meaning_for_all => n n_gt0 _; have [rising uniform differ] := sums_in_one_layer.sums_in_one_layer S n.
refine (says_exists (P := @attends S n n.+1) (t := sums_in_one_layer.rising S n) _ _ _ _ _) => //; first by domain_of.
- by move=> A _; cbn [condition_is]; value.
- by [].
- exact: is_attention.
refine (says_exists (P := @attends S n n.+1) (t := sums_in_one_layer.uniform S n) _ _ _ _ _) => //; first by domain_of.
- by move=> A _; cbn [condition_is]; value.
- by [].
- exact: is_attention.
meaning_exists ((2 * n + 1)%:R : S); meaning_exists (n.+1%:R : S).
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  apply: y_all2; [value | move=> i _; value | move=> i _ j _].
  have same A : yields (functions_of S) defs [:: ("j"%string, Num j.+1%:R); ("i"%string, Num i.+1%:R); A] (Name "i") (Num i.+1%:R) by [].
  refine (y_compare (v := Num _) (w := Num _) _ _ _); [ | value | reflexivity].
  apply: y_subtract; apply: y_multiply; first [by value | idtac].
  - by apply: (y_number_at (f := fun j => sums_in_one_layer.rising S n i j) (j := widen_ord (leqnSn n) j)); [value | value | ].
  by apply: (y_number_at (f := fun j => sums_in_one_layer.uniform S n i j) (j := widen_ord (leqnSn n) j)); [value | value | ].
by congr Bool; apply/allP => i _; apply/allP => j _; rewrite differ ler_nat ltnS; case: leqP.
Qed.

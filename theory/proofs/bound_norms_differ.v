(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 1 beside Theorem 2: the L^p norm is at most the supremum, and no constant bounds the supremum by it; as the
   meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_gaps statements_urpe_theorem_1.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The mean of p-th powers is at most the p-th power of the largest. *)
Lemma mean_below_largest (F : realFieldType) m p (f : nat -> F) : (0 < m)%N ->
  (\sum_(i <- iota 1 m) `|f i| ^+ p) / m%:R <= calls_gaps.greatest [seq `|f i| | i <- iota 1 m] ^+ p.
Proof.
move=> m_gt0; set top := calls_gaps.greatest _; have m_pos : 0 < m%:R :> F by rewrite ltr0n.
have [|_ above] := @calls_gaps.greatestP F [seq `|f i| | i <- iota 1 m]; first by case: (m) m_gt0.
rewrite ler_pdivr_mulr // -[X in _ * X%:R](size_iota 1 m) -sum1_size natr_sum mulr_sumr.
rewrite big_seq_cond [X in _ <= X]big_seq_cond; apply: ler_sum => i; rewrite andbT => i_in; rewrite mulr1.
have below : `|f i| <= top by apply: above; exact: map_f.
by rewrite ler_expn2r // nnegrE ?normr_ge0 // (le_trans (normr_ge0 (f i))).
Qed.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 -?lt0n | idtac].
Ltac known_call ::= enter_named; value.

(* attest: urpe.theorem-1 finding_the_norms_differ sha256:fa9710f0d9dc030c42eb4cca7870e3972c48c40843d1ec15264ef727acf005b6 theorem:the_norms_differ *)
Theorem the_norms_differ : Holds statements_urpe_theorem_1.finding_the_norms_differ.
Proof.
opening S W; meaning_parts.
  meaning_for_all => p p_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => f _ _.
  have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
  refine (says_expression (p := true) _ _); [ | reflexivity].
  apply: (y_compare (v := Num ((\sum_(i <- iota 1 m) `|f i| ^+ p) / m%:R)) (w := Num (calls_gaps.greatest [seq `|f i| | i <- iota 1 m] ^+ p))).
  - by value.
  - apply: (y_power (@floor_integer S) _ _ (erefl p%:R)); last by value.
    apply: (y_largest (h := fun i => Num (f i)) (l := iota 1 m) _ (f := fun i => `|f i|)); [by value | by move=> i _; value | ].
    by rewrite /calls_gaps.greatest; case: (m) m_gt0.
  by rewrite /compare mean_below_largest.
meaning_for_all => p p_gt0 _; meaning_for_all => K K_gt0 _; meaning_exists (K ^ p)%N; first by rewrite expn_gt0 K_gt0.
have K_neq0 : (K ^ p)%:R != 0 :> S by rewrite pnatr_eq0 -lt0n expn_gt0 K_gt0.
have p1_gt0 : 0 < p%:R + 1%:R :> S by rewrite -natrD ltr0n addn1.
have integral_neq0 : (K ^ p)%:R * (p%:R + 1%:R) != 0 :> S by rewrite mulf_neq0 // gt_eqF.
meaning_value; rewrite expr1n -natrX mulrA mulr1 invfM mulrA divff // mul1r invf_lt1 //.
by rewrite -natrD ltr1n addn1 ltnS.
Qed.

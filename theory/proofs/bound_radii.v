(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of radii.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_ordinals.
From attest Require radii statements_positional_lemma_c8 statements_positional_cover_closed_form.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Divisors and exponents, for each index or for one. *)
Ltac side ::= first [eassumption | exact: ltn_ord | match goal with H : forall i, is_true (_ != _) |- _ => exact: H end
  | match goal with H : forall i, _ = _ |- _ = _ => exact: H end].

Section Radii.
Variable F : realFieldType.
Lemma all_gt0 n (f : 'I_n -> F) : all (fun i => 0%:R < f i) (indices n) -> forall i, 0 < f i.
Proof. by move=> /allP f_gt0 i; apply: f_gt0; exact: mem_index_enum. Qed.
Lemma all_ge0 n (f : 'I_n -> F) : all (fun i => 0%:R <= f i) (indices n) -> forall i, 0 <= f i.
Proof. by move=> /allP f_ge0 i; apply: f_ge0; exact: mem_index_enum. Qed.
Lemma foldl_indices L (f : F -> nat -> F) (g : F -> 'I_L -> F) z : (forall x j, g x j = f x j.+1) -> foldl g z (indices L) = foldl f z (iota 1 L).
Proof.
move=> gE; rewrite -[iota 1 L]map_id (map_indices1 L id); elim: (indices L) z => //= j l IH x.
by rewrite gE IH.
Qed.
End Radii.

(* attest: positional.lemma-c8 finding_weights_of_zero sha256:da5ca8b452cbd391fa0af01cfe44227fc4e963e37783c14658f709980cf1584b theorem:allocation_bound *)
Theorem allocation_bound : Holds statements_positional_lemma_c8.finding_weights_of_zero.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => t t_gt0 _; meaning_for_all => p _ /all_ge0 p_ge0; meaning_for_all => q _ /all_ge0 q_ge0.
meaning_for_all => eps _ eps_gt0; meaning_for_all => e _ /andP[/all_gt0 e_gt0 /eqP spent].
have eps_neq0 : eps ^+ 2 != 0 by rewrite expf_neq0 // gt_eqF.
have e_neq0 i : e i ^+ 2 != 0 by rewrite expf_neq0 // gt_eqF.
by meaning_value; apply: (radii.allocation_bound eps_gt0).
Qed.

(* attest: positional.lemma-c8 printed sha256:2e6b2ee1f720ba2e374c095d9ffa978ded7c7ac57d0c4d8872b82e2b37148989 theorem:lemma_c8 *)
Theorem lemma_c8 : Holds statements_positional_lemma_c8.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => t t_gt0 _; meaning_for_all => p _ /all_gt0 p_gt0; meaning_for_all => q _ /all_gt0 q_gt0.
meaning_for_all => eps _ eps_gt0; have eps_neq0 : eps ^+ 2 != 0 by rewrite expf_neq0 // gt_eqF.
have some_index : (0 < #|'I_t|)%N by rewrite card_ord.
have [[best_gt0 spent_best cost_best] least] := radii.lemma_c8 eps_gt0 some_index p_gt0 q_gt0.
have best_neq0 i : radii.best p q eps i ^+ 2 != 0 by rewrite expf_neq0 // gt_eqF.
have divisor_neq0 i : q i * radii.nu p q != 0.
  by have := best_gt0 i; apply: contraTneq => divisor; rewrite /radii.best divisor invr0 mulr0 ltxx.
meaning_parts.
  meaning_value; apply/and3P; split; [ | exact/eqP/spent_best | exact/eqP/cost_best].
  by apply/allP => i _; exact: best_gt0.
meaning_for_all => e _ /andP[/all_gt0 e_gt0 /eqP spent]; have e_neq0 i : e i ^+ 2 != 0 by rewrite expf_neq0 // gt_eqF.
by meaning_value; apply: least.
Qed.

(* attest: positional.lemma-c8 finding_not_attained_with_a_zero sha256:ee6bf948f7a62670016ecade54b8187aabb9c27397b72d11a577daca0f6d69a8 theorem:not_attained *)
Theorem not_attained : Holds statements_positional_lemma_c8.finding_not_attained_with_a_zero.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => eps _ eps_gt0.
have eps_neq0 : eps ^+ 2 != 0 by rewrite expf_neq0 // gt_eqF.
meaning_for_all => e _ /andP[/all_gt0 e_gt0 /eqP spent]; have e_neq0 i : e i ^+ 2 != 0 by rewrite expf_neq0 // gt_eqF.
meaning_value; move: spent; rewrite !big_ord_recl !big_ord0 !addr0 /= => spent.
exact: (radii.not_attained (e_gt0 ord0) (e_gt0 (lift ord0 ord0)) spent).
Qed.

(* attest: positional.cover-closed-form finding_any_factor sha256:9ed14474882882d76f9ca95e4ac763ea98b71742f64f8996eac7b1cd37d7412a theorem:recursion_solved *)
Theorem recursion_solved : Holds statements_positional_cover_closed_form.finding_any_factor.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => L _ _; meaning_for_all => r _ _; meaning_for_all => e _ _.
have exponent (l : 'I_L) : L%:R - l.+1%:R = (L - l.+1)%:R :> S by rewrite natrB.
refine (says_expression _ _).
  by refine (y_compare _ _ _);
    [apply: (y_fold (k := @Num S) (step := fun x (l : 'I_L) => r * x + e l) (s := 0%:R)); [value | value | move=> x l _; value] | value | reflexivity].
pose each l : S := if insub l.-1 is Some i then e i else 0.
have eachE (l : 'I_L) : each l.+1 = e l by rewrite /each /= valK.
rewrite (foldl_indices (f := fun x l => r * x + each l)) => [|x l]; last by rewrite eachE.
rewrite radii.recursion_solved big_add1 big_mkord; apply/eqP; apply: eq_bigr => l _.
by rewrite eachE.
Qed.

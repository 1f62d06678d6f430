(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of softmax_lipschitz.v and complexity.v on norms of vectors, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_ordinals exp_bounds calls_norms.
From attest Require row_norms softmax_lipschitz complexity statements_positional_lemma_c6 statements_positional_eq_14.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first [assumption | reflexivity].
Lemma next_neq0 (S : numbers) (t : S) : exp (functions_of S) t + 1%:R != 0.
Proof. by rewrite gt_eqF // addr_gt0 ?ltr01 //; exact: exp_gt0. Qed.

(* attest: positional.lemma-c6 printed sha256:97c00ad09d4ddda6f2cfbb63098ab8564d7bef4298b2d385c2b8588e31b8c7f1 theorem:lemma_c6 *)
Theorem lemma_c6 : Holds statements_positional_lemma_c6.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x _ _; meaning_for_all => y _ _; meaning_value.
exact: (softmax_lipschitz.lemma_c6 (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S)).
Qed.

(* attest: positional.lemma-c6 finding_constant_one sha256:bf4efbc5f32a379ebd5ab52786fc909c761dc7d59ef78a3f9219a75e8c6bfd4b theorem:softmax_lipschitz *)
Theorem softmax_lipschitz : Holds statements_positional_lemma_c6.finding_constant_one.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x _ _; meaning_for_all => y _ _; meaning_value.
exact: (softmax_lipschitz.softmax_lipschitz (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S)).
Qed.

(* attest: positional.lemma-c6 finding_modulus sha256:54269b9c0bb128f2a803bcf7354cf85b5fe522e79882da4607da435e8896a49f theorem:softmax_modulus *)
Theorem softmax_modulus : Holds statements_positional_lemma_c6.finding_modulus.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x _ _; meaning_for_all => y _ _.
have neq0 := next_neq0 (row_norms.norm_inf (fun i => x i - y i)); meaning_value; rewrite -mulrA.
exact: (softmax_lipschitz.softmax_modulus (@exp_add S) (@exp_gt0 S) (@exp_above S)).
Qed.

(* attest: positional.lemma-c6 finding_no_smaller_constant sha256:1d30d29cb677c50a88fd4ef55fc5c959f92f8fffe77a76257fa50abc6ebcde35 theorem:no_smaller_constant *)
Theorem no_smaller_constant : Holds statements_positional_lemma_c6.finding_no_smaller_constant.
Proof.
opening S W; meaning_for_all => c _ c_lt1; have two : (0 < 2)%N by [].
have [x [y above]] := softmax_lipschitz.no_smaller_constant (@exp_add S) (@exp_gt0 S) (@exp_above S) c_lt1.
by meaning_exists x; meaning_exists y; meaning_value; exact: above.
Qed.

(* A list of two numbers. *)
Lemma y_apart (S : numbers) defs env a b (t : S) : yields (functions_of S) defs env a (Num (t / 2%:R)) ->
  yields (functions_of S) defs env b (Num (- (t / 2%:R))) -> yields (functions_of S) defs env (ListOf [:: a; b]) (column (softmax_lipschitz.apart t)).
Proof.
move=> ya yb; apply: yields_eq; first exact: y_list (all_cons ya (all_cons yb (all_nil _ _ _))).
by have := map_indices 2 (fun k => Num (if k == 0%N then t / 2%:R else - (t / 2%:R)) : value S); rewrite /= => ->.
Qed.

(* attest: positional.lemma-c6 finding_modulus_attained sha256:92a92e8c0c2bced340bf60c9353e03ecc9e14a0cc51101e8c3da149b47ed8fec theorem:modulus_attained *)
Theorem modulus_attained : Holds statements_positional_lemma_c6.finding_modulus_attained.
Proof.
opening S W; meaning_for_all => t _ t_ge0; have two : (0 < 2)%N by []; have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have [moved distance] := softmax_lipschitz.modulus_attained (@exp_add S) (@exp_gt0 S) (@exp_above S) t_ge0.
have neq0 := next_neq0 t; have minus : - (- t / 2%:R) = t / 2%:R by rewrite mulNr opprK.
refine (says_expression (p := true) _ _) => //; refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)); apply: yields_eq.
- refine (y_compare (v := Num _) (w := Num _) _ _ _); [ | value | reflexivity].
  refine (y_call (all_cons (y_apart (t := t) _ _) (all_cons (y_apart (t := - t) _ _) (all_nil _ _ _))) _ _); [ | | | | reflexivity | ].
  + by value.
  + by apply: yields_eq; [value | rewrite ?mulNr].
  + by apply: yields_eq; [value | rewrite ?mulNr].
  + by apply: yields_eq; [value | rewrite ?mulNr ?opprK].
  by apply: call_moved => //; provided.
- by rewrite moved -mulrA eqxx.
- refine (y_compare (v := Num _) (w := Num _) _ _ _); [ | value | reflexivity].
  refine (y_call (all_cons (y_apart (t := t) _ _) (all_cons (y_apart (t := - t) _ _) (all_nil _ _ _))) _ _); [ | | | | reflexivity | ].
  + by value.
  + by apply: yields_eq; [value | rewrite ?mulNr].
  + by apply: yields_eq; [value | rewrite ?mulNr].
  + by apply: yields_eq; [value | rewrite ?mulNr ?opprK].
  by apply: call_distance => //; provided.
by rewrite distance eqxx.
Qed.

(* attest: positional.eq-14 finding_up_to_three_tokens sha256:59edf42584ddfb09abff3dcccfa948481aa2fdbb10d5e8d817c7b64488ad2f41 theorem:up_to_three *)
Theorem up_to_three : Holds statements_positional_eq_14.finding_up_to_three_tokens.
Proof.
opening S W; meaning_for_all => n _ _; have n_gt0 : (0 < n.+1)%N by [].
meaning_for_all => p _ /eqP sum0; meaning_value; exact: complexity.up_to_three (ltn_ord n) sum0.
Qed.

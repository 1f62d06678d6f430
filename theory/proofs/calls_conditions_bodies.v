(* SPDX-License-Identifier: Apache-2.0 *)
(* Networks of which only Theorem 3's two conditions are known (Luo et al. 2022): heads of the kind "attentive" take the mean, where softmax has equal scores, and
   heads of the kind "position" look at no token, so that a matrix with the column v stands for every one with the row sums v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention calls_networks calls_steps calls_constant_network calls_one_head.
From attest Require Import calls_defined narrow_networks calls_narrow_networks calls_narrow_bodies.
From attest Require statements_urpe_theorem_3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.printed) f) (only parsing).
Definition attentive_d := Eval compute in the "attentive".
Definition is_body_d := Eval compute in the "is_body".
Definition mean_matrix_d := Eval compute in the "mean_matrix".
Definition column_d := Eval compute in the "column".
Definition by_the_conditions_d := Eval compute in the "by_the_conditions".

Section Conditions.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (v : nat -> F) (B : block F) (Bs : seq (block F)) (h : narrow_networks.head F) (X : nat -> nat -> F) (n d : nat).

(* --- Attention ---------------------------------------------------------------------------------------------------------------------------- *)
Definition kind_name (a : attention) : string := if a is Position then "position"%string else "attentive"%string.
Definition by_kind n v (a : attention) (i j : nat) : F := if a is Position then (if j == 1%N then v i else 0) else n%:R^-1.
Lemma by_kind_attends n v : (0 < n)%N -> attends n (by_kind n v) v.
Proof.
move=> n_gt0; split=> // i i_n; case: n n_gt0 i_n => // n _ i_n /=; rewrite big_cons eqxx big1_seq ?addr0 // => j /andP[_].
by rewrite mem_iota => /andP[j_gt1 _]; rewrite gtn_eqF.
Qed.
Lemma call_mean_matrix defs n : provides [:: mean_matrix_d] defs -> (0 < n)%N -> call fs defs "mean_matrix" [:: Num n%:R] = Value (mat n n (fun _ _ => n%:R^-1)).
Proof.
move=> P n_gt0; have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
enter; apply: (yields_eq (v := mat n n (fun _ _ => 1%:R / n%:R))); last by apply: mat_ext => i j _ _; rewrite /= mul1r.
apply: y_list_over; [by value | move=> i _]; apply: y_list_over; [by value | move=> j _].
by refine (y_divide _ _ n_neq0); value.
Qed.
Lemma call_column defs n v : provides [:: column_d] defs -> call fs defs "column" [:: vec n v] = Value (mat n n (by_kind n v Position)).
Proof.
move=> P; enter; apply: yields_eq; first by value.
by apply: mat_ext => i j _ _; rewrite /= eqr_nat.
Qed.
(* The attentive condition with u = 0: all scores are 0. *)
Lemma call_attentive_zero defs n d X : provides [:: attentive_d; softmax_rows_d; softmax_d; apply_d; dot_d] defs -> (0 < n)%N ->
  call fs defs "attentive" [:: mat n d X; vec d (fun=> 0); Num 0] = Value (mat n n (fun _ _ => n%:R^-1)).
Proof.
move=> P n_gt0; enter; pose s i : F := \sum_(j <- iota 1 d) X i j * 0.
have s0 i : s i = 0 by rewrite /s big1 // => j _; rewrite mulr0.
apply: (y_let (v := vec n s)).
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_apply floor_int); provided].
refine (y_call (vs := [:: mat n n (fun i j => s i * (s j - 0))]) _ _ _); [refine (all_cons _ (all_nil _ _ _)); by value | reflexivity | ].
rewrite call_softmax_rows //; last by provided.
by congr Value; apply: mat_ext => i j _ j_n; rewrite soft_flat // => k _; rewrite !s0 !mul0r.
Qed.

(* --- Bodies -------------------------------------------------------------------------------------------------------------------------------- *)
Notation kind_tag := (fun a => Symb (kind_name a)).
Definition conditions_body d Bs : value F := body d "kind" kind_tag Bs.
Lemma conditions_body_value d Bs : is_value (conditions_body d Bs).
Proof. by apply: body_value => h; apply: body_head_value; [ | left]. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_plain" _ = _ => apply: call_is_plain_body; provided
  | |- call _ _ "is_rowwise_part" _ = _ => apply: call_is_rowwise_body; [provided | assumption]
  | |- call _ _ "is_value_path" _ = _ => apply: call_is_path_body; provided
  end.
Lemma call_is_conditions_body defs n d Bs :
  provides [:: is_body_d; is_plain_block_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs ->
  (forall B, List.In B Bs -> narrow B) -> call fs defs "is_body" [:: conditions_body d Bs; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> P all_narrow; enter; apply: true_and_true; first by value.
apply: y_and1; apply: (y_all_in (h := body_block d "kind" kind_tag) (l := Bs)) => // B /all_narrow[_ /andP[units_gt0 _] blinds].
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "kind" kind_tag B) by [].
apply: true_and_true; first by value.
apply: true_and_true; first by value.
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "kind" kind_tag) (heads B))) by apply: (y_field B_y).
apply: y_and1; apply: (y_all_in heads_y) => h /blinds; rewrite /blind => h_blind.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (body_head d "kind" kind_tag h) by [].
apply: true_and_true; first by value.
have kind_y u : yields fs earlier env' (Chain (Field (Name "h") "kind") [:: (Equal, Sym u)]) (Bool (String.eqb (kind_name (kind h)) u)) by apply: (y_symbol u h_y).
apply: y_and1; case E : (kind h) h_blind => h_blind; first by apply: y_or_first; apply: yields_eq (kind_y _) _; rewrite E.
apply: (yields_eq (v := Bool (false || true))) => //; apply: y_or => [|_]; first by apply: yields_eq (kind_y _) _; rewrite E.
apply: y_or1; apply: true_and_true; first by apply: yields_eq (kind_y _) _; rewrite E.
have WV_y : yields fs earlier env' (Field (Name "h") "WV") (mat d 1 (fun k _ => WV h k)) by apply: (y_field h_y).
apply: y_and1; apply: yields_eq.
  apply: (y_all2 (h := fun k => vec 1 (fun=> WV h k)) (l := iota 1 d) (k := fun k _ => Num (WV h k)) (m := fun=> iota 1 1)); [exact: WV_y | by move=> k _; value | ].
  by move=> k _ u _; apply: y_compare; [value | value | reflexivity].
by congr Bool; apply/allP => k _; rewrite /= h_blind eqxx.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "column" _ = _ => apply: call_column; provided
  | |- call _ _ "mean_matrix" _ = _ => apply: call_mean_matrix; [provided | assumption]
  end.
Lemma call_by_the_conditions defs n d v Bs : provides [:: by_the_conditions_d; column_d; mean_matrix_d] defs -> (0 < n)%N ->
  call fs defs "by_the_conditions" [:: conditions_body d Bs; vec n v] = Value (List (map (evaluated_block n d (by_kind n v)) Bs)).
Proof.
move=> P n_gt0; enter; apply: (y_list_in (h := body_block d "kind" kind_tag)) => // B _.
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "kind" kind_tag B) by [].
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "kind" kind_tag) (heads B))) by apply: (y_field B_y).
apply: y_record; apply: fields_cons; last by fields_of.
apply: (y_list_in (g := evaluated_head n d (by_kind n v)) heads_y) => h _.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (body_head d "kind" kind_tag h) by [].
apply: y_record; apply: fields_cons; last by fields_of.
have kind_y : yields fs earlier env' (Chain (Field (Name "h") "kind") [:: (Equal, Sym "position"%string)])
  (Bool (String.eqb (kind_name (kind h)) "position")) by apply: (y_symbol _ h_y).
by case E : (kind h) kind_y => kind_y; [apply: y_no kind_y _; value | apply: y_yes kind_y _; value].
Qed.
End Conditions.

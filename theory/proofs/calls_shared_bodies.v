(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE networks with one C in all layers (Luo et al. 2022, section 4.2): with at most one head a block and C's entries 1, 2, ..., whose row sums are distinct, they come near
   every target. What calls of the statement's definitions give for them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention calls_networks calls_steps calls_constant_network calls_one_head.
From attest Require Import calls_defined narrow_networks calls_narrow_networks calls_narrow_bodies calls_boxes calls_error_bound calls_target_errors near_targets.
From attest Require Import calls_urpe_bodies calls_encoded_bodies.
From attest Require narrow_read narrow_one_matrix statements_urpe_shared_c.
From attest Require Import rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_shared_c.repaired) f) (only parsing).
Definition with_families_d := Eval compute in the "with_families".
Definition serves_d := Eval compute in the "serves".

Section Shared.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (c : nat -> F) (B : block F) (Bs : seq (block F)) (h : narrow_networks.head F) (R X Y : nat -> nat -> F) (n d : nat).

(* --- A family whose row sums are distinct ------------------------------------------------------------------------------------------------ *)
Definition rising (k : nat) : F := k%:R.
Definition shared n (_ : attention) : nat -> nat -> F := averaged_by n rising.
Lemma rising_gt0 n i j : (0 < i <= n)%N -> (0 < j <= n)%N -> 0 < averaged_by n rising i j.
Proof.
move=> /andP[i_gt0 i_n] /andP[j_gt0 j_n]; rewrite divr_gt0 ?ltr0n //; last exact: leq_trans i_n.
by rewrite subn_gt0 (leq_ltn_trans j_n) // -[X in (X < _)%N]add0n ltn_add2r.
Qed.
Lemma rising_sums n i j : (0 < i <= n)%N -> (0 < j <= n)%N ->
  \sum_(l <- iota 1 n) averaged_by n rising i l = \sum_(l <- iota 1 n) averaged_by n rising j l -> i = j.
Proof.
move=> /andP[i_gt0 i_n] _; have n_gt0 : (0 < n)%N by exact: leq_trans i_n.
have sumE k : \sum_(l <- iota 1 n) averaged_by n rising k l = (k%:R *+ n + \sum_(l <- iota 1 n) (n%:R - l%:R)) / n%:R.
  have -> : k%:R *+ n = \sum_(l <- iota 1 n) k%:R :> F by rewrite big_const_seq count_predT size_iota iter_addr_0.
  rewrite -big_split mulr_suml /=; apply: eq_big_seq => l /in_from_1/andP[_ l_n]; rewrite /averaged_by /rising natrB ?natrD ?addrA //.
  by apply: leq_trans l_n _; exact: leq_addl.
rewrite !sumE => /(mulIf _)/addIr; rewrite invr_eq0 pnatr_eq0 -lt0n => /(_ n_gt0)/(pmulrnI n_gt0)/eqP.
by rewrite eqr_nat => /eqP.
Qed.

(* --- Calls ---------------------------------------------------------------------------------------------------------------------------------- *)
Definition families_value q n : value F := listed q (fun=> vec (2 * n - 1) rising).
Lemma call_with_families defs q n d Bs : provides [:: with_families_d; averaging_d; bias_t5_d; relative_d] defs -> (0 < q)%N -> (0 < n)%N ->
  (forall B, List.In B Bs -> narrow_read.single B) ->
  call fs defs "with_families" [:: plain_body d Bs; families_value q n; Num n%:R] = Value (List (map (evaluated_block n d (shared n)) Bs)).
Proof.
move=> P q_gt0 n_gt0 all_single; enter; apply: (y_list_in (h := body_block d "kind" (fun=> Num 0))) => // B /all_single[_ few].
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "kind" (fun=> Num 0) B) by [].
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "kind" (fun=> Num 0)) (heads B))) by apply: (y_field B_y).
apply: y_record; apply: fields_cons; last by fields_of.
case: B few @env B_y heads_y => [[|h [|//]] us] _ env B_y heads_y.
  apply: (yields_eq (v := List [seq Num 0 | _ <- iota 1 0])) => //; apply: (y_list_over (h := fun k : nat => Num k%:R)) => //.
  by apply: (y_from_1 floor_int); [value | apply: (y_length heads_y) | ].
apply: (yields_eq (v := List [seq evaluated_head n d (shared n) h | _ <- iota 1 1])) => //; apply: (y_list_over (h := fun k : nat => Num k%:R)).
  by apply: (y_from_1 floor_int); [value | apply: (y_length heads_y) | ].
move=> k /in_from_1 k_1; set env' := _ :: _.
have h_y : yields fs earlier env' (Index (Field (Name "B") "heads") (Name "k")) (body_head d "kind" (fun=> Num 0) h).
  apply: (y_at floor_int (i := k) (n := 1) (h := fun=> body_head d "kind" (fun=> Num 0) h));
    [exact: (y_field (h := body_block d "kind" (fun=> Num 0) (Block [:: h] us))) | value | by [] | by [] | by []].
have c_y : yields fs earlier env' (Index (Name "families") (Name "k")) (vec (2 * n - 1) rising).
  apply: (y_at floor_int (i := k) (n := q) (h := fun=> vec (2 * n - 1) rising)); [exact: y_name | value | by [] | by case/andP: k_1 => -> /leq_trans; exact | by []].
apply: y_record; apply: fields_cons; last by do 3! (apply: fields_cons; first by apply: (y_field h_y)); exact: fields_nil.
by refine (y_call (all_cons c_y (all_cons _ (all_nil _ _ _))) _ _); [value | reflexivity | apply: call_averaging; first provided].
Qed.

Lemma call_serves defs t n d R X : provides
  [:: serves_d; averaging_d; with_encoding_d; is_variant_d; urpe_attention_d; rpe_attention_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d;
    bias_t5_d; relative_d; softmax_rows_d; softmax_d; zeros_d; transpose_d; hadamard_d; matadd_d; matmul_d; dot_d; is_matrix_d; is_vector_d; same_shape_d;
    is_rectangular_d] defs -> List.In t encodings -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "serves" [:: vec (2 * n - 1) rising; Symb t; mat (2 * n - 1) d R; mat n d X] = Value (Bool true).
Proof.
move=> P t_in n_gt0 d_gt0; enter; set env := [:: _; _; _; _].
apply: (y_let (v := Num n%:R)).
  by apply: (y_len (n := n) (h := fun i => vec d (X i))); exact: y_name.
set env1 := _ :: env; have d_y a : lookup "X"%string a = Some (mat n d X) -> yields fs earlier a (Call "len" [:: Index (Name "X") (Number (BinNums.Npos BinNums.xH))]) (Num d%:R).
  move=> X_in; apply: (y_len (n := d) (h := fun k => Num (X 1%N k))).
  by apply: (y_at floor_int (i := 1) (n := n) (h := fun i => vec d (X i))); [exact: y_name | value | by [] | by [] | by []].
apply: (y_let (v := encoded_head t n d rising)).
  refine (y_call (vs := [:: vec (2 * n - 1) rising; Symb t; Num n%:R; Num d%:R]) _ _ _); [ | reflexivity | by apply: call_with_encoding; [provided | ]].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [exact: y_name | exact: y_name | exact: y_name | exact: d_y].
apply: true_and_true.
  refine (y_call (vs := [:: encoded_head t n d rising; Num n%:R; Num d%:R; Num 1%:R]) _ _ _); [ | reflexivity | by apply: encoded_head_meets; [provided | | ]].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [exact: y_name | exact: y_name | exact: d_y | value].
apply: y_and1; apply: (y_same_mat (A := averaged_by n rising) (B := averaged_by n rising)) => //.
  by refine (y_call _ _ _); [values | reflexivity | apply: encoded_head_attention; [provided | | | ]].
by refine (y_call _ _ _); [values | reflexivity | apply: call_averaging; [provided | ]].
Qed.

Theorem near_with_one_family defs n d p (f : value F) (eps : F) :
  provides is_target_l defs -> provides error_bound_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < p)%N ->
  call fs defs "is_target" [:: f; Num n%:R; Num d%:R] = Value (Bool true) -> 0 < eps ->
  exists (Bs : seq (block F)) (low high : F) (m : nat) (strip y : F),
    [/\ forall B, List.In B Bs -> narrow_read.single B, low <= high, (0 < m)%N /\ 0 < strip < 1 / m%:R, y < eps ^+ p &
        call fs defs "error_bound" [:: f; List (map (evaluated_block n d (shared n)) Bs); range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R] = Value (Num y)].
Proof.
move=> Wt We n_gt0 d_gt0 p_gt0 told eps_gt0.
have [|B []|Bs [low [high [m [strip [y near]]]]]] := near_by_tables (A := shared n) (ok := @narrow_read.single F) Wt We n_gt0 d_gt0 p_gt0 _ _ told eps_gt0.
- move=> m strip T m_gt0 strip_gt0 strip_lt; apply: narrow_one_matrix.single_table_network => //; [exact: rising_gt0 | exact: rising_sums].
- by move=> /narrow_units.
by exists Bs, low, high, m, strip, y.
Qed.
End Shared.

(* SPDX-License-Identifier: Apache-2.0 *)
(* A URPE block with one head of dimension 1 and scores 0 (one_block.v), and any number of hidden units, as a value: what a call of urpe_block gives of it, and that it is
   one in the sense of universal.stm. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_constant_network calls_one_head.
From attest Require narrow_networks narrow_bumps one_block statements_urpe_proposition_4.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_proposition_4.finding_one_block_on_the_grid) f) (only parsing).
Definition is_plain_d := Eval compute in the "is_plain".
Definition urpe_block_d := Eval compute in the "urpe_block".
Definition is_urpe_network_d := Eval compute in the "is_urpe_network".
Notation urpe_block_l := [:: urpe_block_d; ffn_d; head_d; relu_d; urpe_attention_d; rpe_attention_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d;
  bias_t5_d; relative_d; softmax_rows_d; softmax_d; zeros_d; add_row_d; transpose_d; hadamard_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].
Notation is_urpe_l := [:: is_urpe_network_d; is_plain_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_variant_d; is_matrix_d; is_vector_d].

Section Block.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (n d : nat) (c w : nat -> F) (b g : F) (us : seq (narrow_networks.hidden_unit F)) (X : nat -> nat -> F).

Definition told_head n d c w b g : value F := even_head n d 1 c (fun q _ => w q) (fun=> b) (fun _ k => g * narrow_bumps.coordinate F 1%N k).
Definition unit_of us l := nth (narrow_networks.Unit (fun=> 0) 0 (fun=> 0)) us l.-1.
Definition told_block n d c w b g us : value F :=
  one_head_block d (size us) (told_head n d c w b g) (fun=> 0) (fun q l => narrow_networks.into (unit_of us l) q) (fun l => narrow_networks.shift (unit_of us l))
    (fun l k => narrow_networks.out (unit_of us l) k) (fun=> 0).
Lemma told_block_value n d c w b g us : is_value (told_block n d c w b g us).
Proof. by apply: one_head_block_value; exact: even_head_value. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "ffn" _ = _ => found_call call_ffn
  | |- call _ _ "urpe_attention" _ = _ => found_call call_even_attention
  end.
Lemma call_told_block defs n d c w b g us X : provides urpe_block_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < size us)%N ->
  call fs defs "urpe_block" [:: mat n d X; told_block n d c w b g us] =
    Value (mat n d (fun i k => one_block.attended n d c w b g X i k + one_block.units_sum d us (one_block.attended n d c w b g X i) k)).
Proof.
move=> P n_gt0 d_gt0 us_gt0; have [e found Pe] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
apply: (y_let (v := mat n d (one_block.attended n d c w b g X))).
  apply: y_fold_one; [by value | by value | apply: yields_eq; [value | ]].
  by apply: mat_ext => i k _ _; rewrite addr0 /headed big_seq1.
apply: yields_eq; first by value.
apply: mat_ext => i k _ _; rewrite /fed addr0; congr (_ + _).
rewrite /one_block.units_sum (big_nth (narrow_networks.Unit (fun=> 0) 0 (fun=> 0))) big_mkord sum_from_1; apply: eq_bigr => l _.
by rewrite /unit_of /= /narrow_networks.relu maxC.
Qed.

Lemma one_column env e a : forall n d c w b g, (0 < d)%N -> yields fs e env a (told_head n d c w b g) ->
  yields fs e env (Call "len" [:: Index (Field a "WQ") (Number (BinNums.Npos BinNums.xH))]) (Num 1%:R).
Proof.
move=> n d c w b g d_gt0 ya; apply: (y_len (n := 1) (h := fun=> Num 0)).
apply: (y_at floor_int (i := 1) (n := d) (h := fun=> vec 1 (fun=> 0))); [ | by value | by [] | exact: d_gt0 | by []].
exact: (y_field ya).
Qed.
Lemma call_is_urpe defs n d c w b g us : provides is_urpe_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < size us)%N ->
  call fs defs "is_urpe_network" [:: List [:: told_block n d c w b g us]; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> P n_gt0 d_gt0 us_gt0; enter; apply: true_and_true; first by value.
apply: y_and1; apply: y_all_one; first by value.
set env := _ :: _; apply: true_and_true.
  by refine (y_call _ _ _); [values | reflexivity | enter; apply: yields_eq; [value | ]].
apply: true_and_true.
  by refine (y_call _ _ _); [by values | reflexivity | apply: call_is_rowwise_one_head; [provided | exact: us_gt0]].
apply: y_and1; apply: y_all_one; first by value.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (told_head n d c w b g) by [].
apply: true_and_true.
  by apply: yields_eq; [apply: y_compare; [apply: (y_field h_y); reflexivity | value | reflexivity] | ].
apply: true_and_true.
  refine (y_call (vs := [:: told_head n d c w b g; Num n%:R; Num d%:R; Num 1%:R]) _ _ _); [ | reflexivity | by apply: call_is_even_variant; [provided | exact: n_gt0]].
  by refine (all_cons h_y (all_cons _ (all_cons _ (all_cons (one_column d_gt0 h_y) (all_nil _ _ _))))); value.
apply: true_and_true.
  refine (y_call (vs := [:: vec (2 * n - 1) c; Num (2 * n - 1)%:R]) _ _ _); [ | reflexivity | apply: call_is_vector; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by apply: (y_field h_y).
  by rewrite -twice_less_1.
apply: y_and1; refine (y_call _ _ _); [by values | reflexivity | ].
by apply: (@call_is_value_path S _ _ _ 1); [provided | split].
Qed.
(* The conditions that both statements have: one head, with bV of length 1. *)
Definition first_head : expr := Index (Field (Name "B") "heads") (Number (BinNums.Npos BinNums.xH)).
Lemma one_head_true defs env n d c w b g us : lookup "B"%string env = Some (told_block n d c w b g us) ->
  yields fs defs env (Chain (Call "len" [:: Field (Name "B") "heads"]) [:: (Equal, Number (BinNums.Npos BinNums.xH))])%string (Bool true).
Proof.
move=> B_in; have B_y := y_name fs defs B_in.
apply: yields_eq; first by apply: y_compare; [apply: (y_length (l := [:: told_head n d c w b g])); exact: (y_field B_y) | value | reflexivity].
by rewrite /= eqxx.
Qed.
Lemma y_first_head defs env n d c w b g us : lookup "B"%string env = Some (told_block n d c w b g us) ->
  yields fs defs env first_head (told_head n d c w b g).
Proof.
move=> B_in; have B_y := y_name fs defs B_in.
by apply: (y_index floor_int (i := 0%N) (l := [:: told_head n d c w b g])); [exact: (y_field B_y) | value | by [] | by []].
Qed.
End Block.

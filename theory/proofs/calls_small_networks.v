(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of bounded_layers.stm give of networks with one token, one head and one hidden unit, in the terms of depth.v. Heads and layers are any
   records that have these matrices, so that what shows their norms may stand beside them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms softmax_lipschitz bounded_layers calls_bounded_layers.
From attest Require bounded_networks depth.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation one := [:: tt].
Lemma one_all : enumerates (one : seq unit_finType).
Proof. by apply: uniq_perm; [ | exact: index_enum_uniq | case; rewrite mem_index_enum]. Qed.

Section Columns.
Variable d : nat.
(* The columns of [A Z WV, Z]: that of the head, and those of Z. *)
Definition place (b : bool) : seq (unit * unit + 'I_d) := if b then [:: inl (tt, tt)] else [seq inr e | e <- indices d].
Definition places : seq (unit * unit + 'I_d) := flatten [seq place b | b <- [:: true; false]].
Lemma size_places : size places = (1 + d)%N.
Proof. by rewrite /places /= cats0 size_map size_indices. Qed.
Lemma places_all : enumerates (places : seq [finType of unit * unit + 'I_d]).
Proof.
rewrite /places /= cats0; apply: uniq_perm; [ | exact: index_enum_uniq | ].
  by rewrite /= map_inj_uniq ?index_enum_uniq ?andbT; [apply/mapP => -[] | move=> h k []].
case=> [[[] []]|e]; rewrite mem_index_enum inE ?eqxx //=.
by apply: map_f; exact: mem_index_enum.
Qed.
End Columns.

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: one_all | exact: places_all
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | by rewrite size_places] end ].

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variable d : nat.
Hypothesis d_gt0 : (0 < d)%N.
Local Notation D := (ordinal_finType d).
Local Notation layer := (depth.small_layer F D).
Local Notation small_head := (head F unit_finType unit_finType D unit_finType).
Local Notation one_token := (fun _ _ : unit_finType => 1 : F).
Implicit Types (defs : seq definition) (h : small_head) (l : layer) (Z : unit_finType -> D -> F).

Definition is_head_value (v : value F) h : Prop :=
  [/\ field_at v "WQ" = Value (sheet one one (WQ h)), field_at v "WK" = Value (sheet one one (WK h)) & field_at v "WV" = Value (sheet (indices d) one (WV h))].
Definition is_layer_value (v : value F) l : Prop :=
  exists hv, [/\ field_at v "heads" = Value (List [:: hv]), is_head_value hv (bounded_networks.heads l tt),
    field_at v "W1" = Value (sheet (places d) one (bounded_networks.W1 l)) & field_at v "W2" = Value (sheet one (indices d) (bounded_networks.W2 l))].

Lemma along_one (f : unit -> F) : along one f = column (fun _ : 'I_1 => f tt).
Proof. by have := map_indices 1 (fun _ => Num (f tt) : value F); rewrite /= => E; congr List. Qed.
Lemma sheet_softmax_rows defs (A : unit_finType -> unit_finType -> F) : provides [:: softmax_rows_d; softmax_d] defs ->
  call fs defs "softmax_rows" [:: sheet one one A] = Value (sheet one one (fun i => softmax (@exp_of S) (A i))).
Proof.
move=> W; enter; apply: y_list_over; first by value.
case=> _; refine (y_call (vs := [:: along one (A tt)]) _ _ _); [values | reflexivity | ].
rewrite along_one call_softmax //; congr Value; rewrite along_one; apply: column_ext => j; rewrite /softmax /share big_ord1.
by rewrite (big_pred1 tt) //; case.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "softmax_rows" _ = _ => found_call sheet_softmax_rows
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma one_bilinear defs (A B : unit_finType -> unit_finType -> F) : provides [:: bilinear_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "bilinear" [:: sheet one one A; sheet one one B] = Value (sheet one one (bilinear A B)).
Proof. by move=> W; enter; value. Qed.
Lemma one_attention defs v h : is_head_value v h ->
  provides [:: positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "positional_attention" [:: sheet one one one_token; v] = Value (sheet one one (attention (@exp_of S) one_token (WQ h) (WK h))).
Proof. by case=> vQ vK vV W; enter; value. Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "positional_attention" _ = _ => apply: one_attention; [eassumption | provided]
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma one_mlp_input defs v (hs : unit_finType -> small_head) Z : is_head_value v (hs tt) ->
  provides [:: mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; transpose_d; matmul_d;
    is_rectangular_d] defs ->
  call fs defs "mlp_input" [:: sheet one one one_token; List [:: v]; sheet one (indices d) Z] =
  Value (sheet one (places d) (mlp_input (@exp_of S) one_token hs Z)).
Proof.
move=> is_v W; have [_ _ vV] := is_v; enter.
refine (y_call (vs := [:: List [seq sheet one (place d b) (mlp_input (@exp_of S) one_token hs Z) | b <- [:: true; false]]]) _ _ _);
  [ | reflexivity | by apply: call_side_by_side; [provided | ]].
refine (all_cons _ (all_nil _ _ _)); apply: (y_concatenate (l := [:: sheet one (place d true) (mlp_input (@exp_of S) one_token hs Z)])).
  apply: yields_eq.
    by apply: (y_list_over (h := fun _ : unit_eqType => v) (l := one)); [value | move=> u _; value].
  by [].
apply: yields_eq; first by refine (y_list (all_cons _ (all_nil _ _ _))); value.
by rewrite /= /sheet /along /= -map_comp.
Qed.
End Calls.

(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of modified_blocks.stm give for hard attention and for blocks, ties shared equally. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_modified.
From attest Require statements_urpe_lemma_10_existence.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_lemma_10_existence.finding_equal_entries) f) (only parsing).
Definition modified_hardmax_d := Eval compute in the "hardmax".
Definition hard_scores_d := Eval compute in the "hard_scores".
Definition hard_attention_d := Eval compute in the "hard_attention".
Definition hard_head_d := Eval compute in the "hard_head".
Definition modified_attention_d := Eval compute in the "modified_attention".
Definition modified_ffn_d := Eval compute in the "modified_ffn".
Definition modified_block_d := Eval compute in the "modified_block".
Definition modified_network_d := Eval compute in the "modified_network".
Notation modified_block_l := [:: modified_block_d; modified_ffn_d; phi_at_d; phi_piece_d; modified_attention_d; hard_head_d; hard_attention_d; hard_scores_d;
  modified_hardmax_d; outer_d; matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d].

Section Blocks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (u w : nat -> F) (A V O W X : nat -> nat -> F) (m n d k r : nat) (h B : value F) (c : F).

(* --- Hard attention: eq. 11 -------------------------------------------------------------------------------------------------------------- *)
Lemma call_modified_hardmax defs n f : provides [:: modified_hardmax_d] defs -> (0 < n)%N ->
  call fs defs "hardmax" [:: vec n f; Symb "uniform"] = Value (vec n (hard n f)).
Proof.
move=> W n_gt0; have neq0 := ties_neq0 f n_gt0; enter; apply: y_let; first by apply: (y_top n_gt0); value.
apply: y_let; first by refine (y_count _ _); [value | intros ? ?; value].
apply: y_no; first by value.
apply: y_list_over; first by value.
by move=> j _; apply: y_if_number; [value | move=> _; apply: y_no; value | move=> _; value].
Qed.
(* c is taken from the key, or from the query. *)
Definition hard_score (key : bool) d u c X i j : F :=
  if key then along d X u i * (along d X u j - c) else (along d X u i - c) * along d X u j.
Inductive hard_head_of h d k (key : bool) u c V O : Prop :=
  HardHeadOf of field_at h "u" = Value (vec d u) & field_at h "c" = Value (Num c) & field_at h "shift" = Value (Symb (if key then "key" else "query")%string) &
    field_at h "WV" = Value (mat d k V) & field_at h "WO" = Value (mat k d O).
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "apply" _ = _ => apply: (call_apply floor_int); provided
  | |- call _ _ "outer" _ = _ => apply: call_outer; provided
  end.
Lemma call_hard_scores defs h n d k key u c V O X : hard_head_of h d k key u c V O -> provides [:: hard_scores_d; outer_d; apply_d; dot_d] defs ->
  call fs defs "hard_scores" [:: h; mat n d X] = Value (mat n n (hard_score key d u c X)).
Proof.
move=> [hu hc hs hV hO] W; enter; apply: (y_let (v := vec n (along d X u))); first by value.
have shift_y : yields fs earlier [:: ("s", vec n (along d X u)); ("h", h); ("X", mat n d X)]%string (Chain (Field (Name "h") "shift") [:: (Equal, Sym "key")]) (Bool key).
  by apply: y_compare; [exact: (y_field _ hs) | value | case: (key)].
case: key hs shift_y => hs shift_y.
  apply: y_yes shift_y _; refine (y_call (vs := [:: vec n (along d X u); vec n (fun j => along d X u j - c)]) _ _ _); [by values | reflexivity | ].
  by apply: (@call_outer S _ n n (along d X u) (fun j => along d X u j - c)); provided.
apply: y_no shift_y _; refine (y_call (vs := [:: vec n (fun j => along d X u j - c); vec n (along d X u)]) _ _ _); [by values | reflexivity | ].
by apply: (@call_outer S _ n n (fun i => along d X u i - c) (along d X u)); provided.
Qed.
Definition hard_headed n d k key u c V O X i j : F :=
  \sum_(l <- iota 1 k) (\sum_(q <- iota 1 d) (\sum_(p <- iota 1 n) hard n (hard_score key d u c X i) p * X p q) * V q l) * O l j.
Lemma call_hard_head defs h n d k key u c V O X : hard_head_of h d k key u c V O ->
  provides [:: hard_head_d; hard_attention_d; hard_scores_d; modified_hardmax_d; outer_d; matmul_d; apply_d; dot_d; is_rectangular_d] defs ->
  (0 < n)%N -> (0 < d)%N -> (0 < k)%N -> call fs defs "hard_head" [:: h; mat n d X; Symb "uniform"] = Value (mat n d (hard_headed n d k key u c V O X)).
Proof.
move=> h_of W n_gt0 d_gt0 k_gt0; have [hu hc hs hV hO] := h_of; enter.
have att : yields fs earlier [:: ("h", h); ("X", mat n d X); ("ties", Symb "uniform")]%string (Call "hard_attention" [:: Name "h"; Name "X"; Name "ties"]%string)
    (mat n n (fun i => hard n (hard_score key d u c X i))).
  refine (y_call (vs := [:: h; mat n d X; Symb "uniform"%string]) _ _ _); [by values | reflexivity | ].
  have [e found We] := provides_find prov; refine (call_yields found _ _); [reflexivity | open_body].
  apply: (y_list_over (h := fun i => vec n (hard_score key d u c X i)) (l := iota 1 n)).
    by refine (y_call (vs := [:: h; mat n d X]) _ _ _); [values | reflexivity | apply: (call_hard_scores n X h_of); provided].
  by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_modified_hardmax => //; provided].
do 2! (refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value | reflexivity | by apply: (call_matmul floor_int) => //; provided]).
refine (y_call _ _ _); [refine (all_cons att (all_cons _ (all_nil _ _ _))); value | reflexivity | by apply: (call_matmul floor_int) => //; provided].
Qed.

(* --- The feed-forward layer: eq. 12 -------------------------------------------------------------------------------------------------------- *)
Lemma call_modified_ffn defs B f n d r k p a s t W V X : provides [:: modified_ffn_d; phi_at_d; phi_piece_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs ->
  (0 < d)%N -> (0 < r)%N -> field_at B "W1" = Value (mat d r W) -> field_at B "W2" = Value (mat r d V) -> field_at B "phi" = Value f -> phi_of f k p a s t ->
  call fs defs "modified_ffn" [:: mat n d X; B] =
    Value (mat n d (fun i j => X i j + \sum_(l <- iota 1 r) phi k p a s t (\sum_(q <- iota 1 d) X i q * W q l) * V l j)).
Proof.
move=> Wd d_gt0 r_gt0 hW hV hf f_of; enter.
have hidden : yields fs earlier [:: ("X", mat n d X); ("B", B)]%string
    (ListOver (ListOver (Call "phi_at" [:: Field (Name "B") "phi"; Name "t"]) [:: ("t", Name "row")] None) [:: ("row", Call "matmul" [:: Name "X"; Field (Name "B") "W1"])] None)%string
    (mat n r (fun i l => phi k p a s t (\sum_(q <- iota 1 d) X i q * W q l))).
  apply: (y_list_over (h := fun i => vec r (fun l => \sum_(q <- iota 1 d) X i q * W q l)) (l := iota 1 n)); first by value.
  move=> i _; apply: (y_list_over (h := fun l => Num (\sum_(q <- iota 1 d) X i q * W q l)) (l := iota 1 r)); first by value.
  by move=> l _; refine (y_call _ _ _); [values | reflexivity | apply: (call_phi_at _ f_of); provided].
refine (y_call _ _ _); [ | reflexivity | by apply: (call_matadd floor_int); provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
refine (y_call _ _ _); [ | reflexivity | by apply: (call_matmul floor_int) => //; provided].
by refine (all_cons hidden (all_cons _ (all_nil _ _ _))); value.
Qed.
End Blocks.

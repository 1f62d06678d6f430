(* SPDX-License-Identifier: Apache-2.0 *)
(* The networks of narrow_networks.v as values: blocks of universal.stm's t5_network, all of whose heads have one family of weights. What calls give of them, and that they are
   narrow T5 networks. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_constant_network calls_one_head calls_t5_weights.
From attest Require calls_wide_networks narrow_networks statements_urpe_rpe_finite_domain.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_rpe_finite_domain.printed) f) (only parsing).
Definition is_plain_d := Eval compute in the "is_plain".
Definition is_narrow_d := Eval compute in the "is_narrow".
Definition t5_block_d := Eval compute in the "t5_block".
Definition t5_network_d := Eval compute in the "t5_network".
Definition is_t5_network_d := Eval compute in the "is_t5_network".
Notation t5_block_l := [:: t5_block_d; t5_attention_d; ffn_d; head_d; relu_d; relative_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
Notation is_t5_l := [:: is_t5_network_d; is_plain_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d].

Section Values.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d : nat) (t : nat -> F).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N) (t_gt0 : forall p, 0 < t p).
Implicit Types (defs : seq definition) (env : environment F) (X Z : nat -> nat -> F) (h : narrow_networks.head F) (B : narrow_networks.block F)
  (Bs : seq (narrow_networks.block F)).

Definition head_value h : value F :=
  Rec [:: ("w", vec (2 * n - 1) t); ("WV", mat d 1 (fun q _ => narrow_networks.WV h q)); ("bV", vec 1 (fun=> narrow_networks.bV h));
    ("WO", mat 1 d (fun _ k => narrow_networks.WO h k))]%string.
Definition unit_of B l := nth (narrow_networks.Unit (fun=> 0) 0 (fun=> 0)) (narrow_networks.units B) l.-1.
Definition block_value B : value F :=
  Rec [:: ("heads", List (map head_value (narrow_networks.heads B))); ("bO", vec d (fun=> 0));
    ("W1", mat d (size (narrow_networks.units B)) (fun q l => narrow_networks.into (unit_of B l) q));
    ("b1", vec (size (narrow_networks.units B)) (fun l => narrow_networks.shift (unit_of B l)));
    ("W2", mat (size (narrow_networks.units B)) d (fun l k => narrow_networks.out (unit_of B l) k)); ("b2", vec d (fun=> 0));
    ("norm1", no_norm S); ("norm2", no_norm S)]%string.
Definition network_value Bs : value F := List (map block_value Bs).

Lemma head_value_value h : is_value (head_value h).
Proof.
move: (is_value_vec (2 * n - 1) t) (is_value_mat d 1 (fun q _ => narrow_networks.WV h q)) (is_value_vec 1 (fun=> narrow_networks.bV h))
  (is_value_mat 1 d (fun _ k => narrow_networks.WO h k)).
by rewrite /head_value; move: (vec _ _) (mat _ _ _) (vec _ _) (mat _ _ _) => v1 v2 v3 v4; rewrite /= => -> -> -> ->.
Qed.
Lemma parts_value (hs v1 v2 v3 v4 v5 v6 v7 : value F) : is_value hs -> is_value v1 -> is_value v2 -> is_value v3 -> is_value v4 -> is_value v5 -> is_value v6 -> is_value v7 ->
  is_value (Rec [:: ("heads", hs); ("bO", v1); ("W1", v2); ("b1", v3); ("W2", v4); ("b2", v5); ("norm1", v6); ("norm2", v7)])%string.
Proof. by move=> /= -> -> -> -> -> -> -> ->. Qed.
Lemma block_value_value B : is_value (block_value B).
Proof.
apply: parts_value; rewrite ?is_value_vec ?is_value_mat //=.
by elim: (narrow_networks.heads B) => //= h hs IH; apply/andP; split; [exact: head_value_value | exact: IH].
Qed.
Lemma network_value_value Bs : is_value (network_value Bs).
Proof. by rewrite /=; elim: Bs => // B Bs IH; apply/andP; split; [exact: block_value_value | exact: IH]. Qed.

(* --- What they compute ------------------------------------------------------------------------------------------------------------------------ *)
Local Notation A := (fun _ : narrow_networks.attention => t5 n t).
Lemma positive_t : positive n t.
Proof. by move=> p _; exact: t_gt0. Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "t5_attention" _ = _ => apply: call_t5_attention; [provided | exact: positive_t]
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "ffn" _ = _ => found_call call_ffn
  end.
Definition with_head X Z h i k : F := Z i k + narrow_networks.averaged n d (A) h X i * narrow_networks.WO h k.
Lemma with_heads X Z hs i k : foldl (with_head X) Z hs i k =
  Z i k + \sum_(h <- hs) narrow_networks.averaged n d (A) h X i * narrow_networks.WO h k.
Proof. by elim: hs Z => [|h hs IH] Z /=; rewrite ?big_nil ?addr0 // IH big_cons /with_head addrA. Qed.
Lemma call_block_value defs B X : provides t5_block_l defs -> (0 < size (narrow_networks.units B))%N ->
  call fs defs "t5_block" [:: mat n d X; block_value B] = Value (mat n d (narrow_networks.step n d (A) B X)).
Proof.
move=> P units_gt0; have [e found Pe] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
apply: (y_let (v := mat n d (narrow_networks.mixed n d (A) B X))).
  apply: (yields_eq (v := mat n d (foldl (with_head X) (fun i k => X i k + 0) (narrow_networks.heads B)))); last first.
    by apply: mat_ext => i k _ _; rewrite with_heads addr0.
  apply: (@calls_wide_networks.y_fold_over F fs e _ _ head_value (fun Z => mat n d Z) (fun=> True) (with_head X)); [by value | by apply: y_field | by [] | move=> Z h _].
  refine (y_call (vs := [:: mat n d Z; mat n d (headed n d 1 (t5 n t) (fun q _ => narrow_networks.WV h q) (fun=> narrow_networks.bV h)
    (fun _ k => narrow_networks.WO h k) X)]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
    refine (y_call _ _ _); [ | reflexivity | by apply: call_head => //; provided].
    by values.
  rewrite (call_matadd floor_int); last by provided.
  by congr Value; apply: mat_ext => i k _ _; rewrite /headed big_seq1.
apply: yields_eq; first by value.
apply: mat_ext => i k _ _; rewrite /fed addr0 /narrow_networks.step /narrow_networks.fed; congr (_ + _).
rewrite (big_nth (narrow_networks.Unit (fun=> 0) 0 (fun=> 0))) big_mkord sum_from_1; apply: eq_bigr => l _.
by rewrite /unit_of /= /narrow_networks.relu maxC.
Qed.
Lemma call_network_value defs Bs X : provides (t5_network_d :: t5_block_l) defs -> (forall B, List.In B Bs -> narrow_networks.narrow B) ->
  call fs defs "t5_network" [:: mat n d X; network_value Bs] = Value (mat n d (narrow_networks.network n d (A) Bs X)).
Proof.
move=> P narrow; enter.
apply: (@calls_wide_networks.y_fold_over F fs earlier _ _ block_value (fun X => mat n d X) (@narrow_networks.narrow F)
  (fun Y B => narrow_networks.step n d (A) B Y)) => //.
move=> Y B [_ /andP[units_gt0 _] _].
refine (y_call (vs := [:: mat n d Y; block_value B]) _ _ _); [by values | reflexivity | apply: call_block_value => //; provided].
Qed.

(* --- Conditions --- *)
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "is_normalization" _ = _ => found_call call_is_normalization_none
  end.
Lemma call_is_rowwise defs B : provides [:: is_rowwise_part_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < size (narrow_networks.units B))%N ->
  call fs defs "is_rowwise_part" [:: block_value B; Num d%:R] = Value (Bool true).
Proof. by move=> P r_gt0; enter; apply: yields_eq; [value | rewrite ler1n r_gt0]. Qed.
Lemma is_t5_true defs Bs : provides is_t5_l defs -> (forall B, List.In B Bs -> narrow_networks.narrow B) ->
  call fs defs "is_t5_network" [:: network_value Bs; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> P narrow; enter; apply: true_and_true; first by value.
apply: y_and1; apply: (@calls_wide_networks.y_all_over F fs earlier _ (block_value) (@narrow_networks.narrow F)) => //.
move=> B [_ /andP[units_gt0 _] _]; set env := _ :: _; have B_y : yields fs earlier env (Name "B") (block_value B) by [].
apply: true_and_true.
  by refine (y_call _ _ _); [values | reflexivity | enter; apply: yields_eq; [value | ]].
apply: true_and_true.
  by refine (y_call (vs := [:: block_value B; Num d%:R]) _ _ _); [values | reflexivity | apply: call_is_rowwise; [provided | exact: units_gt0]].
apply: y_and1; apply: (@calls_wide_networks.y_all_over F fs earlier _ (head_value) (fun=> True)); [by apply: (y_field B_y) | by [] | move=> h _].
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (head_value h) by [].
apply: true_and_true.
  refine (y_call (vs := [:: vec (2 * n - 1) t; Num (2 * n - 1)%:R]) _ _ _); [ | reflexivity | apply: call_is_vector; provided].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: (y_field h_y) | rewrite -twice_less_1].
apply: true_and_true.
  apply: (y_all_true (h := fun p => Num (t p)) (l := iota 1 (2 * n - 1))); first by apply: (y_field h_y).
  by move=> p _; apply: yields_eq; [apply: y_compare; [value | value | reflexivity] | rewrite /= t_gt0].
apply: y_and1; refine (y_call (vs := [:: head_value h; Num d%:R]) _ _ _); [by values | reflexivity | ].
by apply: (@call_is_value_path S _ _ _ 1); [provided | split].
Qed.
Lemma is_narrow_true defs Bs : provides [:: is_narrow_d] defs -> (forall B, List.In B Bs -> narrow_networks.narrow B) ->
  call fs defs "is_narrow" [:: network_value Bs] = Value (Bool true).
Proof.
move=> P narrow; enter; apply: (@calls_wide_networks.y_all_over F fs earlier _ (block_value) (@narrow_networks.narrow F)) => //.
move=> B [heads_le2 /andP[_ units_le4] _]; set env := _ :: _; have B_y : yields fs earlier env (Name "B") (block_value B) by [].
apply: true_and_true.
  apply: yields_eq; first by apply: y_compare; [apply: (y_length (l := map (head_value) (narrow_networks.heads B))); exact: (y_field B_y) | value | reflexivity].
  by rewrite /= size_map (ler_nat F _ 2) heads_le2.
apply: true_and_true.
  have units_y : yields fs earlier env (Call "len" [:: Field (Name "B") "b1"])%string (Num (size (narrow_networks.units B))%:R).
    by apply: (y_len (n := size (narrow_networks.units B)) (h := fun l => Num (narrow_networks.shift (unit_of B l)))); apply: (y_field B_y).
  apply: yields_eq; first by apply: (y_compare units_y); [value | reflexivity].
  by rewrite /= (ler_nat F _ 4) units_le4.
apply: y_and1; apply: (@calls_wide_networks.y_all_over F fs earlier _ (head_value) (fun=> True)); [by apply: (y_field B_y) | by [] | move=> h _].
apply: yields_eq; first by apply: y_compare; [by apply: (y_len (n := 1) (h := fun=> Num (narrow_networks.bV h))); apply: y_field | value | reflexivity].
by rewrite /= eqxx.
Qed.

End Values.

(* SPDX-License-Identifier: Apache-2.0 *)
(* The networks of narrow_networks.v as values: blocks of universal.stm's conditions_network, whose heads take the mean (the attentive condition with u = 0) or tell the
   position. What calls give of them, and the conditions of urpe.theorem-3 that they meet. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_constant_network calls_one_head calls_steps.
From attest Require calls_wide_networks narrow_networks statements_urpe_theorem_3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.finding_only_the_mean_is_needed) f) (only parsing).
Definition is_plain_d := Eval compute in the "is_plain".
Definition is_narrow_d := Eval compute in the "is_narrow".
Definition attentive_d := Eval compute in the "attentive".
Definition conditions_block_d := Eval compute in the "conditions_block".
Definition conditions_network_d := Eval compute in the "conditions_network".
Definition is_conditions_network_d := Eval compute in the "is_conditions_network".
Definition uses_only_means_d := Eval compute in the "uses_only_means".
Definition count_heads_d := Eval compute in the "count_heads".
Notation conditions_block_l := [:: conditions_block_d; attentive_d; ffn_d; head_d; relu_d; softmax_rows_d; softmax_d; add_row_d; matadd_d; matmul_d; apply_d; dot_d;
  same_shape_d; is_rectangular_d].
Notation is_conditions_l := [:: is_conditions_network_d; is_plain_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d].

Section Values.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d : nat).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N).
Implicit Types (defs : seq definition) (env : environment F) (X Z A : nat -> nat -> F) (h : narrow_networks.head F) (B : narrow_networks.block F)
  (Bs : seq (narrow_networks.block F)).

Definition kind_of h : string := (if narrow_networks.kind h is narrow_networks.Mean then "attentive" else "position")%string.
Definition head_value h : value F :=
  Rec [:: ("kind", Symb (kind_of h)); ("u", vec d (fun=> 0)); ("c", Num 0); ("WV", mat d 1 (fun q _ => narrow_networks.WV h q));
    ("bV", vec 1 (fun=> narrow_networks.bV h)); ("WO", mat 1 d (fun _ k => narrow_networks.WO h k))]%string.
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
move: (is_value_vec d (fun=> 0 : F)) (is_value_mat d 1 (fun q _ => narrow_networks.WV h q)) (is_value_vec 1 (fun=> narrow_networks.bV h))
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
Definition attention_of A (k : narrow_networks.attention) : nat -> nat -> F := if k is narrow_networks.Mean then fun _ _ => n%:R^-1 else A.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "ffn" _ = _ => found_call call_ffn
  end.
Lemma call_mean defs X : provides [:: attentive_d; softmax_rows_d; softmax_d; apply_d; dot_d] defs ->
  call fs defs "attentive" [:: mat n d X; vec d (fun=> 0); Num 0] = Value (mat n n (fun _ _ => n%:R^-1)).
Proof.
move=> P; enter; apply: yields_eq.
  apply: y_let; first by value.
  refine (y_call _ _ _); [ | reflexivity | by apply: (@call_softmax_rows S _ n n (fun _ _ => 0)) => //; provided].
  refine (all_cons _ (all_nil _ _ _)); apply: y_list_over; first by value.
  move=> i i_n; apply: y_list_over; first by value.
  move=> j j_n; apply: yields_eq; first by value.
  by rewrite big1 ?mul0r // => q _; rewrite mulr0.
by apply: mat_ext => i j _ j_n; rewrite soft_flat.
Qed.
Lemma y_attention defs env h X A : provides [:: attentive_d; softmax_rows_d; softmax_d; apply_d; dot_d] defs ->
  lookup "h"%string env = Some (head_value h) -> lookup "X"%string env = Some (mat n d X) -> lookup "A"%string env = Some (mat n n A) ->
  yields fs defs env (If (Chain (Field (Name "h") "kind") [:: (Equal, Sym "attentive")])
    (Call "attentive" [:: Name "X"; Field (Name "h") "u"; Field (Name "h") "c"]) (Name "A"))%string
    (mat n n (attention_of A (narrow_networks.kind h))).
Proof.
move=> P h_in X_in A_in; have h_y := y_name fs defs h_in.
have kind_y := y_symbol "attentive" h_y (erefl : field_at (head_value h) "kind" = Value (Symb (kind_of h))).
rewrite /kind_of in kind_y *; case: (narrow_networks.kind h) kind_y => kind_y; last by apply: y_no kind_y _; exact: y_name.
apply: y_yes kind_y _; refine (y_call (vs := [:: mat n d X; vec d (fun=> 0); Num 0]) _ _ _); [ | reflexivity | by apply: call_mean].
by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [exact: y_name | apply: (y_field h_y) | apply: (y_field h_y)].
Qed.

Definition with_head A X Z h i k : F := Z i k + narrow_networks.averaged n d (attention_of A) h X i * narrow_networks.WO h k.
Lemma with_heads A X Z hs i k : foldl (with_head A X) Z hs i k =
  Z i k + \sum_(h <- hs) narrow_networks.averaged n d (attention_of A) h X i * narrow_networks.WO h k.
Proof. by elim: hs Z => [|h hs IH] Z /=; rewrite ?big_nil ?addr0 // IH big_cons /with_head addrA. Qed.
Lemma call_block_value defs B X A : provides conditions_block_l defs -> (0 < size (narrow_networks.units B))%N ->
  call fs defs "conditions_block" [:: mat n d X; block_value B; mat n n A] = Value (mat n d (narrow_networks.step n d (attention_of A) B X)).
Proof.
move=> P units_gt0; have [e found Pe] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
apply: (y_let (v := mat n d (narrow_networks.mixed n d (attention_of A) B X))).
  apply: (yields_eq (v := mat n d (foldl (with_head A X) (fun i k => X i k + 0) (narrow_networks.heads B)))); last first.
    by apply: mat_ext => i k _ _; rewrite with_heads addr0.
  apply: (@calls_wide_networks.y_fold_over F fs e _ _ head_value (fun Z => mat n d Z) (fun=> True) (with_head A X)); [by value | by apply: y_field | by [] | move=> Z h _].
  refine (y_call (vs := [:: mat n d Z; mat n d (headed n d 1 (attention_of A (narrow_networks.kind h)) (fun q _ => narrow_networks.WV h q) (fun=> narrow_networks.bV h)
    (fun _ k => narrow_networks.WO h k) X)]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
    refine (y_call _ _ _); [ | reflexivity | by apply: call_head => //; provided].
    by refine (all_cons _ _); [apply: y_attention => //; provided | values].
  rewrite (call_matadd floor_int); last by provided.
  by congr Value; apply: mat_ext => i k _ _; rewrite /headed big_seq1.
apply: yields_eq; first by value.
apply: mat_ext => i k _ _; rewrite /fed addr0 /narrow_networks.step /narrow_networks.fed; congr (_ + _).
rewrite (big_nth (narrow_networks.Unit (fun=> 0) 0 (fun=> 0))) big_mkord sum_from_1; apply: eq_bigr => l _.
by rewrite /unit_of /= /narrow_networks.relu maxC.
Qed.
Lemma call_network_value defs Bs X A : provides (conditions_network_d :: conditions_block_l) defs -> (forall B, List.In B Bs -> narrow_networks.narrow B) ->
  call fs defs "conditions_network" [:: mat n d X; network_value Bs; mat n n A] = Value (mat n d (narrow_networks.network n d (attention_of A) Bs X)).
Proof.
move=> P narrow; enter.
apply: (@calls_wide_networks.y_fold_over F fs earlier _ _ block_value (fun X => mat n d X) (@narrow_networks.narrow F)
  (fun Y B => narrow_networks.step n d (attention_of A) B Y)) => //.
move=> Y B [_ /andP[units_gt0 _] _].
refine (y_call (vs := [:: mat n d Y; block_value B; mat n n A]) _ _ _); [by values | reflexivity | apply: call_block_value => //; provided].
Qed.
End Values.

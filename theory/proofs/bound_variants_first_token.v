(* SPDX-License-Identifier: Apache-2.0 *)
(* Attention with a first token of its own, and with a sink in its denominators: the properties of variants.v, normalizers.v and masks.v as the meaning
   of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_encodings calls_masks bound_variants_softmax bound_variants_masks.
From attest Require statements_variants_causal_mask_bos statements_variants_learned_sink.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Local Notation head_l := [:: is_head_d; is_base_d; is_matrix_d; is_vector_d].
Local Notation plain_l := [:: transpose_d; matmul_d; is_rectangular_d].
Local Notation rows_l := [:: transpose_d; matmul_d; dot_d; is_rectangular_d].
Local Notation masked_l l := (causal_softmax_row_d :: softmax_in_d :: scores_d :: power_d :: l).

Definition bo_A := Eval compute in of_claim statements_variants_causal_mask_bos.property_right_stochastic "A".
Definition bo_is := Eval compute in of_claim statements_variants_causal_mask_bos.property_right_stochastic "is_bos".
Definition bo_attention := Eval compute in of_claim statements_variants_causal_mask_bos.property_right_stochastic "bos_attention".
Definition bo_row := Eval compute in of_claim statements_variants_causal_mask_bos.property_right_stochastic "bos_row".
Definition bo_first := Eval compute in of_claim statements_variants_causal_mask_bos.property_right_stochastic "with_first".
Definition bo_layer_row := Eval compute in of_claim statements_variants_causal_mask_bos.property_causal "layer_row".
Definition si_is := Eval compute in of_claim statements_variants_learned_sink.property_causal "is_learned_sink".
Definition si_row := Eval compute in of_claim statements_variants_learned_sink.property_causal "learned_sink_row".
Definition si_layer_row := Eval compute in of_claim statements_variants_learned_sink.property_causal "layer_row".

Section Variants.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (h : value F) (n d : nat).

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "power" _ = _ => found_call call_power
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "causal_softmax_row" _ = _ => found_call call_causal_softmax_row
  | |- call _ _ "attend_row" _ = _ => found_call call_attend_row
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* --- variants.causal-mask-bos --- *)
Definition bo_info h n d : Prop := head_of h d /\ exists f, field_at h "first" = Value (vec d f).
Lemma bo_told defs : provides (bo_is :: head_l) defs -> told S defs "is_bos" bo_info.
Proof.
move=> W; split=> // h n d n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
have [h_y _ d_y] := arguments_y e h n d; case/true_and=> is_h /true_and[is_f _].
have Wv : provides [:: is_vector_d] e by provided.
split; first by apply: (is_head_call We _ _ _ _ is_h).
exact: is_vector_field Wv h_y is_f d_y.
Qed.
(* The tokens behind the first one. *)
Definition behind (f : nat -> F) (X : nat -> nat -> F) i : nat -> F := if (i <= 1)%N then f else X (i - 1)%N.
Lemma call_with_first defs h n d f X : provides [:: bo_first] defs -> field_at h "first" = Value (vec d f) ->
  call fs defs "with_first" [:: h; mat n d X] = Value (mat n.+1 d (behind f X)).
Proof.
move=> W hf; enter; apply: (yields_eq (v := List ([seq vec d f | i <- iota 1 1] ++ [seq vec d (X i) | i <- iota 1 n]))).
  apply: y_concatenate; last by value.
  by apply: y_list; apply: all_cons (all_nil _ _ _); apply: (y_field _ hf); value.
by rewrite listed_cat; apply: listed_ext => i _; rewrite /behind; case: ifP.
Qed.
Lemma call_bos_row defs h n d b k f Q K X i : field_at h "base" = Value b -> field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) ->
  field_at h "first" = Value (vec d f) -> good_base b -> (0 < d)%N -> (0 < k)%N -> provides [:: bo_row, bo_first, cm_row & masked_l plain_l] defs ->
  (0 < i <= n.+1)%N -> call fs defs "bos_row" [:: h; mat n d X; Num i%:R] = Value (vec n.+1 (masked b (score d k Q K (behind f X) i) i)).
Proof.
move=> hb hQ hK hf good d_gt0 k_gt0 W i_in; enter; refine (y_call _ _ _); [ | reflexivity | ].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [by value | | by value].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_with_first; [provided | exact: hf]].
have n_gt0 : (0 < n.+1)%N by [].
by have [e found We] := provides_find (provides_later prov); refine (call_yields found _ _); [reflexivity | open_body; value].
Qed.
Definition first_attention defs (good : nat -> (nat -> nat -> F) -> Prop) : Prop :=
  forall h n d X, (0 < n)%N -> (0 < d)%N -> bo_info h n d -> exists2 A, good n.+1 A & call fs defs "A" [:: h; mat n d X] = Value (mat n.+1 n.+1 A).
Lemma bo_is_attention defs : provides [:: bo_A, bo_attention, bo_row, bo_first, cm_row & masked_l plain_l] defs ->
  first_attention defs (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [f hf]].
exists (fun i => masked b (score d k Q K (behind f X) i) i); first exact: masked_stochastic.
enter; refine (y_call _ _ _); [values | reflexivity | enter].
apply: y_list_over => [|i /in_from_1 i_in].
  by apply: (y_from_1 floor_int (y := n%:R + 1%:R) (n := n.+1)); [value | value | rewrite -mulrSr].
refine (y_call _ _ _); [values | reflexivity | ].
by apply: (call_bos_row _ hb hQ hK hf).
Qed.
Lemma bo_rows defs : provides [:: bo_layer_row, bo_row, bo_first, cm_row, attend_row_d & masked_l rows_l] defs -> rows_of_earlier defs bo_info.
Proof.
move=> W h n d i n_gt0 d_gt0 i_in [[b k Q K V good k_gt0 hb hQ hK hV] [f hf]]; have /andP[i_gt0 i_n] := i_in.
exists (fun Z => attended n.+1 d V (masked b (score d k Q K (behind f Z) i.+1) i.+1) (behind f Z) i.+1) => [Z | Z Z' ZZ' c].
  enter; have next_y env : lookup "i" env = Some (Num i%:R) -> yields fs earlier env (Binary Add (Name "i") (Number (BinNums.Npos BinNums.xH))) (Num i.+1%:R).
    by move=> i_y; rewrite mulrSr; apply: y_add; [exact: (y_name _ _ i_y) | value].
  have row_y : call fs earlier "bos_row" [:: h; mat n d Z; Num i.+1%:R] = Value (vec n.+1 (masked b (score d k Q K (behind f Z) i.+1) i.+1)).
    by apply: (call_bos_row _ hb hQ hK hf) => //; provided.
  have first_y : call fs earlier "with_first" [:: h; mat n d Z] = Value (mat n.+1 d (behind f Z)) by apply: call_with_first hf; provided.
  have att_y : call fs earlier "attend_row" [:: vec n.+1 (masked b (score d k Q K (behind f Z) i.+1) i.+1); h; mat n.+1 d (behind f Z); Num i.+1%:R] =
      Value (vec d (attended n.+1 d V (masked b (score d k Q K (behind f Z) i.+1) i.+1) (behind f Z) i.+1)).
    by apply: call_attend_row => //; provided.
  refine (y_call _ _ att_y); [ | reflexivity].
  refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [ | by value | | exact: next_y].
    by refine (y_call _ _ row_y); [refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | value | exact: next_y] | reflexivity].
  by refine (y_call _ _ first_y); [values | reflexivity].
have same l : (0 < l <= i.+1)%N -> behind f Z l = behind f Z' l.
  case/andP=> _ l_i; rewrite /behind; case: leqP => // l_gt1; rewrite ZZ' // subn_gt0 l_gt1 /=.
  by rewrite leq_subLR.
apply: attended_ext => // j; last exact: masked_later.
by apply: masked_ext => // l l_in; exact: score_ext.
Qed.

Lemma show_first_stochastic defs : condition_decided S defs "is_bos" -> told S defs "is_bos" bo_info -> 
  provides [:: right_stochastic_d; is_right_stochastic_d; is_matrix_d; is_vector_d] defs ->
  first_attention defs (fun n A => stochastic n A) -> Says fs (call fs defs) true [::] (says_right_stochastic "is_bos").
Proof.
move=> any tells W isA.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; apply: says_for_values => [h|h /(condition_true tells n_gt0 d_gt0)]; first exact: any.
move=> /(_ h erefl erefl erefl) good; apply: says_forall; [exact: (@in_mat _ _ floor_int _ _ _ _ _ _ n d) | by move=> X _ | ].
move=> X _ _; have [A A_st A_call] := isA h n d X n_gt0 d_gt0 good.
apply: says_expression; last exact: (erefl true).
refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [values | reflexivity | exact: A_call] | reflexivity | ].
by apply: call_right_stochastic.
Qed.
Lemma show_first_not_aware defs : condition_decided S defs "is_bos" -> told S defs "is_bos" bo_info -> 
  provides [:: row_sums_d; distinct_d; ones_d; apply_d; dot_d] defs ->
  first_attention defs (fun n A => stochastic n A) -> Says fs (call fs defs) true [::] (says_not_aware "is_bos").
Proof.
move=> any tells W isA.
meaning_for_all => n n_gt1 _; meaning_for_all => d d_gt0 _; have n_gt0 := ltnW n_gt1.
apply: says_for_values => [h|h /(condition_true tells n_gt0 d_gt0)]; first exact: any.
move=> /(_ h erefl erefl erefl) good; have [A [_ sums] A_call] := isA h n d (fun _ _ => 0) n_gt0 d_gt0 good.
refine (says_exists (t := fun _ _ => 0 : F) _ _ _ _ _); [exact: (@in_mat _ _ floor_int _ _ _ _ _ _ n d) | by move=> X _ | by [] | exact: (erefl true) | ].
apply: says_expression; last exact: (erefl true).
refine (@y_not _ _ _ _ _ false _).
refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
    by refine (y_call _ _ _); [values | reflexivity | exact: A_call].
  by apply: (call_row_sums floor_int); provided.
by apply: (@not_distinct _ _ floor_int _ _ _ 1 2) => //; [provided | rewrite !sums].
Qed.

(* --- variants.learned-sink --- *)
Definition si_info h n d : Prop := head_of h d /\ exists t, field_at h "sink" = Value (Num t).
Lemma si_told defs : provides (si_is :: head_l) defs -> told S defs "is_learned_sink" si_info.
Proof.
move=> W; split=> // h n d n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
have [h_y _ _] := arguments_y e h n d; case/true_and=> is_h /true_and[is_s _].
by split; [apply: (is_head_call We _ _ _ _ is_h) | exact: is_number_field h_y is_s].
Qed.
Definition sunk b (t : F) (s : nat -> F) i j : F :=
  if (j <= i)%N then weight fs b (s j) / (weight fs b t + \sum_(l <- iota 1 i) weight fs b (s l)) else 0.
Lemma call_sink_row defs h n d b k t Q K X i : field_at h "base" = Value b -> field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) ->
  field_at h "sink" = Value (Num t) -> good_base b -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  provides [:: si_row, scores_d, power_d & plain_l] defs -> (0 < i <= n)%N ->
  call fs defs "learned_sink_row" [:: h; mat n d X; Num i%:R] = Value (vec n (sunk b t (score d k Q K X i) i)).
Proof.
move=> hb hQ hK ht good n_gt0 d_gt0 k_gt0 W i_in; have /andP[i_gt0 i_n] := i_in; enter.
have z_neq0 (s : nat -> F) : weight fs b t + \sum_(l <- iota 1 i) weight fs b (s l) != 0.
  have pos x : 0 < weight fs b x by apply: weight_gt0 => //; exact: exp_gt0_S.
  by rewrite gt_eqF // ltr_paddr // sumr_ge0 // => l _; exact: ltW.
apply: y_let; first by value.
apply: (y_let (v := vec i (fun j => weight fs b (score d k Q K X i j)))).
  apply: y_list_over => [|j /in_from_1/andP[j_gt0 j_i]]; first by value.
  have j_in : (0 < j <= n)%N by rewrite j_gt0 (leq_trans j_i).
  by value.
apply: y_let; first by value.
apply: (yields_eq (v := List ([seq Num (weight fs b (score d k Q K X i j) / (weight fs b t + \sum_(l <- iota 1 i) weight fs b (score d k Q K X i l))) | j <- iota 1 i] ++
    [seq Num 0 | j <- iota 1 (n - i)]))).
  apply: y_concatenate; last by apply: (y_zeros (n := n) (y := n%:R)); [value | by [] | by [] | by []].
  by apply: y_list_over => [|j _]; [value | apply: y_divide; [value | value | exact: z_neq0]].
by rewrite listed_cat subnKC //; apply: listed_ext => j _; rewrite /sunk; case: ifP.
Qed.
Lemma si_rows defs : provides [:: si_layer_row, si_row, attend_row_d, scores_d, power_d & rows_l] defs -> rows_of_earlier defs si_info.
Proof.
move=> W h n d i n_gt0 d_gt0 i_in [[b k Q K V good k_gt0 hb hQ hK hV] [t ht]]; have /andP[i_gt0 i_n] := i_in.
exists (fun Z => attended n d V (sunk b t (score d k Q K Z i) i) Z i) => [Z | Z Z' ZZ' c].
  enter; have row_y : call fs earlier "learned_sink_row" [:: h; mat n d Z; Num i%:R] = Value (vec n (sunk b t (score d k Q K Z i) i)).
    by apply: (call_sink_row _ hb hQ hK ht) => //; provided.
  have att_y : call fs earlier "attend_row" [:: vec n (sunk b t (score d k Q K Z i) i); h; mat n d Z; Num i%:R] =
    Value (vec d (attended n d V (sunk b t (score d k Q K Z i) i) Z i)) by apply: call_attend_row => //; provided.
  refine (y_call _ _ att_y); [ | reflexivity].
  refine (all_cons _ _); last by values.
  by refine (y_call _ _ row_y); [values | reflexivity].
apply: attended_ext => // j; last by rewrite /sunk ltnNge => /negbTE ->.
move=> j_gt0; rewrite /sunk; case: ifP => // j_i; rewrite (@score_ext _ d k Q K Z Z' i j) ?j_gt0 //; congr (_ / (_ + _)).
by apply: eq_big_seq => l /in_from_1 l_in; rewrite (@score_ext _ d k Q K Z Z' i l).
Qed.
End Variants.

(* --- variants.causal-mask-bos --- *)
(* attest: variants.causal-mask-bos property_right_stochastic sha256:e546eafd6ba380c9ade85a074d4e78b3511f34701d7136736c30cb09ea37ac15 theorem:bos_stochastic *)
Theorem bos_stochastic : Holds statements_variants_causal_mask_bos.property_right_stochastic.
Proof. split=> S; start_meaning; eapply show_first_stochastic; [decided_condition | eapply bo_told; provided_here | provided_here | eapply bo_is_attention; provided_here]. Qed.
(* attest: variants.causal-mask-bos property_not_position_aware sha256:ceebf70c0c4ec05587af2e07818571e09fec209e6d8b084d9a4157a5bb7f5b07 theorem:bos_not_aware *)
Theorem bos_not_aware : Holds statements_variants_causal_mask_bos.property_not_position_aware.
Proof. split=> S; start_meaning; eapply show_first_not_aware; [decided_condition | eapply bo_told; provided_here | provided_here | eapply bo_is_attention; provided_here]. Qed.
(* attest: variants.causal-mask-bos property_causal sha256:6a323a427ef6addd6ebd7d9d0be8cd174352e632802fe23807f6896d07f84b3a theorem:bos_is_causal *)
Theorem bos_is_causal : Holds statements_variants_causal_mask_bos.property_causal.
Proof. by shows_causal bo_told bo_rows. Qed.

(* --- variants.learned-sink --- *)
(* attest: variants.learned-sink property_causal sha256:73f17b040f4f6cc530d4092785dc3d6d8cb108f1e53fc8f5d9e37b9b16045c4e theorem:sink_is_causal *)
Theorem sink_is_causal : Holds statements_variants_learned_sink.property_causal.
Proof. by shows_causal si_told si_rows. Qed.

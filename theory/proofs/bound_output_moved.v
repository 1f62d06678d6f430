(* SPDX-License-Identifier: Apache-2.0 *)
(* How far a layer's output moves (bounded_networks.v): Lemma C.10 repaired and the recursion for the radii of the covers, as the meaning of their
   statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables exp_bounds row_norms bounded_layers calls_bounded_layers.
From attest Require Import calls_bounded_networks bound_layer_growth.
From attest Require bounded_networks statements_positional_lemma_c10 statements_positional_cover_recursion.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_cover_recursion.repaired ++ definitions statements_positional_lemma_c10.repaired) f)
  (only parsing).
Definition one_layer_d := Eval compute in the "one_layer".
Definition is_covered_d := Eval compute in the "is_covered".
Definition moved_output_d := Eval compute in the "moved_output".
Definition first_two_terms_d := Eval compute in the "first_two_terms".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation exp := (@exp_of S).
Local Notation ord := ordinal_finType.
Implicit Types (defs : seq definition).

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: columns_all
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | apply: columns_gt0; assumption] end ].
(* --- By how much the MLP's matrices move the output -------------------------------------------------------------------------- *)
Section Moved.
Variables (N G M D E H K : nat) (P : 'I_N -> 'I_G -> F) (slope : 'I_2 -> F).
Hypotheses (N_gt0 : (0 < N)%N) (G_gt0 : (0 < G)%N) (M_gt0 : (0 < M)%N) (D_gt0 : (0 < D)%N) (K_gt0 : (0 < K)%N).
Implicit Types (l k : bounded_networks.layer F (ord G) (ord M) (ord D) (ord E) (ord H) (ord K) (ord D)) (Z Y : 'I_N -> 'I_D -> F).

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "mlp_input" _ = _ => found_call call_mlp_input
  | |- call _ _ "hidden" _ = _ => found_call call_hidden
  end.
Lemma call_moved_W1 defs l k Y :
  provides [:: moved_W1_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d;
    matsub_d; norm_2_inf_d; norm_2_d; transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs ->
  call fs defs "moved_W1" [:: sheet (indices N) (indices G) P; layer_value l; layer_value k; sheet (indices N) (indices D) Y] =
  Value (Num (bounded_networks.moved_W1 exp P l k Y)).
Proof. by move=> W; enter; apply: yields_eq; [value | rewrite /bounded_networks.moved_W1 -norm_product]. Qed.
Lemma call_moved_W2 defs l k Y :
  provides [:: moved_W2_d; hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d;
    side_by_side_d; matsub_d; norm_2_inf_d; norm_2_d; transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs ->
  call fs defs "moved_W2" [:: sheet (indices N) (indices G) P; layer_value l; layer_value k; along (indices 2) slope; sheet (indices N) (indices D) Y] =
  Value (Num (bounded_networks.moved_W2 exp (sigma slope) P l k Y)).
Proof. by move=> W; enter; apply: yields_eq; [value | rewrite /bounded_networks.moved_W2 -norm_product]. Qed.

Definition moved_output l k Z Y : F :=
  norm_2_inf (transposed (fun i d => bounded_networks.apply_layer exp (sigma slope) P l Z i d - bounded_networks.apply_layer exp (sigma slope) P k Y i d)).
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "positional_layer" _ = _ => found_call call_positional_layer
  | |- call _ _ "lipschitz" _ = _ => found_call call_lipschitz
  | |- call _ _ "moved_W1" _ = _ => found_call call_moved_W1
  | |- call _ _ "moved_W2" _ = _ => found_call call_moved_W2
  end.
Lemma call_moved_output defs l k Z Y :
  provides [:: moved_output_d; positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d;
    softmax_rows_d; softmax_d; side_by_side_d; matsub_d; norm_2_inf_d; norm_2_d; transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs ->
  call fs defs "moved_output" [:: sheet (indices N) (indices G) P; layer_value l; layer_value k; along (indices 2) slope; sheet (indices N) (indices D) Z;
    sheet (indices N) (indices D) Y] = Value (Num (moved_output l k Z Y)).
Proof. by move=> W; enter; apply: yields_eq; first by value. Qed.
Lemma call_first_two_terms defs l k s2 Y :
  provides [:: first_two_terms_d; moved_W2_d; moved_W1_d; hidden_d; lipschitz_d; activation_d; mlp_input_d; mixed_d; positional_attention_d;
    positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; matsub_d; norm_2_inf_d; norm_2_d; transpose_d; matadd_d; matmul_d;
    same_shape_d; is_rectangular_d] defs ->
  call fs defs "first_two_terms" [:: sheet (indices N) (indices G) P; layer_value l; layer_value k; along (indices 2) slope; Num s2;
    sheet (indices N) (indices D) Y] =
  Value (Num (bounded_networks.moved_W2 exp (sigma slope) P l k Y + constant slope * s2 * bounded_networks.moved_W1 exp P l k Y)).
Proof. by move=> W; enter; value. Qed.

(* When a layer is covered. *)
Definition covered l k Z Y b BP eps e2 e1 eQK eV : bool :=
  [&& norm_2_inf (transposed Z) <= b, norm_2_inf (transposed P) <= BP, moved_input Z Y <= eps, bounded_networks.moved_W2 exp (sigma slope) P l k Y <= e2,
      bounded_networks.moved_W1 exp P l k Y <= e1 &
      all (fun h => (moved_scores P (bounded_networks.heads l) (bounded_networks.heads k) h <= eQK) &&
        (moved_values (bounded_networks.heads l) (bounded_networks.heads k) Y h <= eV)) (indices H)].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "moved_input" _ = _ => found_call call_moved_input
  | |- call _ _ "moved_scores" _ = _ => found_call call_moved_scores
  | |- call _ _ "moved_values" _ = _ => found_call call_moved_values
  | |- call _ _ "moved_W1" _ = _ => found_call call_moved_W1
  | |- call _ _ "moved_W2" _ = _ => found_call call_moved_W2
  end.
Lemma call_is_covered defs l k Z Y b BP eps e2 e1 eQK eV :
  provides [:: is_covered_d; moved_W2_d; moved_W1_d; moved_values_d; moved_scores_d; moved_input_d; hidden_d; activation_d; mlp_input_d; mixed_d;
    positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; matsub_d; norm_2_inf_d; norm_2_d; transpose_d;
    matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs -> (0 < E)%N ->
  call fs defs "is_covered" [:: sheet (indices N) (indices G) P; layer_value l; layer_value k; along (indices 2) slope; sheet (indices N) (indices D) Z;
    sheet (indices N) (indices D) Y; Num b; Num BP; Num eps; Num e2; Num e1; Num eQK; Num eV] = Value (Bool (covered l k Z Y b BP eps e2 e1 eQK eV)).
Proof. by move=> W E_gt0; enter; value. Qed.
End Moved.

(* --- The last of stacked matrices, and bounds of its blocks ------------------------------------------------------------------- *)
Lemma call_last_part defs L s n (A : nat -> nat -> F) y z : provides [:: stacked_d] defs -> y = L.+1%:R -> z = s%:R ->
  call fs defs "stacked" [:: mat (L.+1 * s) n A; Num y; Num z] = Value (mat s n (part s A L)).
Proof. by move=> W -> ->; apply: call_stacked. Qed.
Lemma call_is_mat_bound defs s n (A : nat -> nat -> F) b (R : 'I_s -> 'I_s -> F) :
  provides [:: is_spectral_bound_d; transpose_d; matadd_d; matmul_d; is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d] defs -> (0 < s)%N -> (0 < n)%N ->
  call fs defs "is_spectral_bound" [:: mat s n A; Num b; sheet (indices s) (indices s) R] =
  Value (Bool (has_spectral_bound (at_ordinals A : 'I_s -> 'I_n -> F) b R)).
Proof. by move=> W s_gt0 n_gt0; rewrite mat_ordinals; apply: call_is_spectral_bound; rewrite ?size_indices //; exact: enumerates_indices. Qed.

(* --- One layer ----------------------------------------------------------------------------------------------------------------- *)
Ltac known_call ::= lazymatch goal with |- call _ _ "head_list" _ = _ => found_call call_head_list end.
Definition one_of G M D E H K (WQ WK WV W1 : nat -> nat -> F) (W2 : 'I_K -> 'I_D -> F) :
  bounded_networks.layer F (ord G) (ord M) (ord D) (ord E) (ord H) (ord K) (ord D) := bounded_networks.Layer (@heads_of S H G M D E WQ WK WV) (renamed W1) W2.
Lemma call_one_layer defs G M D E H K WQ WK WV W1 (W2 : 'I_K -> 'I_D -> F) : provides [:: one_layer_d; head_list_d; stacked_d] defs -> (0 < H)%N ->
  call fs defs "one_layer" [:: mat (H * G) M WQ; mat (H * G) M WK; mat (H * D) E WV; mat (H * E + D) K W1; sheet (indices K) (indices D) W2; Num H%:R] =
  Value (layer_value (@one_of G M D E H K WQ WK WV W1 W2)).
Proof. by move=> W H_gt0; enter; apply: yields_eq; [value | rewrite mat_renamed]. Qed.
End Calls.

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: columns_all | exact: before_last | by rewrite natrM | by rewrite natrD natrM
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | apply: columns_gt0; assumption] end
        | exact: ler0n | exact: sqr_sum_ge0 | exact: root_of_one_and_squares | exact: root_of_one_and_heads ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "stacked" _ = _ => found_call call_last_part
  | |- call _ _ "are_spectral_bounds" _ = _ => found_call call_are_spectral_bounds
  | |- call _ _ "is_spectral_bound" _ = _ => first [found_call call_is_inputs_bound | found_call call_is_mat_bound | found_call call_is_spectral_bound]
  | |- call _ _ "layer_list" _ = _ => found_call call_layer_list
  | |- call _ _ "one_layer" _ = _ => found_call call_one_layer
  | |- call _ _ "lipschitz" _ = _ => found_call call_lipschitz
  | |- call _ _ "input_of_last" _ = _ => found_call call_input_of_last
  | |- call _ _ "moved_input" _ = _ => found_call call_moved_input
  | |- call _ _ "moved_scores" _ = _ => found_call call_moved_scores
  | |- call _ _ "moved_values" _ = _ => found_call call_moved_values
  | |- call _ _ "moved_output" _ = _ => found_call call_moved_output
  | |- call _ _ "first_two_terms" _ = _ => found_call call_first_two_terms
  | |- call _ _ "is_covered" _ = _ => found_call call_is_covered
  end.

(* attest: positional.lemma-c10 repaired sha256:8dfbd68e0ecb8664a34a85f34c92c7540f71656e245a2fd4fcfb5a033201eeba theorem:lemma_c10 *)
Theorem lemma_c10 : Holds statements_positional_lemma_c10.repaired.
Proof.
opening S W; meaning_for_all => L; case: L => // L _ _; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dh dh_gt0 _; meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _.
have sizes : [/\ (0 < n)%N, (0 < dP)%N, (0 < dm)%N, (0 < d)%N & (0 < dh)%N] by [].
meaning_for_all => slope _ _; meaning_for_all => P _ _; meaning_for_all => X _ _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _; meaning_for_all => W1 _ _; meaning_for_all => W2 _ _.
meaning_for_all => VQ _ _; meaning_for_all => VK _ _; meaning_for_all => VV _ _; meaning_for_all => V1 _ _; meaning_for_all => V2 _ _.
meaning_for_all => s _ _; meaning_for_all => R _ /blocks_boundedP boundV.
meaning_for_all => s1 _ _; meaning_for_all => R1 _ /has_spectral_boundP bound1.
meaning_for_all => s2 _ _; meaning_for_all => R2 _ /has_spectral_boundP bound2.
pose W_ i := @layer_of S dP dm d dV m dh WQ WK WV W1 W2 i; pose V_ i := @layer_of S dP dm d dV m dh VQ VK VV V1 V2 i.
have bounds : bounded_networks.bounded_layer (W_ L.+1) s s1 s2 by split=> [h||]; [exact: boundV | eexists; exact: bound1 | exists R2; exact: bound2].
pose Z := bounded_networks.network (@exp_of S) (sigma slope) P [seq W_ i | i <- iota 1 L] X.
pose Y := bounded_networks.network (@exp_of S) (sigma slope) P [seq V_ i | i <- iota 1 L] X.
have moved := bounded_networks.lemma_c10_repaired (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S) (sigma_lipschitz slope) P (V_ L.+1) Z Y bounds.
meaning_value; exact: moved.
Qed.

(* attest: positional.cover-recursion repaired sha256:d33edf55719aa129b7356fac53493d9274a33389c02b358b30ec8f93011d292f theorem:cover_recursion *)
Theorem cover_recursion : Holds statements_positional_cover_recursion.repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dh dh_gt0 _; meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _.
meaning_for_all => slope _ _; meaning_for_all => B2 _ _; meaning_for_all => P _ _; meaning_for_all => Z _ _; meaning_for_all => Y _ _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _; meaning_for_all => R _ /blocks_boundedP boundV.
meaning_for_all => W1 _ _; meaning_for_all => R1 _ /has_spectral_boundP bound1.
meaning_for_all => W2 _ _; meaning_for_all => R2 _ /has_spectral_boundP bound2.
meaning_for_all => VQ _ _; meaning_for_all => VK _ _; meaning_for_all => VV _ _; meaning_for_all => V1 _ _; meaning_for_all => V2 _ _.
meaning_for_all => b _ _; meaning_for_all => BP _ _; meaning_for_all => eps _ _; meaning_for_all => e2 _ _; meaning_for_all => e1 _ _.
meaning_for_all => eQK _ _; meaning_for_all => eV _ is_covered.
pose l := @one_of S dP dm d dV m dh WQ WK WV W1 W2; pose k := @one_of S dP dm d dV m dh VQ VK VV V1 V2.
have bounds : bounded_networks.bounded_layer l (fun=> B2) B2 B2 by split=> [h||]; [exact: boundV | eexists; exact: bound1 | exists R2; exact: bound2].
case/and5P: is_covered => Z_le P_le eps_le e2_le /andP[e1_le]; rewrite all_indices => /forallP heads_le.
have := bounded_networks.cover_recursion (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S) (sigma_lipschitz slope) bounds Z_le P_le eps_le e2_le e1_le
  (fun h => proj1 (andP (heads_le h))) (fun h => proj2 (andP (heads_le h))).
by rewrite /bounded_networks.growth card_ord => moved; meaning_value; exact: moved.
Qed.

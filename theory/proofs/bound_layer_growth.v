(* SPDX-License-Identifier: Apache-2.0 *)
(* The growth of the norm by one layer (bounded_networks.v), as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms calls_bounded_layers calls_bounded_networks.
From attest Require bounded_networks statements_positional_norm_growth.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A matrix as a function of places that count from 1. *)
Definition placed (F : realFieldType) m n (A : 'I_m -> 'I_n -> F) (i j : nat) : F := if (insub i.-1, insub j.-1) is (Some i, Some j) then A i j else 0.
Lemma placedE (F : realFieldType) m n (A : 'I_m -> 'I_n -> F) (i : 'I_m) (j : 'I_n) : placed A i.+1 j.+1 = A i j.
Proof. by rewrite /placed /= !valK. Qed.
Lemma sheet_placed (F : realFieldType) m n (A : 'I_m -> 'I_n -> F) : sheet (indices m) (indices n) A = mat m n (placed A).
Proof. by rewrite mat_ordinals; apply: sheet_ext => i j; rewrite /at_ordinals placedE. Qed.
(* The bound of a matrix whose rows are the inputs of the MLP. *)
Lemma call_is_inputs_bound (S : numbers) defs H E D K (A R : nat -> nat -> S) s :
  provides [:: is_spectral_bound_d; transpose_d; matadd_d; matmul_d; is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d] defs -> (0 < D)%N -> (0 < K)%N ->
  call (functions_of S) defs "is_spectral_bound" [:: mat (H * E + D) K A; Num s; mat (H * E + D) (H * E + D) R] =
  Value (Bool (has_spectral_bound (renamed A : 'I_H * 'I_E + 'I_D -> 'I_K -> S) s
    (fun x y => R (seq.index x (columns H E D)).+1 (seq.index y (columns H E D)).+1))).
Proof.
move=> W D_gt0 K_gt0; rewrite mat_renamed mat_renamed_square.
by apply: call_is_spectral_bound => //; [exact: columns_all | exact: enumerates_indices | exact: columns_gt0 | rewrite size_indices].
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "are_spectral_bounds" _ = _ => found_call call_are_spectral_bounds
  | |- call _ _ "is_spectral_bound" _ = _ => first [found_call call_is_inputs_bound | found_call call_is_spectral_bound]
  | |- call _ _ "layer_list" _ = _ => found_call call_layer_list
  | |- call _ _ "lipschitz" _ = _ => found_call call_lipschitz
  | |- call _ _ "positional_network" _ = _ => found_call call_positional_network
  end.

(* attest: positional.norm-growth finding_one_layer sha256:d39ded70ad1962ad67dac5951a43dd3ce11d76a37666e3ea51bdb46f2a513d9c theorem:layer_growth *)
Theorem layer_growth : Holds statements_positional_norm_growth.finding_one_layer.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dh dh_gt0 _; meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _.
have sizes : [/\ (0 < n)%N, (0 < dP)%N, (0 < dm)%N, (0 < d)%N & (0 < dh)%N] by []; have one_gt0 : (0 < 1)%N by [].
meaning_for_all => slope _ _; meaning_for_all => P _ _; meaning_for_all => X _ _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _; meaning_for_all => s _ _; meaning_for_all => R _ /blocks_boundedP boundV.
meaning_for_all => W1 _ _; meaning_for_all => s1 _ _; meaning_for_all => R1 _ /has_spectral_boundP bound1.
meaning_for_all => W2 _ _; meaning_for_all => s2 _ _; meaning_for_all => R2 _ /has_spectral_boundP bound2.
pose l := @layer_of S dP dm d dV m dh WQ WK WV W1 (placed W2) 1.
have bounds : bounded_networks.bounded_layer l s s1 s2.
  split.
  - by move=> h; have [R' bound] := boundV h; exists R'; apply: spectral_bound_ext bound => i j; rewrite /l /block /part /= ?mul0n ?add0n.
  - exists (fun x y => R1 (seq.index x (columns m dV d)).+1 (seq.index y (columns m dV d)).+1).
    by apply: (spectral_bound_ext _ bound1) => x k; rewrite /l /= /renamed /part ?mul0n ?add0n.
  exists R2; apply: (spectral_bound_ext _ bound2) => i j; rewrite /l /= /block ?mul0n ?add0n.
  by rewrite placedE.
have := bounded_networks.layer_growth (@exp_gt0 S) (sigma_0 slope) (sigma_lipschitz slope) P X bounds => growth.
have once A k j : mat k j A = mat (1 * k) j A :> value S by rewrite mul1n.
rewrite [sheet (indices dh) (indices d) W2]sheet_placed (once _ dh) !(once _ (m * dP)%N) !(once _ (m * d)%N) !(once _ (m * dV + d)%N).
by meaning_value.
Qed.

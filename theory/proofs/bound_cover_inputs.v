(* SPDX-License-Identifier: Apache-2.0 *)
(* The inputs of the covers of a layer (bounded_networks.v), as the meaning of positional.cover-size. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms calls_bounded_layers calls_bounded_networks.
From attest Require bounded_networks statements_positional_cover_size.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* attest: positional.cover-size repaired sha256:9ae9497d5db3853334e9ad1cbe0d17c0d32fbae9a88955a3ad26373261167a51 theorem:cover_inputs *)
Theorem cover_inputs : Holds statements_positional_cover_size.repaired.
Proof.
opening S W; meaning_for_all => L L_gt0 _; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dh dh_gt0 _; meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _.
have sizes : [/\ (0 < n)%N, (0 < dP)%N, (0 < dm)%N, (0 < d)%N & (0 < dh)%N] by [].
meaning_for_all => slope _ _; meaning_for_all => B2 _ _; meaning_for_all => P _ _; meaning_for_all => X _ _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _; meaning_for_all => RV _ boundV.
meaning_for_all => W1 _ _; meaning_for_all => R1 _ bound1; meaning_for_all => W2 _ _; meaning_for_all => R2 _ bound2.
have := bounded_layers_of dP dm WQ WK boundV bound1 bound2; case: L L_gt0 RV R1 R2 boundV bound1 bound2 => // L L_gt0 RV R1 R2 _ _ _.
have -> (T : Type) (f : nat -> T) : [seq f i | i <- iota 1 L.+1] = rcons [seq f i | i <- iota 1 L] (f L.+1).
  by rewrite -map_rcons; congr map; rewrite -[in LHS](addn1 L) iotaD cats1 add1n.
move=> bounds; have := bounded_networks.cover_inputs (@exp_gt0 S) (sigma_0 slope) (sigma_lipschitz slope) P X bounds.
rewrite size_map size_iota /bounded_networks.growth card_ord => -[first second third]; meaning_value.
by apply/and3P; split; [exact: first | exact: second | exact: third].
Qed.

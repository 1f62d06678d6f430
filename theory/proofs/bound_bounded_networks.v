(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of bounded_networks.v on networks of any depth, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables exp_bounds row_norms calls_bounded_layers.
From attest Require Import calls_bounded_networks.
From attest Require bounded_networks statements_positional_norm_growth statements_positional_theorem_6_1_risk.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* attest: positional.norm-growth printed sha256:91c228ffec754dd9f22a9749af86264cae83d44a9238e02927b3e04665a4c952 theorem:norm_growth *)
Theorem norm_growth : Holds statements_positional_norm_growth.printed.
Proof.
opening S W; meaning_for_all => L L_gt0 _; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dh dh_gt0 _; meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _.
have sizes : [/\ (0 < n)%N, (0 < dP)%N, (0 < dm)%N, (0 < d)%N & (0 < dh)%N] by [].
meaning_for_all => slope _ _; meaning_for_all => B2 _ _; meaning_for_all => P _ _; meaning_for_all => X _ _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _; meaning_for_all => RV _ boundV.
meaning_for_all => W1 _ _; meaning_for_all => R1 _ bound1; meaning_for_all => W2 _ _; meaning_for_all => R2 _ bound2.
have bounds := bounded_layers_of dP dm WQ WK boundV bound1 bound2; meaning_value.
have := bounded_networks.norm_growth (@exp_gt0 S) (sigma_0 slope) (sigma_lipschitz slope) P X bounds.
by rewrite size_map size_iota /bounded_networks.growth card_ord.
Qed.

(* attest: positional.theorem-6-1-risk finding_one_lipschitz_constant sha256:7af3f1a167475dcc1c30b5586a85f060fdfaf347446c0707dca22877b598bb1b theorem:network_lipschitz *)
Theorem network_lipschitz : Holds statements_positional_theorem_6_1_risk.finding_one_lipschitz_constant.
Proof.
opening S W; meaning_for_all => L L_gt0 _; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dh dh_gt0 _; meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _.
have sizes : [/\ (0 < n)%N, (0 < dP)%N, (0 < dm)%N, (0 < d)%N & (0 < dh)%N] by [].
meaning_for_all => slope _ _; meaning_for_all => B2 _ _; meaning_for_all => P _ _; meaning_for_all => X _ _; meaning_for_all => Y _ _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _; meaning_for_all => RV _ boundV.
meaning_for_all => W1 _ _; meaning_for_all => R1 _ bound1; meaning_for_all => W2 _ _; meaning_for_all => R2 _ bound2.
have bounds := bounded_layers_of dP dm WQ WK boundV bound1 bound2; meaning_value.
have := bounded_networks.network_lipschitz (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S) (sigma_lipschitz slope) P X Y bounds.
by rewrite size_map size_iota /bounded_networks.growth card_ord.
Qed.

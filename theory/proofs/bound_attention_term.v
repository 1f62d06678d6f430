(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of bounded_layers.v on heads whose scores alone move, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables exp_bounds row_norms calls_bounded_layers.
From attest Require bounded_layers statements_positional_lemma_c9_attention_term.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* attest: positional.lemma-c9-attention-term repaired sha256:75abbe60844772fd38bcbfb6f08c36d1a3cfcd0ed6c423d9c3d2237f6d762894 theorem:attention_term *)
Theorem attention_term : Holds statements_positional_lemma_c9_attention_term.repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => m m_gt0 _.
meaning_for_all => P _ _; meaning_for_all => Z _ _; meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _.
meaning_for_all => VQ _ _; meaning_for_all => VK _ _; meaning_for_all => s _ _; meaning_for_all => R _ /blocks_boundedP bound.
pose hs := @heads_of S m dP dm d dV WQ WK WV.
have := bounded_layers.attention_term (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S) P (hs := hs) (fun h => block VQ h) (fun h => block VK h) Z bound.
by rewrite [norm_2_inf _ * norm_2_inf _]mulrC => term; meaning_value; exact: term.
Qed.

(* attest: positional.lemma-c9-attention-term finding_up_to_four_heads sha256:9cf7c1be717a627afc0afb97c831854edb968e5b7cf8b9a8ef217c13972c6886 theorem:attention_term_four_heads *)
Theorem attention_term_four_heads : Holds statements_positional_lemma_c9_attention_term.finding_up_to_four_heads.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => few _ _; have m_gt0 : (0 < few.+1)%N by [].
meaning_for_all => P _ _; meaning_for_all => Z _ _; meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => WV _ _.
meaning_for_all => VQ _ _; meaning_for_all => VK _ _; meaning_for_all => s _ _; meaning_for_all => R _ /blocks_boundedP bound.
have s_ge0 h : 0 <= s h by have [R' []] := bound h.
pose hs := @heads_of S few.+1 dP dm d dV WQ WK WV; have at_most_4 : (#|ordinal_finType few.+1| <= 4)%N by rewrite card_ord; exact: ltn_ord.
have := bounded_layers.attention_term_four_heads (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S) P (hs := hs) (fun h => block VQ h) (fun h => block VK h)
  Z at_most_4 bound.
by rewrite -[2%:R * _ * _]mulrA => term; meaning_value; exact: term.
Qed.

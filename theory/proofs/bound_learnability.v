(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of learnability.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules formulas numbers.
From attest Require learnability statements_positional_theorem_6_1 statements_positional_lemma_c5 statements_positional_layer_norm_remark statements_positional_lemma_c9 statements_positional_cover_size
  statements_positional_theorem_6_1_risk.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first [eassumption | by rewrite pnatr_eq0 | idtac].

(* attest: positional.theorem-6-1 finding_base_2H sha256:1823a848f020093e7e16907470d91314526151d828fb07d29008981408275f51 theorem:base_2H *)
Theorem base_2H : Holds statements_positional_theorem_6_1.finding_base_2H.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => H H_gt0 _; meaning_for_all => Ls _ Ls_ge1; meaning_for_all => B2 _ B2_ge1.
by meaning_value; apply: learnability.base_2H.
Qed.

(* attest: positional.lemma-c9 finding_every_value_matrix sha256:242b2ccb454346ff4181fc563ef7efe0a1602c831441b5a02006500bfbddd187 theorem:every_value_matrix *)
Theorem every_value_matrix : Holds statements_positional_lemma_c9.finding_every_value_matrix.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => w _ w_neq0; meaning_value; rewrite big_cons big_seq1 /= ?addr_ge0 ?sqr_ge0 //.
exact: learnability.every_value_matrix.
Qed.

(* attest: positional.lemma-c5 finding_delta_near_one sha256:a7dc8f73fd47dd897fb944c358c6495d401f1712ddf6633a2ab58bb08d76b17c theorem:delta_near_one *)
Theorem delta_near_one : Holds statements_positional_lemma_c5.finding_delta_near_one.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => c _ c_gt0.
have [delta [/andP[delta_gt0 delta_lt1] small]] := learnability.delta_near_one (@log_le S) c_gt0.
have delta_neq0 : delta != 0 by rewrite gt_eqF.
have over_gt1 : 1 < 1 / delta by rewrite ltr_pdivl_mulr ?mul1r.
have over_gt0 : 0 < 1 / delta by apply: lt_trans over_gt1.
have log_ge0 : 0 <= log_of (1 / delta) by apply/ltW/log_gt0.
by meaning_exists delta; [rewrite delta_gt0 | meaning_value].
Qed.

(* attest: positional.layer-norm-remark finding_no_constant sha256:fdd86f0798b10e7ed97a4934da2fabd17fd79f514bc62d6fca8f8b3fbdd8de00 theorem:no_constant_of_eq_22 *)
Theorem no_constant_of_eq_22 : Holds statements_positional_layer_norm_remark.finding_no_constant.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => C C_gt0 _.
have [k [k_gt0]] := learnability.no_constant_of_eq_22 (@log_mul S) (@log_gt0 S) C.
rewrite natrM !natrX => large; meaning_exists k.
have four_gt0 : 0 < 4%:R ^+ k * 4%:R ^+ k :> S by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
have two_gt0 : 0 < 2%:R :> S by rewrite ltr0n.
by meaning_value.
Qed.

(* attest: positional.theorem-6-1-risk finding_no_fixed_class sha256:d10890eee07ecef936413f2eafc5f705f9ae0ff4ad41a467f5e76d7798041d7d theorem:no_fixed_class *)
Theorem no_fixed_class : Holds statements_positional_theorem_6_1_risk.finding_no_fixed_class.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => K _ K_gt0; have [t [t_in apart]] := learnability.no_fixed_class K_gt0.
meaning_exists t; meaning_for_all => u _ _; meaning_for_all => v _ close; meaning_value.
exact: apart.
Qed.

(* attest: positional.cover-size finding_line_2_has_no_constant sha256:215ecf46dee1f32cd9548160d809900e8115e2788f5ee0ff313a0edd102a0ffb theorem:line_2_has_no_constant *)
Theorem line_2_has_no_constant : Holds statements_positional_cover_size.finding_line_2_has_no_constant.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
have exponent_0 : 1%:R - 1%:R = 0%:R :> S by rewrite subrr.
have exponent_1 : 3%:R * 1%:R - 3%:R = 0%:R :> S by rewrite mulr1 subrr.
have root_1 : 0 <= 1%:R :> S by rewrite ler0n.
have root_2 : 0 <= 1%:R + 1%:R * 1%:R ^+ 2 :> S by apply: addr_ge0; [|apply: mulr_ge0]; rewrite ?ler0n ?sqr_ge0.
meaning_for_all => c _ c_gt0; have [Ls [Ls_gt0 large]] := learnability.line_2_has_no_constant c_gt0.
meaning_exists Ls; meaning_value; move: large; rewrite /learnability.line_2 /learnability.B1 /=.
by rewrite !(expr0, mulr1, mul1r, expr1n, expr1, sqrtr1).
Qed.

(* attest: positional.cover-size finding_line_3_has_no_constant sha256:c4d17fc78abb9aed0fc7037ddf5a99bc097d27024fb140e6cf800e2125eeee9c theorem:line_3_has_no_constant *)
Theorem line_3_has_no_constant : Holds statements_positional_cover_size.finding_line_3_has_no_constant.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
have exponent_0 : 1%:R - 1%:R = 0%:R :> S by rewrite subrr.
have exponent_1 : 3%:R * 1%:R - 3%:R = 0%:R :> S by rewrite mulr1 subrr.
have exponent_2 : 2%:R * 1%:R = 2%:R :> S by rewrite mulr1.
have exponent_3 : 3%:R * 1%:R = 3%:R :> S by rewrite mulr1.
have root_1 : 0 <= 1%:R :> S by rewrite ler0n.
meaning_for_all => c _ c_gt0; have [B2 [B2_ge1 large]] := learnability.line_3_has_no_constant c_gt0.
have root_2 : 0 <= 1%:R + 1%:R * B2 ^+ 2 :> S by apply: addr_ge0; [|apply: mulr_ge0]; rewrite ?ler0n ?sqr_ge0.
meaning_exists B2; meaning_value; move: large; rewrite /learnability.line_2 /learnability.B1 /=.
by rewrite !(expr0, mulr1, mul1r, expr1n, expr1, sqrtr1).
Qed.

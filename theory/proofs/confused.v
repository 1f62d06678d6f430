(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 6 as printed, two tokens: whatever the two heads' weights are, two inputs that row 1 cannot tell apart are to become
   different there. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Field.
From attest Require Import field_tactics.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Confused.
Variable F : realFieldType.
Add Field confused_field : (plain_field F).
Local Ltac ffield := fold_plain F; field.

(* Two tokens x; what a block makes row 1 see, p and q the sums of WV WO over the heads that show the greatest token and the mean; and
   Psi(x; b, c) of row 1. *)
Definition mixed (p q : F) (x : F * F) : F := x.1 + p * Num.max x.1 x.2 + q * (x.1 + x.2) / 2%:R.
Definition psi_1 (b c : F) (x : F * F) : F := if b < x.1 < c then Num.max x.1 x.2 - Num.min x.1 x.2 else 0.
Definition positive (x : F * F) : Prop := 0 < x.1 /\ 0 < x.2.

Theorem two_tokens_are_confused p q : exists x y, [/\ positive x, positive y, mixed p q x = mixed p q y & x.1 + psi_1 1 3%:R x <> y.1 + psi_1 1 3%:R y].
Proof.
have two : (2%:R : F) != 0 by rewrite pnatr_eq0.
pose a := 1 + q / 2%:R; pose b := p + q / 2%:R.
have value (x : F * F) : x.1 <= x.2 -> mixed p q x = a * x.1 + b * x.2.
  by move=> le_x; rewrite /mixed /a /b max_r //; case: x {le_x} => s t /=; ffield; apply/eqP.
have [b0|b_neq0] := eqVneq b 0.
  exists (2%:R, 3%:R), (2%:R, 4%:R); rewrite !value ?ler_nat //= b0 !mul0r.
  split=> //; try by split; rewrite ltr0n.
  rewrite /psi_1 /= !ltr_nat ltr1n /= !max_r ?min_l ?ler_nat // addrC subrK addrC subrK => /eqP.
  by rewrite eqr_nat.
pose t := (8%:R * (1 + `|a| + `|b|))^-1.
have norms_gt0 : 0 < 1 + `|a| + `|b| by rewrite -addrA ltr_paddr ?ltr01 // addr_ge0.
have t_gt0 : 0 < t by rewrite invr_gt0 mulr_gt0 ?ltr0n.
have small z : `|z| <= `|a| + `|b| -> `|t * z| < 8%:R^-1.
  move=> le_z; rewrite normrM gtr0_norm // /t invfM -mulrA gtr_pmulr ?invr_gt0 ?ltr0n //.
  by rewrite mulrC ltr_pdivr_mulr // mul1r; apply: le_lt_trans le_z _; rewrite -addrA ltr_addr ltr01.
have small_a : `|t * a| < 8%:R^-1 by apply: small; rewrite ler_addl.
have small_b : `|t * b| < 8%:R^-1 by apply: small; rewrite ler_addr.
have eighth : 8%:R^-1 < 2%:R^-1 :> F by rewrite ltf_pinv ?ltr_nat // posrE ltr0n.
have half_1 : 2%:R^-1 < 1 :> F by rewrite invf_lt1 ?ltr1n ?ltr0n.
have sum_1 : 2%:R^-1 + 2%:R^-1 = 1 :> F by rewrite -[2%:R^-1]mul1r -mulrDl divff.
have [low_b high_b] : - 2%:R^-1 < t * b /\ t * b < 2%:R^-1.
  by have := lt_trans small_b eighth; rewrite ltr_norml => /andP.
have [low_a high_a] : - 2%:R^-1 < t * a /\ t * a < 2%:R^-1.
  by have := lt_trans small_a eighth; rewrite ltr_norml => /andP.
have y1_lt1 : 2%:R^-1 + t * b < 1 by rewrite -[X in _ < X]sum_1 ltr_add2l.
have y2_gt1 : 1 < 2%:R - t * a.
  by rewrite ltr_subr_addr [X in _ < X]mulr2n ltr_add2l (lt_trans high_a).
exists (2%:R^-1, 2%:R), (2%:R^-1 + t * b, 2%:R - t * a).
have le_x : 2%:R^-1 <= 2%:R :> F by apply: le_trans (ltW half_1) _; rewrite ler1n.
have le_y : 2%:R^-1 + t * b <= 2%:R - t * a by apply: ltW; apply: lt_trans y1_lt1 y2_gt1.
split.
- by split; rewrite /= ?invr_gt0 ltr0n.
- by split; rewrite /= ?(lt_trans ltr01 y2_gt1) // -ltr_subl_addl sub0r.
- by rewrite !value //=; ffield; apply/eqP.
have outside s u : s < 1 -> psi_1 1 3%:R (s, u) = 0.
  by move=> s_lt1; rewrite /psi_1 /= ltNge ltW.
rewrite !outside //= !addr0 -[X in X = _]addr0 => /addrI /esym /eqP.
by rewrite mulf_eq0 (negbTE b_neq0) gt_eqF.
Qed.

End Confused.

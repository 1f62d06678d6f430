(* SPDX-License-Identifier: Apache-2.0 *)
(* AT5's bucket functions (SRPE, Wu et al. 2021, eqs. 17 and 19): their range, monotonicity and continuity at 0 for every n and every real
   gamma, as the meaning of their statements. Of exp only 1 + x <= exp(x) and exp(x + y) = exp(x) exp(y) are used. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules generators formulas numbers.
From attest Require statements_srpe_at5_bucket.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bucket.
Variable S : numbers.
Implicit Types (x y g : S) (l n : nat).

(* 1 - exp(-x), and the arguments of exp in the two functions. *)
Lemma bucket_inside x : 0 <= x -> 0 <= 1 - exp_of (- x) < 1.
Proof.
move=> x_ge0; rewrite subr_ge0 ltr_subl_addr ltr_addl exp_gt0 andbT.
by rewrite -(exp_0 S) exp_le oppr_le0.
Qed.
Lemma bucket_at_most x : 1 - exp_of (- x) <= x.
Proof. by rewrite ler_subl_addr -ler_subl_addl; exact: exp_above. Qed.
Lemma bucket_mono x y : x <= y -> 1 - exp_of (- x) <= 1 - exp_of (- y).
Proof. by move=> x_y; rewrite ler_add2l ler_opp2 exp_le ler_opp2. Qed.
Lemma bucket_strict x y : x < y -> 1 - exp_of (- x) < 1 - exp_of (- y).
Proof. by move=> x_y; rewrite ltr_add2l ltr_opp2; apply: exp_lt; rewrite ltr_opp2. Qed.
Lemma argument x n g : - x * (1%:R / n%:R) * g = - (x * g / n%:R).
Proof. by rewrite [1%:R / _]mul1r !mulNr mulrAC. Qed.
Lemma argument_ge0 x n g : 0 <= x -> 0 <= g -> 0 <= x * g / n%:R.
Proof. by move=> x_ge0 g_ge0; rewrite divr_ge0 ?mulr_ge0 ?ler0n. Qed.
Lemma positive_part_ge0 g : 0 <= Num.max 0%:R g.
Proof. by rewrite le_maxr lexx. Qed.

Lemma up_to n : n%:R + 1 = (0 + n.+1)%:R :> S.
Proof. by rewrite add0n mulrSr. Qed.
Lemma below n : n%:R - 1%:R + 1 = (0 + n)%:R :> S.
Proof. exact: subrK. Qed.
End Bucket.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite pnatr_eq0].

(* attest: srpe.at5-bucket printed sha256:6756d347d0a71f8d4b51b52351d91ccb5f2363b4a03477545a9a1d6875274a26 theorem:range_monotone_continuous *)
Theorem range_monotone_continuous : Holds statements_srpe_at5_bucket.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt0 _; meaning_for_all => gamma _ _.
have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
have g_ge0 := positive_part_ge0 gamma; meaning_parts.
- meaning_for_all => l _ _; meaning_value; rewrite !argument andbb.
  by apply: bucket_inside; apply: argument_ge0; rewrite ?ler0n.
- meaning_for_all => l _ _; meaning_value; rewrite !argument andbb.
  by apply: bucket_mono; rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_wpmul2r // ler_addl ler0n.
meaning_for_all => h /andP[h_ge0 _] _; meaning_value; rewrite !argument andbb bucket_at_most andbT.
by have /andP[] := bucket_inside (argument_ge0 n h_ge0 g_ge0).
Qed.

(* attest: srpe.at5-bucket finding_range sha256:2978c859e0607e7e5f69e66721b05cb34b20a10cd96391312e881565e0749cff theorem:range *)
Theorem range : Holds statements_srpe_at5_bucket.finding_range.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt0 _; have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_for_all => gamma _ _; meaning_for_all => l _ _; meaning_value; rewrite argument.
by apply: bucket_inside; apply: argument_ge0; rewrite ?ler0n ?positive_part_ge0.
Qed.

(* attest: srpe.at5-bucket finding_strictly_monotone sha256:f0470aabcd1829668b2f1f546b4dc47e1c8a8a70a5c14db8dce5ef4ba0dfc369 theorem:strictly_monotone *)
Theorem strictly_monotone : Holds statements_srpe_at5_bucket.finding_strictly_monotone.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt0 _; have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_for_all => gamma /andP[gamma_ge _] _.
have gamma_gt0 : 0 < gamma by apply: lt_le_trans gamma_ge; rewrite divr_gt0 ?ltr0n.
meaning_for_all => l _ _; meaning_value; rewrite !argument; apply: bucket_strict.
by rewrite ltr_pmul2r ?invr_gt0 ?ltr0n // ltr_pmul2r ?ltr_addl ?ltr0n // lt_maxr gamma_gt0 orbT.
Qed.

(* attest: srpe.at5-bucket finding_gamma_not_positive sha256:d2fc77fa5d2a0ccd1b11b5eb16031b1c1662e8f7aa3950a5a19aef67db4233fa theorem:gamma_not_positive *)
Theorem gamma_not_positive : Holds statements_srpe_at5_bucket.finding_gamma_not_positive.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt0 _; have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_for_all => l _ _; meaning_for_all => gamma _ _; meaning_value.
have -> : Num.max 0%:R (Num.min gamma 0%:R) = 0 :> S by apply/max_idPl; rewrite le_minl lexx orbT.
by have e0 : exp (functions_of S) 0 = 1; [exact: exp_0 | rewrite !mulr0 e0 subrr eqxx].
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Lemma B.3: softmax attention approximates every unique hardmax pattern, with an
   exact error and the least temperature. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Row.
Variable F : realFieldType.

(* The unique hardmax pattern with its one in column hits i of row i. *)
Definition pattern n (hits : 'I_n -> 'I_n) : 'M[F]_n := \matrix_(i, j) (j == hits i)%:R.
(* The weights of the construction, with w = exp T: w on the hit and exp(-T) = 1/w elsewhere; and their rows, each divided by its sum. *)
Definition weights n (hits : 'I_n -> 'I_n) (w : F) : 'M[F]_n := \matrix_(i, j) if j == hits i then w else w^-1.
Definition softmax_pattern n (hits : 'I_n -> 'I_n) (w : F) : 'M[F]_n := softmax idfun (weights hits w).

(* Row i, column j of |A - Abar|. *)
Definition entry_error n (hits : 'I_n -> 'I_n) (A : 'M[F]_n) i j : F := `|pattern hits i j - A i j|.

Lemma weights_sum n hits (w : F) (i : 'I_n.+1) : \sum_k weights hits w i k = w + n%:R / w.
Proof.
rewrite (bigD1 (hits i)) //= mxE eqxx; congr (_ + _).
rewrite (eq_bigr (fun _ => w^-1)) => [|k /negbTE k_other]; last by rewrite mxE k_other.
by rewrite sumr_const cardC1 card_ord mulr_natl.
Qed.

(* The error of an entry in closed form, both cases of the printed proof: (n-1) / (E + n-1) where the one is and 1 / (E + n-1)
   elsewhere, with E = w^2 = exp(2T). *)
Theorem error_closed_form n hits (w : F) (i j : 'I_n) : 0 < w ->
  entry_error hits (softmax_pattern hits w) i j = (if j == hits i then n%:R - 1 else 1) / (w ^+ 2 + (n%:R - 1)).
Proof.
case: n hits i j => [|n] hits i j w_gt0; first by case: i.
have w_neq0 : w != 0 by rewrite gt_eqF.
rewrite [n.+1%:R]mulrSr addrK.
have sum_gt0 : 0 < w ^+ 2 + n%:R by rewrite ltr_paddr ?ler0n ?exprn_gt0.
have sum_neq0 : w ^+ 2 + n%:R != 0 by rewrite gt_eqF.
have sumE : w + n%:R / w = (w ^+ 2 + n%:R) / w by rewrite mulrDl expr2 mulfK.
have entryE : softmax_pattern hits w i j = weights hits w i j * w / (w ^+ 2 + n%:R).
  by rewrite [LHS]mxE /= weights_sum sumE invf_div mulrA.
rewrite /entry_error entryE !mxE; case: (j == hits i).
  rewrite /= mulr1n -expr2 -[X in X - _](divff sum_neq0) -mulrBl [w ^+ 2 + _ - _]addrAC subrr add0r.
  by rewrite ger0_norm // divr_ge0 ?ler0n // ltW.
by rewrite mulVf // sub0r normrN ger0_norm // divr_ge0 ?ler01 // ltW.
Qed.

(* The printed bound suffices: both cases, for E >= n / eps. *)
Lemma printed_bound n (E eps : F) (hit : bool) :
  (0 < n)%N -> 0 < eps -> n%:R / eps <= E -> (if hit then n%:R - 1 else 1) / (E + (n%:R - 1)) <= eps.
Proof.
move=> n_gt0 eps_gt0; rewrite ler_pdivr_mulr // => n_le.
have n_ge1 : 1 <= n%:R :> F by rewrite ler1n.
have eps_rest : 0 <= eps * (n%:R - 1) by rewrite mulr_ge0 ?subr_ge0 // ltW.
have E_gt0 : 0 < E by rewrite -(pmulr_lgt0 _ eps_gt0) (lt_le_trans ltr01) // (le_trans n_ge1).
have sum_gt0 : 0 < E + (n%:R - 1) by rewrite ltr_paddr ?subr_ge0.
rewrite ler_pdivr_mulr // mulrDr [eps * E]mulrC; apply: ler_paddr => //; apply: le_trans n_le.
by case: hit => //; rewrite ler_subl_addr ler_addl ler01.
Qed.

Theorem error_le n hits (w eps : F) (i j : 'I_n) :
  0 < w -> 0 < eps -> n%:R / eps <= w ^+ 2 -> entry_error hits (softmax_pattern hits w) i j <= eps.
Proof.
move=> w_gt0 eps_gt0 n_le; rewrite error_closed_form //; apply: printed_bound => //.
by case: n i {hits j n_le} => [[]|].
Qed.

(* The sharp form: every entry is within eps exactly if E >= (n-1)(1-eps)/eps. *)
Theorem error_le_iff n hits (w eps : F) :
  (1 < n)%N -> 0 < w -> 0 < eps ->
  (forall i j : 'I_n, entry_error hits (softmax_pattern hits w) i j <= eps) <-> (n%:R - 1) * (1 - eps) / eps <= w ^+ 2.
Proof.
move=> n_gt1 w_gt0 eps_gt0.
have n_ge1 : 1 <= n%:R - 1 :> F by rewrite ler_subr_addr -mulr2n ler_nat.
have sum_gt0 : 0 < w ^+ 2 + (n%:R - 1) by rewrite ltr_paddr ?exprn_gt0 // (le_trans ler01).
have hit_iff : ((n%:R - 1) / (w ^+ 2 + (n%:R - 1)) <= eps) = ((n%:R - 1) * (1 - eps) / eps <= w ^+ 2).
  rewrite !ler_pdivr_mulr // mulrBr mulr1 mulrDr [eps * w ^+ 2]mulrC [eps * (_ - _)]mulrC.
  by rewrite [RHS]ler_subl_addr.
rewrite -hit_iff; split=> [within | hit_le i j].
  have i : 'I_n by case: n n_gt1 {hits within n_ge1 sum_gt0 hit_iff} => // n _; exact: ord0.
  by have := within i (hits i); rewrite error_closed_form // eqxx.
rewrite error_closed_form //; case: ifP => // _; apply: le_trans hit_le.
by rewrite ler_pmul2r ?invr_gt0.
Qed.

(* At the printed T, where E = n / eps, both cases of the error in closed form. *)
Theorem errors_at_the_printed_T n (eps : F) : (1 < n)%N -> 0 < eps ->
  Num.max ((n%:R - 1) / (n%:R / eps + n%:R - 1)) (1 / (n%:R / eps + n%:R - 1)) <= eps.
Proof.
move=> n_gt1 eps_gt0; rewrite -addrA le_maxl (@printed_bound n _ eps true) ?(@printed_bound n _ eps false) // ltnW //.
Qed.

End Row.

(* Lemma B.3 itself: over any ordered field with functions exp and ln that obey these laws (the real numbers with theirs). *)
Section LemmaB3.
Variables (F : realFieldType) (exp ln : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_le : {mono exp : x y / x <= y}.
Hypothesis lnK : forall x, 0 < x -> exp (ln x) = x.

(* Eq. 3: softmax(P WQ (P WK)^T); and the proof's P = WK = 1 (the unit matrix), WQ = T (2 Abar - 1). *)
Definition positional_attention n d (P : 'M[F]_(n, d)) (WQ WK : 'M[F]_d) : 'M[F]_n :=
  softmax exp (P *m WQ *m (P *m WK)^T).
Definition WQ n (hits : 'I_n -> 'I_n) (T : F) : 'M[F]_n := T *: (2%:R *: pattern F hits - const_mx 1).
Definition construction n (hits : 'I_n -> 'I_n) (T : F) : 'M[F]_n := positional_attention 1%:M (WQ hits T) 1%:M.

Lemma expN x : exp (- x) = (exp x)^-1.
Proof.
have neq0 y : exp y != 0 by rewrite gt_eqF.
have exp0 : exp 0 = 1 by apply: (mulfI (neq0 0)); rewrite -expD addr0 mulr1.
by apply: (mulfI (neq0 x)); rewrite -expD subrr exp0 divff.
Qed.

Lemma constructionE n (hits : 'I_n -> 'I_n) T : construction hits T = softmax_pattern hits (exp T).
Proof.
have weightE i j : exp (WQ hits T i j) = weights hits (exp T) i j.
  rewrite !mxE; case: (j == hits i); first by rewrite mulr1 -[2%:R]/(1 + 1) addrK mulr1.
  by rewrite mulr0 sub0r mulrN mulr1 expN.
rewrite /construction /positional_attention !mul1mx trmx1 mulmx1.
apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE /= weightE; congr (_ / _).
by apply: eq_bigr => k _; rewrite weightE.
Qed.

Lemma exp_double T : exp (T * 2%:R) = exp T ^+ 2.
Proof. by rewrite mulr_natr mulr2n expD expr2. Qed.

(* As printed; T > 0 is not needed. *)
Theorem lemma_b3 n (hits : 'I_n -> 'I_n) eps T :
  0 < eps -> 1 / 2%:R * ln (n%:R / eps) <= T -> forall i j, entry_error hits (construction hits T) i j <= eps.
Proof.
move=> eps_gt0 T_ge i j; rewrite constructionE; apply: error_le => //.
have n_gt0 : (0 < n)%N by case: n i {hits j T_ge} => [[]|].
rewrite -exp_double -[n%:R / eps]lnK ?divr_gt0 ?ltr0n // exp_le.
by rewrite -ler_pdivr_mulr ?ltr0n // mulrC -[_^-1]mul1r.
Qed.

(* The least T is (1/2) ln((n-1)(1-eps)/eps). *)
Theorem least_T n (hits : 'I_n -> 'I_n) eps T :
  (1 < n)%N -> 0 < eps < 1 ->
  (forall i j, entry_error hits (construction hits T) i j <= eps) <->
  1 / 2%:R * ln ((n%:R - 1) * (1 - eps) / eps) <= T.
Proof.
move=> n_gt1 /andP[eps_gt0 eps_lt1]; rewrite constructionE error_le_iff // -exp_double.
have bound_gt0 : 0 < (n%:R - 1) * (1 - eps) / eps by rewrite divr_gt0 // mulr_gt0 // subr_gt0 // ltr1n.
by rewrite -[X in X <= exp _]lnK // exp_le -ler_pdivr_mulr ?ltr0n // [ln _ / _]mulrC div1r.
Qed.

(* It lies between two T > 0 as close to each other as one likes, of which the smaller fails and the larger suffices. *)
Theorem least_T_enclosed n eps width : (1 < n)%N -> 0 < eps < (n%:R - 1) / n%:R -> 0 < width ->
  let least := ln ((n%:R - 1) * (1 - eps) / eps) / 2%:R in
  exists low, 0 < low /\ exists high, low < high <= low + width /\
  [/\ exists i j, eps < entry_error id (construction (@id 'I_n) low) i j,
      forall i j, entry_error id (construction (@id 'I_n) high) i j <= eps & low < least < high].
Proof.
move=> n_gt1 /andP[eps_gt0 eps_lt] width_gt0 least; have n_gt0 : 0 < n%:R :> F by rewrite ltr0n ltnW.
have eps_in : 0 < eps < 1.
  by rewrite eps_gt0 (lt_trans eps_lt) // ltr_pdivr_mulr // mul1r ltr_subl_addr ltr_addl ltr01.
have ratio_gt1 : 1 < (n%:R - 1) * (1 - eps) / eps.
  by rewrite ltr_pdivl_mulr // mul1r mulrBr mulr1 mulrBl mul1r opprB addrCA ltr_addl subr_gt0 mulrC -ltr_pdivl_mulr.
have exp0 : exp 0 = 1 by apply: (mulfI (lt0r_neq0 (exp_gt0 0))); rewrite -expD addr0 mulr1.
have least_gt0 : 0 < least.
  by rewrite divr_gt0 ?ltr0n // -(leW_mono exp_le) exp0 lnK // (lt_trans ltr01).
have leastE T : (forall i j, entry_error id (construction (@id 'I_n) T) i j <= eps) <-> least <= T.
  by rewrite least_T // /least mulrC div1r.
pose half_width := width / 2%:R; have half_gt0 : 0 < half_width by rewrite divr_gt0 ?ltr0n.
have [below [below_gt0 below_least below_half]] : exists y, [/\ 0 < y, y < least & y <= half_width].
  exists (Num.min (least / 2%:R) half_width); rewrite lt_minr half_gt0 divr_gt0 ?ltr0n // lt_minl le_minl lexx orbT.
  by split=> //; rewrite ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_addl least_gt0.
have low_lt : least - below < least by rewrite ltr_subl_addr ltr_addl.
have high_gt : least < least + half_width by rewrite ltr_addl.
exists (least - below); rewrite subr_gt0; split=> //; exists (least + half_width).
rewrite (lt_trans low_lt high_gt) low_lt high_gt; split; last first.
  split=> //; last by apply/leastE; exact: ltW.
  have [/forallP all_small|] := boolP [forall i, [forall j, entry_error id (construction (@id 'I_n) (least - below)) i j <= eps]].
    have /leastE : forall i j, entry_error id (construction (@id 'I_n) (least - below)) i j <= eps by move=> i; exact/forallP.
    by rewrite leNgt low_lt.
  by case/forallPn=> i /forallPn[j]; rewrite -ltNge; exists i, j.
rewrite /= addrAC -addrA ler_add2l ler_subr_addl -[width](@divfK _ 2%:R) ?pnatr_eq0 // mulr_natr mulr2n.
by rewrite ler_add2r.
Qed.

(* Wherever the printed T is positive, a smaller T > 0 suffices. *)
Theorem printed_T_is_never_least n (hits : 'I_n -> 'I_n) eps : 0 < eps < n%:R ->
  let printed := 1 / 2%:R * ln (n%:R / eps) in
  exists T, 0 < T < printed /\ forall i j, entry_error hits (construction hits T) i j <= eps.
Proof.
case/andP=> eps_gt0 eps_lt printed; have half_gt0 : 0 < 1 / 2%:R :> F by rewrite divr_gt0 ?ltr01 ?ltr0n.
have exp0 : exp 0 = 1 by apply: (mulfI (lt0r_neq0 (exp_gt0 0))); rewrite -expD addr0 mulr1.
have n_gt0 : 0 < n%:R :> F by apply: lt_trans eps_lt.
have printed_gt0 : 0 < printed.
  by rewrite mulr_gt0 // -(leW_mono exp_le) exp0 lnK ?divr_gt0 // ltr_pdivl_mulr // mul1r.
have half_printed : 0 < printed / 2%:R < printed.
  by rewrite divr_gt0 ?ltr0n //= ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_addl.
(* A single column, or eps >= 1: every T will do. *)
have [small | ] := boolP ((n <= 1)%N || (1 <= eps)).
  exists (printed / 2%:R); split=> // i j; rewrite constructionE error_closed_form //; set E := exp _ ^+ 2.
  have E_gt0 : 0 < E by rewrite exprn_gt0.
  have n_ge1 : 0 <= n%:R - 1 :> F by rewrite subr_ge0 ler1n -(ltr0n F).
  have sum_gt0 : 0 < E + (n%:R - 1) by rewrite ltr_paddr.
  rewrite ler_pdivr_mulr //; case: (leqP n 1) small => [n_le1 _ | n_gt1 /= eps_ge1].
    have only (l : 'I_n) : l = 0%N :> nat by apply/eqP; rewrite -leqn0 -ltnS (leq_trans (ltn_ord l)).
    have -> : j == hits i by apply/eqP/val_inj; rewrite /= !only.
    by rewrite (le_trans _ (mulr_ge0 (ltW eps_gt0) (ltW sum_gt0))) // subr_le0 lern1.
  apply: le_trans (ler_pemull (ltW sum_gt0) eps_ge1); case: (j == hits i); first by rewrite ler_addr ltW.
  by apply: ler_paddl; [exact: ltW | rewrite ler_subr_addr -mulr2n ler_nat].
rewrite negb_or -ltnNge -ltNge => /andP[n_gt1 eps_lt1].
have eps_in : 0 < eps < 1 by rewrite eps_gt0.
pose least := 1 / 2%:R * ln ((n%:R - 1) * (1 - eps) / eps).
have ratio_gt0 : 0 < (n%:R - 1) * (1 - eps) / eps by rewrite divr_gt0 // mulr_gt0 // subr_gt0 // ltr1n.
have least_lt : least < printed.
  rewrite /least /printed ltr_pmul2l // -(leW_mono exp_le) (lnK ratio_gt0) lnK ?divr_gt0 // ltr_pmul2r ?invr_gt0 //.
  by rewrite -[ltRHS](subrK 1) ltr_paddr ?ler01 // gtr_pmulr ?subr_gt0 ?ltr1n // ltr_subl_addr ltr_addl.
exists (Num.max least (printed / 2%:R)); split; first by case/andP: half_printed => ? ?; rewrite lt_maxr lt_maxl; apply/andP; split; [apply/orP; right | apply/andP].
by apply/(least_T hits (Num.max least (printed / 2%:R)) n_gt1 eps_in); rewrite le_maxr lexx.
Qed.

End LemmaB3.

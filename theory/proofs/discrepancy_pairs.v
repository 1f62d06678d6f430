(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix G: the discrepancy of the two value ranges, for the pair of minimum and maximum
   and for the maximum and its negative; Theorem G.1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
From attest Require Import field_tactics discrepancy.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pairs.
Variable F : realFieldType.
Add Field ordered_field : (plain_field F).
Ltac fring := fold_plain F; ring.
Ltac ffield := fold_plain F; field.

(* The expected maximum and minimum. *)
Definition largest n L (x : array n L) : nat := \max_i x i.
Definition expected_max n L : F := (\sum_(x : array n L) (largest x)%:R) / #|array n L|%:R.
Definition power_sum n K : F := \sum_(1 <= j < K) (j%:R / K%:R) ^+ n.

Lemma largest_le n L (x : array n L) k : (largest x <= k)%N = [forall i, (x i <= k)%N].
Proof. by apply/bigmax_leqP/forallP => [le i|le i _]; exact: le. Qed.

Lemma count_above v L : (\sum_(1 <= j < L.+1) (v < j) = L - v)%N.
Proof.
elim: L => [|L IH]; first by rewrite big_nil sub0n.
rewrite big_nat_recr //= IH ltnS; case: leqP => vL; first by rewrite addn1 subSn.
have [below at_] : (L - v = 0 /\ L.+1 - v = 0)%N by split; apply/eqP; rewrite subn_eq0 // ltnW.
by rewrite below at_.
Qed.

Lemma card_below L j : (j <= L.+1)%N -> #|[pred w : 'I_L.+1 | (w < j)%N]| = j.
Proof. by move=> jL; rewrite -sum1_card -(big_ord_widen L.+1 (fun => 1%N) jL) sum1_card card_ord. Qed.

Theorem expected_maxE n L : expected_max n L = L%:R - power_sum n L.+1.
Proof.
have T0 := arrays_gt0 F n L.
have steps (x : array n L) : (largest x)%:R = L%:R - \sum_(1 <= j < L.+1) (largest x < j)%N%:R :> F.
  have xL : (largest x <= L)%N by rewrite largest_le; apply/forallP => i; rewrite -ltnS.
  by rewrite -natr_sum count_above natrB // opprB addrC subrK.
rewrite /expected_max (eq_bigr _ (fun x _ => steps x)) big_split /= sumr_const sumrN exchange_big /=.
rewrite mulrDl -[L%:R *+ _]mulr_natr mulfK ?gt_eqF // mulNr; congr (_ - _); rewrite /power_sum mulr_suml.
apply: eq_big_nat => j /andP[j0 jL].
have := probability_inside F n [pred w : 'I_L.+1 | (w < j)%N]; rewrite card_below ?(ltnW jL) // => <-.
rewrite probabilityE; congr (_ / _); rewrite -natr_sum; congr _%:R.
rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => x _.
rewrite -(prednK j0) ltnS largest_le !inE; congr (nat_of_bool _).
Qed.

(* Reflection: the minimum is L minus the maximum of the reflected array. *)
Definition smallest n L (x : array n L) : nat := (L - largest [ffun i => rev_ord (x i)])%N.
Definition expected_min n L : F := (\sum_(x : array n L) (smallest x)%:R) / #|array n L|%:R.
Theorem expected_minE n L : expected_min n L = power_sum n L.+1.
Proof.
have T0 := arrays_gt0 F n L.
have flip : bijective (fun x : array n L => [ffun i => rev_ord (x i)]).
  by exists (fun x : array n L => [ffun i => rev_ord (x i)]) => x; apply/ffunP => i; rewrite !ffunE rev_ordK.
have le (x : array n L) : (largest x <= L)%N by rewrite largest_le; apply/forallP => i; rewrite -ltnS.
have := expected_maxE n L; rewrite /expected_max (reindex _ (onW_bij _ flip)) /= => reflected.
rewrite -[RHS]opprK -[X in - X](addKr L%:R) -reflected /expected_min.
rewrite (eq_bigr (fun x : array n L => L%:R - (largest [ffun i => rev_ord (x i)])%:R)) => [|x _]; last by rewrite natrB.
by rewrite big_split /= sumr_const sumrN mulrDl -[L%:R *+ _]mulr_natr mulfK ?gt_eqF // mulNr opprD opprK.
Qed.

(* Powers are convex; one more value raises the power sum by at most 1/2, and raises it. *)
Lemma power_convex n (t x y : F) : 0 <= t <= 1 -> 0 <= x -> x <= y ->
  ((1 - t) * y + t * x) ^+ n <= (1 - t) * y ^+ n + t * x ^+ n.
Proof.
move=> /andP[t0 t1] x0 xy; have y0 := le_trans x0 xy; have t1' : 0 <= 1 - t by rewrite subr_ge0.
elim: n => [|n IH]; first by rewrite !expr0 !mulr1 subrK.
rewrite exprS; apply: le_trans (ler_wpmul2l _ IH) _; first by rewrite addr_ge0 ?mulr_ge0.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = t * (1 - t) * ((y - x) * (y ^+ n - x ^+ n))); last by rewrite !exprS; fring.
by rewrite !mulr_ge0 ?subr_ge0 // ler_expn2r ?nnegrE.
Qed.

Lemma power_sum_step n K : (0 < n)%N -> (0 < K)%N -> power_sum n K.+1 - power_sum n K <= 1 / 2%:R.
Proof.
move=> n0 K0; have K1 : K.+1%:R != 0 :> F by rewrite pnatr_eq0.
have Kne : K%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
pose f j : F := (j%:R / K%:R) ^+ n.
have term j : (0 < j <= K)%N -> (j%:R / K.+1%:R) ^+ n <= (1 - j%:R / K.+1%:R) * f j + j%:R / K.+1%:R * f j.-1 :> F.
  case: j => // j /= jK; pose t : F := j.+1%:R / K.+1%:R.
  have t01 : 0 <= t <= 1 by rewrite /t divr_ge0 ?ler0n // ler_pdivr_mulr ?ltr0n // mul1r ler_nat (leq_trans jK).
  have xy : j%:R / K%:R <= j.+1%:R / K%:R :> F by rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_nat.
  have := power_convex n t01 _ xy; rewrite divr_ge0 ?ler0n // => /(_ isT); congr (_ ^+ _ <= _).
  have /eqP K1' : K%:R + 1 != 0 :> F by rewrite -mulrSr.
  move/eqP: Kne => K0'; rewrite /t [j.+1%:R]mulrSr [K.+1%:R]mulrSr.
  by ffield; repeat apply conj; assumption.
have at_K : f K = 1 by rewrite /f divff // expr1n.
have at_0 : f 0%N = 0 by rewrite /f mul0r expr0n gtn_eqF.
have /eqP K1' : K%:R + 1 != 0 :> F by rewrite -mulrSr.
have half : \sum_(1 <= j < K.+1) ((1 - j%:R / K.+1%:R) * f j + j%:R / K.+1%:R * f j.-1) =
    power_sum n K + (1 + power_sum n K) / K.+1%:R.
  rewrite big_split /= big_nat_recr //= at_K [X in _ + X]big_ltn // at_0 mulr0 add0r.
  rewrite [X in _ + X]big_add1 /= addrAC -big_split /=.
  rewrite (eq_bigr (fun j => f j * (1 + K.+1%:R^-1))) => [|j _].
    by rewrite -mulr_suml -/(power_sum n K) [K.+1%:R]mulrSr; ffield.
  by rewrite [j.+1%:R]mulrSr [K.+1%:R]mulrSr; ffield.
have gauss : power_sum n K <= (K%:R - 1) / 2%:R.
  have sum_up k : (0 < k)%N -> \sum_(1 <= j < k) j%:R = k%:R * (k%:R - 1) / 2%:R :> F.
    elim: k => // -[|k] IH _; first by rewrite big_nil subrr mulr0 mul0r.
    rewrite big_nat_recr // IH //= [k.+2%:R]mulrSr.
    have /eqP two : 2%:R != 0 :> F by rewrite pnatr_eq0.
    by ffield.
  apply: (@le_trans _ _ (\sum_(1 <= j < K) j%:R / K%:R)).
    apply: ler_sum_nat => j /andP[j0 jK]; rewrite -[X in _ <= X]expr1 ler_wiexpn2l ?divr_ge0 ?ler0n //.
    by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat ltnW.
  by rewrite -mulr_suml sum_up // -[_ * _ / 2%:R]mulrA [K%:R * _]mulrC mulfK.
rewrite ler_subl_addl; apply: le_trans (_ : power_sum n K + (1 + power_sum n K) / K.+1%:R <= _).
  by rewrite -half; apply: ler_sum_nat => j jK; apply: term.
rewrite ler_add2l ler_pdivr_mulr ?ltr0n // mul1r mulrC ler_pdivl_mulr ?ltr0n // mulrDl mul1r.
apply: (@le_trans _ _ (2%:R + (K%:R - 1))); last by rewrite [K.+1%:R]mulrSr le_eqVlt; apply/orP; left; apply/eqP; fring.
by rewrite ler_add2l -ler_pdivl_mulr ?ltr0n.
Qed.

(* One more value raises the expected maximum by at least 1/2, z more values by at least z/2. *)
Lemma expected_max_grows n L z : (0 < n)%N -> z%:R / 2%:R <= expected_max n (L + z) - expected_max n L.
Proof.
move=> n0; elim: z => [|z IH]; first by rewrite addn0 subrr mul0r.
rewrite addnS; have step : 1 / 2%:R <= expected_max n (L + z).+1 - expected_max n (L + z).
  rewrite !expected_maxE [(L + z).+1%:R]mulrSr (_ : _ - _ = 1 - (power_sum n (L + z).+2 - power_sum n (L + z).+1)); last by fring.
  rewrite ler_subr_addr -ler_subr_addl (_ : 1 - 1 / 2%:R = 1 / 2%:R) ?power_sum_step //.
  by have /eqP two : 2%:R != 0 :> F by [rewrite pnatr_eq0]; ffield.
have := ler_add IH step; congr (_ <= _); last by fring.
by rewrite [z.+1%:R]mulrSr mulrDl.
Qed.

(* The population discrepancy of the pair max, -max is at least z. *)
Definition risk n L (h h' : array n L -> F) : F := (\sum_(x : array n L) `|h x - h' x|) / #|array n L|%:R.
Theorem pair_of_maxima n L z : (0 < n)%N ->
  z%:R <= `|risk (fun x : array n (L + z) => (largest x)%:R) (fun x => - (largest x)%:R) -
            risk (fun x : array n L => (largest x)%:R) (fun x => - (largest x)%:R)|.
Proof.
move=> n0; have double k : risk (fun x : array n k => (largest x)%:R) (fun x => - (largest x)%:R) = 2%:R * expected_max n k.
  rewrite /risk (eq_bigr (fun x : array n k => 2%:R * (largest x)%:R)) => [|x _]; first by rewrite -mulr_sumr mulrA.
  by rewrite opprK ger0_norm ?addr_ge0 ?ler0n // mulr_natl mulr2n.
rewrite !double -mulrBr; apply: le_trans (ler_norm _).
by have := expected_max_grows L z n0; rewrite ler_pdivr_mulr ?ltr0n // mulrC.
Qed.

(* The pair min, max alone: below z for every n. *)
Lemma power_sum_grows n K : (0 < n)%N -> (0 < K)%N -> power_sum n K < power_sum n K.+1.
Proof.
move=> n0 K0; rewrite /power_sum [X in _ < X]big_add1 /= [X in _ < X]big_ltn // -[X in X < _]add0r.
apply: ltr_le_add; first by rewrite exprn_gt0 // divr_gt0 ?ltr0n.
apply: ler_sum_nat => j /andP[j0 jK]; rewrite ler_expn2r ?nnegrE ?divr_ge0 ?ler0n //.
by rewrite ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?ltr0n // -!natrM ler_nat mulnS mulSn leq_add2r ltnW.
Qed.

Lemma power_sum_le n K z : (0 < n)%N -> (0 < K)%N -> power_sum n K <= power_sum n (K + z) <= power_sum n K + z%:R / 2%:R.
Proof.
move=> n0 K0; elim: z => [|z /andP[low up]]; first by rewrite addn0 mul0r addr0 lexx.
have Kz : (0 < K + z)%N by rewrite addn_gt0 K0.
rewrite addnS; apply/andP; split; first by rewrite (le_trans low) // ltW // power_sum_grows.
rewrite [z.+1%:R]mulrSr mulrDl [X in _ <= X]addrA -ler_subl_addl.
by apply: le_trans (power_sum_step n0 Kz); rewrite ler_add2l ler_opp2.
Qed.

Lemma smallest_le n L (x : array n.+1 L) : (smallest x <= largest x)%N.
Proof.
have at0 (y : array n.+1 L) : (y ord0 <= largest y)%N by rewrite /largest (leq_bigmax ord0).
apply: (@leq_trans (x ord0)); last exact: at0.
by rewrite /smallest leq_subLR addnC -leq_subLR; apply: leq_trans _ (at0 _); rewrite ffunE /= subSS.
Qed.

Theorem pair_min_max n L z : (0 < n)%N -> (0 < z)%N ->
  `|risk (fun x : array n (L + z) => (smallest x)%:R) (fun x => (largest x)%:R) -
    risk (fun x : array n L => (smallest x)%:R) (fun x => (largest x)%:R)| < z%:R.
Proof.
move=> n0 z0; have spread k : risk (fun x : array n k => (smallest x)%:R) (fun x => (largest x)%:R) =
    k%:R - 2%:R * power_sum n k.+1.
  case: n n0 => // n _; rewrite /risk (eq_bigr (fun x : array n.+1 k => (largest x)%:R - (smallest x)%:R)) => [|x _].
    rewrite big_split /= sumrN mulrBl -/(expected_max _ _) -/(expected_min _ _) expected_maxE expected_minE; fring.
  by rewrite ler0_norm ?opprB // subr_le0 ler_nat smallest_le.
have /andP[low up] := power_sum_le z n0 (ltn0Sn L); rewrite addSn in low up.
have grows : power_sum n L.+1 < power_sum n (L + z).+1.
  case: z z0 {low up} => // z _; rewrite addnS; apply: le_lt_trans (power_sum_grows n0 _) => //.
  by have /andP[] := power_sum_le z n0 (ltn0Sn L); rewrite addSn.
rewrite !spread natrD [X in `|X|](_ : _ = z%:R - 2%:R * (power_sum n (L + z).+1 - power_sum n L.+1)); last by fring.
rewrite ger0_norm; first by rewrite ltr_subl_addr ltr_addl mulr_gt0 ?ltr0n ?subr_gt0.
rewrite subr_ge0 mulrC -ler_pdivl_mulr ?ltr0n //.
by rewrite ler_subl_addl.
Qed.

(* The four hypotheses: minimum, maximum, and their negatives. *)
Definition hypothesis n L (negative maximum : bool) (x : array n L) : F :=
  let value := (if maximum then largest x else smallest x)%:R in if negative then - value else value.
Theorem conclusion :
  (forall L n, (0 < L)%N -> (0 < n)%N -> exists h g : bool * bool,
    1 <= `|risk (@hypothesis n L.+1 h.1 h.2) (hypothesis g.1 g.2) - risk (@hypothesis n L h.1 h.2) (hypothesis g.1 g.2)|) /\
  1 / (3%:R + 1) = 25%:R / 100%:R :> F.
Proof.
split=> [L n L0 n0|]; last first.
  rewrite -[3%:R + 1]mulrSr; have a : 4%:R != 0 :> F by rewrite pnatr_eq0. have b : 100%:R != 0 :> F by rewrite pnatr_eq0.
  by apply/eqP; rewrite eqr_div // mul1r -natrM.
exists (false, true), (true, true); rewrite -addn1.
exact: (pair_of_maxima L 1 n0).
Qed.

Theorem expectations L n : (0 < L)%N -> (0 < n)%N ->
  expected_max n L = L%:R - power_sum n L.+1 /\ expected_min n L = power_sum n L.+1.
Proof. by move=> _ _; rewrite expected_maxE expected_minE. Qed.

End Pairs.

(* Theorem G.1: any class that holds the true function, any finite domain, any distributions, any loss. *)
Section Discrepancy.
Variable F : realFieldType.

Definition mean_loss k (p : 'I_k -> F) (loss : 'I_k -> F) := \sum_(x < k) p x * loss x.

Theorem theorem_g1 k (H : ('I_k -> F) -> Prop) (p_test p_train : 'I_k -> F) (loss : F -> F -> F) (disc : F) (f h : 'I_k -> F) :
  (forall g g', H g -> H g' ->
    `|mean_loss p_test (fun x => loss (g x) (g' x)) - mean_loss p_train (fun x => loss (g x) (g' x))| <= disc) ->
  H f -> H h ->
  mean_loss p_test (fun x => loss (h x) (f x)) <= mean_loss p_train (fun x => loss (h x) (f x)) + disc.
Proof.
move=> worst Hf Hh; rewrite -ler_subl_addl; exact: le_trans (ler_norm _) (worst h f Hh Hf).
Qed.

End Discrepancy.

(* SPDX-License-Identifier: Apache-2.0 *)
(* The additive Chernoff bound (Hoeffding 1963) for independent trials, as Positional Attention (Back de Luca et al. 2025) uses it in
   eq. 29: over any archimedean ordered field with a function exp that obeys three laws of the exponential. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
From attest Require Import field_tactics.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Chernoff.
Variables (F : archiFieldType) (exp : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_ge1D : forall x : F, 1 + x <= exp x.
Implicit Types (p q a h x y eps : F) (N k : nat).
Add Field ordered_field : (plain_field F).
Ltac fring := fold_plain F; ring.
Ltac ffield := fold_plain F; field.
Ltac nonzero := repeat apply conj; assumption.

(* N independent trials that succeed with probability p: the probability of k successes, and of at least x. *)
Lemma four : 4%:R = 2%:R * 2%:R :> F. Proof. by rewrite -natrM. Qed.
Definition weight N p k := 'C(N, k)%:R * p ^+ k * (1 - p) ^+ (N - k).
Definition upper_tail N p x := \sum_(k < N.+1 | x <= k%:R) weight N p k.

Lemma exp0 : exp 0 = 1.
Proof. by apply: (mulfI (lt0r_neq0 (exp_gt0 0))); rewrite -expD addr0 mulr1. Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof.
move=> xy; rewrite -(subrK x y) expD ler_pemull ?(ltW (exp_gt0 x)) //.
by apply: le_trans (exp_ge1D _); rewrite ler_addl subr_ge0.
Qed.

Lemma exp_nat x n : exp x ^+ n = exp (n%:R * x).
Proof. by elim: n => [|n IH]; rewrite ?mul0r ?exp0 // exprS IH -expD mulrSr mulrDl mul1r addrC. Qed.

Lemma weights_sum N p : \sum_(k < N.+1) weight N p k = 1.
Proof.
transitivity (((1 - p) + p) ^+ N); last by rewrite subrK expr1n.
by rewrite exprDn; apply: eq_bigr => k _; rewrite /weight -[RHS]mulr_natl; fring.
Qed.

(* The likelihood of k successes up to its binomial coefficient. *)
Definition Q N k q := q ^+ k * (1 - q) ^+ (N - k).

Lemma tail_likelihood N k p a : (k <= N)%N -> 0 <= p -> p <= a -> a <= 1 -> upper_tail N p k%:R * Q N k a <= Q N k p.
Proof.
move=> kN p0 pa a1; have a0 := le_trans p0 pa; have p1 := le_trans pa a1.
have b0 : 0 <= 1 - a by rewrite subr_ge0. have q0 : 0 <= 1 - p by rewrite subr_ge0.
have Q0 x : 0 <= x <= 1 -> 0 <= Q N k x by case/andP=> ? ?; rewrite mulr_ge0 ?exprn_ge0 ?subr_ge0.
rewrite /upper_tail mulr_suml; apply: (@le_trans _ _ (\sum_(j < N.+1 | k%:R <= j%:R) Q N k p * weight N a j)).
  apply: ler_sum => j; rewrite ler_nat => kj; have jN : (j <= N)%N by rewrite -ltnS.
  rewrite /weight /Q (_ : (N - k = (N - j) + (j - k))%N); last by rewrite addnBA // subnK.
  have split x : x ^+ j = x ^+ k * x ^+ (j - k) by rewrite -exprD subnKC.
  rewrite (split p) (split a) !exprD; set u := p ^+ k; set v := (1 - p) ^+ (N - j); set w := a ^+ k; set z := (1 - a) ^+ (N - j).
  have swap : (p * (1 - a)) ^+ (j - k) <= ((1 - p) * a) ^+ (j - k).
    rewrite ler_expn2r ?nnegrE ?mulr_ge0 // -subr_ge0 [X in 0 <= X](_ : _ = a - p) ?subr_ge0 //; fring.
  have c0 : 0 <= 'C(N, j)%:R * (u * v * w * z) by rewrite !mulr_ge0 ?ler0n ?exprn_ge0.
  have := ler_wpmul2l c0 swap; rewrite !exprMn; congr (_ <= _); fring.
rewrite -mulr_sumr ler_pimulr ?Q0 ?p0 // -[X in _ <= X](weights_sum N a) [X in _ <= X](bigID (fun j : 'I_N.+1 => k%:R <= j%:R :> F)) /=.
by rewrite ler_addl sumr_ge0 // => j _; rewrite !mulr_ge0 ?ler0n ?exprn_ge0.
Qed.

(* One small step towards a = k/N. *)
Lemma likelihood_step N k q h : (0 < N)%N -> (k <= N)%N -> 0 <= q -> 0 < h -> q + h <= k%:R / N%:R ->
  Q N k q <= Q N k (q + h) * exp (- (4%:R * N%:R * h * (k%:R / N%:R - (q + h)))).
Proof.
move=> N0 kN q0 h0; set a := _ / _; set r := q + h => ra.
have r0 : 0 < r by rewrite ltr_paddl.
have Nne : N%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have a1 : a <= 1 by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have aN : N%:R * a = k%:R by rewrite mulrC divfK.
have r1 := le_trans ra a1; have qr : q <= r by rewrite ler_addl ltW.
have first : q ^+ k <= r ^+ k * exp (k%:R * - (h / r)).
  rewrite -exp_nat -exprMn ler_expn2r ?nnegrE ?(mulr_ge0 (ltW r0) (ltW (exp_gt0 _))) //.
  apply: le_trans (ler_wpmul2l (ltW r0) (exp_ge1D _)); rewrite mulrBr mulr1 mulrCA divff ?gt_eqF // mulr1.
  by rewrite /r addrK.
have second : (1 - q) ^+ (N - k) <= (1 - r) ^+ (N - k) * exp ((N - k)%:R * (h / (1 - r))).
  case: (eqVneq r 1) => [r_is_1|r_not_1].
    have a_1 : a = 1 by apply/eqP; rewrite eq_le a1 -[X in X <= a]r_is_1.
    have /eqP : N%:R = k%:R :> F by rewrite -aN a_1 mulr1.
    by rewrite eqr_nat => /eqP->; rewrite subnn !expr0 mul0r exp0 mulr1.
  have r1' : 0 < 1 - r by rewrite subr_gt0 lt_neqAle r_not_1.
  rewrite -exp_nat -exprMn ler_expn2r ?nnegrE ?(mulr_ge0 (ltW r1') (ltW (exp_gt0 _))) ?subr_ge0 ?(le_trans qr r1) //.
  apply: le_trans (ler_wpmul2l (ltW r1') (exp_ge1D _)); rewrite mulrDr mulr1 mulrCA divff ?gt_eqF // mulr1.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /r; fring.
have Q1 : 0 <= Q N k r by rewrite mulr_ge0 ?exprn_ge0 ?subr_ge0 // ltW.
apply: (@le_trans _ _ (Q N k r * exp (k%:R * - (h / r) + (N - k)%:R * (h / (1 - r))))).
  rewrite expD (_ : Q N k r * _ = r ^+ k * exp (k%:R * - (h / r)) * ((1 - r) ^+ (N - k) * exp ((N - k)%:R * (h / (1 - r))))).
    by apply: ler_pmul => //; rewrite exprn_ge0 // subr_ge0 (le_trans qr).
  by rewrite /Q; fring.
rewrite ler_wpmul2l // exp_le // natrB // -aN; case: (eqVneq r 1) => [r_is_1|r_not_1].
  have a_1 : a = 1 by apply/eqP; rewrite eq_le a1 -[X in X <= a]r_is_1.
  by rewrite a_1 r_is_1 !subrr !mulr0 oppr0 mulr1 subrr mul0r addr0 divr1 mulrN oppr_le0 mulr_ge0 ?ler0n // ltW.
have r1' : 0 < 1 - r by rewrite subr_gt0 lt_neqAle r_not_1.
have rr : 0 < r * (1 - r) by rewrite mulr_gt0.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = N%:R * h * (a - r) * ((1 - 2%:R * r) ^+ 2 / (r * (1 - r)))); last first.
  move/lt0r_neq0/eqP: r0 => r0; move/lt0r_neq0/eqP: r1' => r1'.
  by ffield; nonzero.
apply: mulr_ge0; last by rewrite divr_ge0 ?sqr_ge0 // ltW.
by apply: mulr_ge0; rewrite ?subr_ge0 // mulr_ge0 ?ler0n // ltW.
Qed.

(* M steps: the error of the discretization is exp(2 N (a - p)^2 / M). *)
Definition E N a q := exp (2%:R * N%:R * (a - q) ^+ 2).

Lemma likelihood_growth N k q h : (0 < N)%N -> (k <= N)%N -> 0 <= q -> 0 < h -> q + h <= k%:R / N%:R ->
  Q N k q * E N (k%:R / N%:R) q <=
  Q N k (q + h) * E N (k%:R / N%:R) (q + h) * exp (2%:R * N%:R * h ^+ 2).
Proof.
move=> N0 kN q0 h0 ra; have := ler_wpmul2r (ltW (exp_gt0 (2%:R * N%:R * (k%:R / N%:R - q) ^+ 2))) (likelihood_step N0 kN q0 h0 ra).
move=> step; apply: (le_trans step); rewrite /E le_eqVlt; apply/orP; left; apply/eqP.
rewrite -[LHS]mulrA -[RHS]mulrA -!expD; congr (_ * exp _); rewrite four; fring.
Qed.

Lemma likelihood_steps N k p h M : (0 < N)%N -> (k <= N)%N -> 0 <= p -> 0 < h -> p + M%:R * h <= k%:R / N%:R ->
  Q N k p * E N (k%:R / N%:R) p <=
  Q N k (p + M%:R * h) * E N (k%:R / N%:R) (p + M%:R * h) * exp (2%:R * N%:R * h ^+ 2) ^+ M.
Proof.
move=> N0 kN p0 h0; elim: M => [|M IH]; first by rewrite mul0r addr0 expr0 mulr1.
rewrite mulrSr mulrDl mul1r addrA => ra.
have before : p + M%:R * h <= k%:R / N%:R by rewrite (le_trans _ ra) // ler_addl ltW.
apply: (le_trans (IH before)); rewrite [_ ^+ M.+1]exprS [X in _ <= X]mulrA ler_wpmul2r ?exprn_ge0 ?(ltW (exp_gt0 _)) //.
by apply: likelihood_growth => //; rewrite addr_ge0 ?mulr_ge0 ?ler0n // ltW.
Qed.

Lemma pinsker N k p : (0 < N)%N -> (k <= N)%N -> 0 <= p -> p <= k%:R / N%:R ->
  Q N k p * E N (k%:R / N%:R) p <= Q N k (k%:R / N%:R).
Proof.
move=> N0 kN p0; set a := _ / _; rewrite le_eqVlt => /orP[/eqP->|pa].
  by rewrite /E subrr expr0n mulr0 exp0 mulr1.
have a1 : a <= 1 by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have a0 := le_lt_trans p0 pa.
set X := _ * _; set Y := Q _ _ _; set d := 2%:R * N%:R * (a - p) ^+ 2.
have d0 : 0 <= d by apply: mulr_ge0; rewrite ?sqr_ge0 // mulr_ge0 ?ler0n.
have Q0 q : 0 <= q -> q <= 1 -> 0 <= Q N k q by move=> ? ?; apply: mulr_ge0; rewrite exprn_ge0 ?subr_ge0.
have X0 : 0 <= X by apply: mulr_ge0; [rewrite Q0 // (le_trans (ltW pa)) | exact: ltW (exp_gt0 _)].
have Y0 : 0 <= Y by rewrite Q0 // ltW.
have refine M : (0 < M)%N -> X * (1 - d / M%:R) <= Y.
  move=> M0; have Mne : M%:R <> 0 :> F by apply/eqP; rewrite pnatr_eq0 -lt0n.
  have h0 : 0 < (a - p) / M%:R by rewrite divr_gt0 ?subr_gt0 ?ltr0n.
  have end_ : p + M%:R * ((a - p) / M%:R) = a by ffield.
  have := @likelihood_steps N k p _ M N0 kN p0 h0; rewrite end_ -/a => /(_ (lexx a)).
  rewrite {2}/E subrr expr0n mulr0 exp0 mulr1 exp_nat -/X -/Y => steps.
  have exponent : M%:R * (2%:R * N%:R * ((a - p) / M%:R) ^+ 2) = d / M%:R by rewrite /d; ffield.
  rewrite exponent in steps.
  apply: le_trans (ler_wpmul2l X0 (exp_ge1D _)) _.
  by rewrite -(ler_pmul2r (exp_gt0 (d / M%:R))) -mulrA -expD addNr exp0 mulr1.
rewrite leNgt; apply/negP => YX; have gap : 0 < X - Y by rewrite subr_gt0.
have quotient0 : 0 <= X * d / (X - Y) := divr_ge0 (mulr_ge0 X0 d0) (ltW gap).
have := archi_boundP quotient0; set M := Num.bound _ => bound.
have XdM : X * d / (X - Y) < M.+1%:R by rewrite (lt_le_trans bound) // ler_nat.
have small : X * (d / M.+1%:R) < X - Y.
  by rewrite mulrA ltr_pdivr_mulr ?ltr0n // [X in _ < X]mulrC -ltr_pdivr_mulr.
by have := refine M.+1 isT; rewrite mulrBr mulr1 ler_subl_addr -ler_subl_addl leNgt small.
Qed.

(* Eq. 29. *)
Theorem additive_chernoff N p eps : (0 < N)%N -> 0 <= p <= 1 -> 0 <= eps ->
  upper_tail N p (N%:R * (p + eps)) <= exp (- 2%:R * N%:R * eps ^+ 2).
Proof.
move=> N0 /andP[p0 p1] eps0.
case: (pickP (fun k : 'I_N.+1 => N%:R * (p + eps) <= k%:R)) => [k0 k0_ok|none]; last first.
  by rewrite /upper_tail big_pred0 // ltW.
have exk : exists k, (k <= N)%N && (N%:R * (p + eps) <= k%:R) by exists k0; rewrite -ltnS ltn_ord.
case: (ex_minnP exk) => k /andP[kN k_ok] k_min.
have tail : upper_tail N p (N%:R * (p + eps)) = upper_tail N p k%:R.
  apply: eq_bigl => j; apply/idP/idP => [j_ok|]; last by apply: le_trans.
  by rewrite ler_nat k_min // -ltnS ltn_ord.
set a := k%:R / N%:R : F.
have Npos : 0 < N%:R :> F by rewrite ltr0n.
have gap : eps <= a - p by rewrite ler_subr_addl ler_pdivl_mulr // mulrC.
have pa : p <= a by rewrite -subr_ge0 (le_trans eps0).
have a1 : a <= 1 by rewrite ler_pdivr_mulr // mul1r ler_nat.
have Qa : 0 < Q N k a.
  rewrite /Q; case: (posnP k) => [k_is_0|k_gt0].
    by rewrite /a k_is_0 mul0r expr0 mul1r subr0 expr1n ltr01.
  case: (ltngtP k N) kN => // [kN|kN] _; last by rewrite kN subnn expr0 mulr1 exprn_gt0 // divr_gt0 // ltr0n.
  by rewrite mulr_gt0 ?exprn_gt0 ?divr_gt0 ?ltr0n // subr_gt0 ltr_pdivr_mulr // mul1r ltr_nat.
rewrite tail -(ler_pmul2r Qa); apply: le_trans (tail_likelihood kN p0 pa a1) _.
have := pinsker N0 kN p0 pa; rewrite -/a -ler_pdivl_mulr ?exp_gt0 // => bound; apply: (le_trans bound).
rewrite mulrC ler_wpmul2r ?(ltW Qa) //.
rewrite -[X in X <= _]mul1r ler_pdivr_mulr ?exp_gt0 // /E -expD; apply: le_trans (exp_ge1D _); rewrite ler_addl.
rewrite !mulNr addrC subr_ge0.
by apply: ler_wpmul2l; rewrite ?mulr_ge0 ?ler0n // ler_expn2r ?nnegrE // (le_trans eps0).
Qed.

(* With a probability of at most mu: from some N on, 2 N mu or more successes have probability at most 1/N. *)
Theorem large_counts_are_rare N p mu : 0 <= p <= 1 -> 0 < mu -> p <= mu -> mu^-1 ^+ 4 <= N%:R ->
  upper_tail N p (N%:R * (2%:R * mu)) <= 1 / N%:R.
Proof.
move=> p01 mu0 pmu large; have m4 : 0 < mu^-1 ^+ 4 by rewrite exprn_gt0 ?invr_gt0.
have N0 : 0 < N%:R :> F := lt_le_trans m4 large.
have N0' : (0 < N)%N by rewrite -(ltr_nat F).
have eps0 : 0 <= 2%:R * mu - p by rewrite subr_ge0 (le_trans pmu) // -[X in X <= _]mul1r ler_wpmul2r ?(ltW mu0) // ler1n.
have := additive_chernoff N0' p01 eps0; rewrite [p + _]addrC subrK => tail; apply: (le_trans tail).
pose y := N%:R * mu ^+ 2; have y0 : 0 <= y by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
have small : - 2%:R * N%:R * (2%:R * mu - p) ^+ 2 <= - y - y.
  rewrite -opprD !mulNr ler_opp2 (_ : y + y = 2%:R * N%:R * mu ^+ 2); last by rewrite /y; fring.
  apply: ler_wpmul2l; first by rewrite mulr_ge0 ?ler0n.
  rewrite ler_expn2r ?nnegrE ?(ltW mu0) // -subr_ge0 [X in 0 <= X](_ : _ = mu - p) ?subr_ge0 //; fring.
apply: le_trans (exp_le small) _; rewrite ler_pdivl_mulr // mulrC -ler_pdivl_mulr ?exp_gt0 //.
have inv : (exp (- y - y))^-1 = exp y ^+ 2.
  by apply: (mulfI (lt0r_neq0 (exp_gt0 (- y - y)))); rewrite divff ?gt_eqF // expr2 -!expD (_ : _ + _ = 0) ?exp0 //; fring.
rewrite div1r inv; apply: (@le_trans _ _ (y ^+ 2)); last first.
  by rewrite ler_expn2r ?nnegrE ?(ltW (exp_gt0 _)) // (le_trans _ (exp_ge1D y)) // ler_addr ler01.
have one : 1 <= N%:R * mu ^+ 4.
  by have := ler_wpmul2r (exprn_ge0 4 (ltW mu0)) large; rewrite -exprMn mulVf ?gt_eqF // expr1n.
rewrite (_ : y ^+ 2 = N%:R * (N%:R * mu ^+ 4)); first by rewrite ler_pemulr ?ler0n.
by rewrite /y exprMn -exprM (_ : (2 * 2 = 4)%N) //; fring.
Qed.

Theorem multiplicative_chernoff n c : (2 < n)%N -> 2%:R <= c ->
  exists N0 : nat, forall N, (N0 <= N)%N -> forall p, 0 <= p <= 1 -> p <= 8%:R / (n%:R * c ^+ 2) ->
  upper_tail N p (16%:R * N%:R / (n%:R * c ^+ 2)) <= 1 / N%:R.
Proof.
move=> n2 c2; have c0 : 0 < c by rewrite (lt_le_trans _ c2) ?ltr0n.
have n0 : 0 < n%:R :> F by rewrite ltr0n (ltn_trans _ n2).
have mu0 : 0 < 8%:R / (n%:R * c ^+ 2) by apply: divr_gt0; [rewrite ltr0n | rewrite mulr_gt0 ?exprn_gt0].
set mu := _ / _ in mu0 *; have m4 : 0 <= mu^-1 ^+ 4 by rewrite exprn_ge0 ?invr_ge0 ?ltW.
have := archi_boundP m4; set N0 := Num.bound _ => bound; exists N0 => N le p p01 pmu.
rewrite (_ : 16%:R * _ / _ = N%:R * (2%:R * mu)); last first.
  by rewrite /mu (_ : 16%:R = 2%:R * 8%:R); [fring | rewrite -natrM].
by apply: large_counts_are_rare => //; rewrite (le_trans (ltW bound)) ?ler_nat.
Qed.

(* No N_0 serves all n and c: some instance lies inside with a probability that does not fall with N. *)
Lemma tail_1 N p : upper_tail N p 1 = 1 - (1 - p) ^+ N.
Proof.
have all := weights_sum N p; rewrite (bigD1 ord0) //= /weight bin0 expr0 subn0 !mul1r in all.
rewrite -[X in _ = X - _]all addrAC subrr add0r; apply: eq_bigl => k.
by rewrite ler1n lt0n.
Qed.

Lemma power_of_rest N p : 0 <= p <= 1 -> (1 - p) ^+ N * (1 + N%:R * p) <= 1.
Proof.
move=> /andP[p0 p1]; have r0 : 0 <= 1 - p by rewrite subr_ge0.
elim: N => [|N IH]; first by rewrite expr0 mul0r addr0 mulr1.
apply: le_trans IH; rewrite exprSr -mulrA ler_wpmul2l ?exprn_ge0 //.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = N.+1%:R * p ^+ 2); first by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
by rewrite mulrSr; fring.
Qed.

Theorem not_for_all_n_at_once K N p : (0 < K)%N -> (2 < N)%N ->
  2%:R / 3%:R / (K%:R * N%:R * 2%:R ^+ 2) <= p <= 1 ->
  K%:R * N%:R / (K%:R * N%:R * 2%:R ^+ 2) = 1 / 4%:R :> F /\ 1 / (6%:R * K%:R + 1) <= upper_tail N p 1.
Proof.
move=> K0 N2 /andP[p_ge p1]; have Kpos : 0 < K%:R :> F by rewrite ltr0n.
have Npos : 0 < N%:R :> F by rewrite ltr0n (ltn_trans _ N2).
have KN : K%:R * N%:R != 0 :> F by rewrite mulf_neq0 // gt_eqF.
split; first by rewrite invfM mulrA divff // -natrX.
have p0 : 0 <= p by apply: le_trans p_ge; rewrite !divr_ge0 ?ler0n ?mulr_ge0 ?exprn_ge0 ?ler0n.
have sixKNp : 1 <= 6%:R * K%:R * (N%:R * p).
  have N0 : (0 < N)%N := ltn_trans (isT : 0 < 2)%N N2.
  have p_ge' : 2%:R / 3%:R <= p * (K%:R * N%:R * 2%:R ^+ 2) by rewrite -ler_pdivr_mulr ?mulr_gt0 ?exprn_gt0 ?ltr0n.
  have := ler_wpmul2l (_ : 0 <= 3%:R / 2%:R) p_ge'; rewrite divr_ge0 ?ler0n // => /(_ isT).
  have /eqP two : 2%:R != 0 :> F by rewrite pnatr_eq0. have /eqP three : 3%:R != 0 :> F by rewrite pnatr_eq0.
  rewrite (_ : 6%:R = 3%:R * 2%:R); last by rewrite -natrM.
  by congr (_ <= _); ffield; nonzero.
have M0 : 0 < 1 + N%:R * p by rewrite ltr_paddr ?ltr01 ?mulr_ge0 ?ler0n.
have D0 : 0 < 6%:R * K%:R + 1 :> F by rewrite ltr_paddl ?ltr01 ?mulr_ge0 ?ler0n.
have rest : (1 - p) ^+ N <= (1 + N%:R * p)^-1.
  by rewrite -[X in _ <= X]mul1r ler_pdivl_mulr // power_of_rest // p0.
rewrite tail_1; apply: (@le_trans _ _ (1 - (1 + N%:R * p)^-1)); last by rewrite ler_add2l ler_opp2.
have /eqP M1 := lt0r_neq0 M0; rewrite ler_pdivr_mulr // (_ : 1 - _ = N%:R * p / (1 + N%:R * p)); last by ffield.
rewrite mulrAC ler_pdivl_mulr // mul1r mulrDr mulr1 ler_add2r (le_trans sixKNp) //.
by rewrite mulrC.
Qed.

End Chernoff.

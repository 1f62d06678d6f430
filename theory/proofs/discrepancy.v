(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix G: the probabilities of the last page, the claim for polynomially many samples,
   and the discrepancy of the two value ranges. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
From attest Require Import field_tactics.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Counting.
Variable F : realFieldType.
Add Field ordered_field : (plain_field F).
Ltac fring := fold_plain F; ring.
Ltac ffield := fold_plain F; field.

(* Arrays of n integers from 0 to L, all alike probable. *)
Definition array n L := {ffun 'I_n -> 'I_L.+1}.
Definition probability (T : finType) (event : pred T) : F := #|event|%:R / #|T|%:R.
Definition avoids n L (v : 'I_L.+1) := [pred x : array n L | [forall i, x i != v]].
Definition contains n L (v : 'I_L.+1) := [pred x : array n L | [exists i, x i == v]].
Definition has_both n L := [pred x : array n L | contains n ord0 x && contains n ord_max x].
Definition has_either n L := [pred x : array n L | contains n ord0 x || contains n ord_max x].
Definition q n L : F := (L%:R / L.+1%:R) ^+ n.
Definition r n L : F := (L.-1%:R / L.+1%:R) ^+ n.

Lemma card_arrays n L : #|array n L| = (L.+1 ^ n)%N.
Proof. by rewrite card_ffun !card_ord. Qed.

Lemma card_inside n L (values : pred 'I_L.+1) : #|[pred x : array n L | [forall i, values (x i)]]| = (#|values| ^ n)%N.
Proof. by rewrite -[X in (_ ^ X)%N](card_ord n) -card_ffun_on; apply: eq_card => x; rewrite !inE; apply/forallP/ffun_onP. Qed.

Lemma probability_inside n L (values : pred 'I_L.+1) :
  probability [pred x : array n L | [forall i, values (x i)]] = (#|values|%:R / L.+1%:R) ^+ n.
Proof. by rewrite /probability card_inside card_arrays !natrX expr_div_n. Qed.

Theorem avoids_product n L (v : 'I_L.+1) : probability (avoids n v) = q n L.
Proof.
have := probability_inside n (predC1 v); rewrite cardC1 card_ord /= -/(q n L) => <-.
by congr (_%:R / _); apply: eq_card => x; rewrite !inE.
Qed.

Lemma avoids_both n L : (0 < L)%N ->
  probability [pred x : array n L | avoids n ord0 x && avoids n ord_max x] = r n L.
Proof.
move=> L0; pose ends := [pred w : 'I_L.+1 | (w == ord0) || (w == ord_max)].
have ends2 : (#|ends| = 2)%N.
  rewrite (eq_card (_ : ends =i [set ord0; ord_max])); last by move=> w; rewrite !inE.
  by rewrite cards2 -val_eqE /= eq_sym -lt0n L0.
have two : #|predC ends| = L.-1.
  by apply: (@addnI 2%N); rewrite -[X in (X + _)%N = _]ends2 cardC card_ord add2n prednK.
have := probability_inside n (predC ends); rewrite two -/(r n L) => <-.
congr (_%:R / _); apply: eq_card => x; rewrite !inE; apply/andP/forallP => [[/forallP no0 /forallP noL] i|none].
  by rewrite !inE negb_or no0 noL.
by split; apply/forallP => i; have := none i; rewrite !inE negb_or => /andP[].
Qed.

Lemma probabilityE n L (event : pred (array n L)) : probability event = #|event|%:R / #|array n L|%:R.
Proof. by []. Qed.

Lemma arrays_gt0 n L : 0 < #|array n L|%:R :> F.
Proof. by rewrite card_arrays ltr0n expn_gt0. Qed.

(* The union bound, and its exact form. *)
Theorem both_exact n L : (0 < L)%N -> probability (has_both n L) = 1 - 2%:R * q n L + r n L.
Proof.
move=> L0; rewrite -(avoids_both n L0) -{1}(avoids_product n (ord0 : 'I_L.+1)).
have T0 := lt0r_neq0 (arrays_gt0 n L); rewrite !probabilityE.
have total : (#|has_both n L| + #|avoids n (ord0 : 'I_L.+1)| + #|avoids n (ord_max : 'I_L.+1)| =
    #|array n L| + #|[pred x : array n L | avoids n ord0 x && avoids n ord_max x]|)%N.
  rewrite -addnA -cardUI addnA; congr (_ + _)%N.
  rewrite -(cardC (has_both n L)); congr (_ + _)%N; apply: eq_card => x.
  by rewrite !inE negb_and !negb_exists.
have card_max : #|avoids n (ord_max : 'I_L.+1)|%:R = #|avoids n (ord0 : 'I_L.+1)|%:R :> F.
  by apply: (mulIf (invr_neq0 T0)); have := avoids_product n (ord_max : 'I_L.+1); rewrite -(avoids_product n ord0).
move/(congr1 (fun k => k%:R : F)): total; rewrite !natrD card_max => total.
have -> : #|has_both n L|%:R = #|array n L|%:R + #|[pred x : array n L | avoids n ord0 x && avoids n ord_max x]|%:R -
    2%:R * #|avoids n (ord0 : 'I_L.+1)|%:R :> F by rewrite -total; fring.
by rewrite mulrBl mulrDl divff // mulrA -!addrA [X in _ + X]addrC.
Qed.

Theorem either_exact n L : (0 < L)%N -> probability (has_either n L) = 1 - r n L.
Proof.
move=> L0; rewrite -(avoids_both n L0); have T0 := lt0r_neq0 (arrays_gt0 n L); rewrite /probability.
rewrite -[X in X - _](divff T0) -mulrBl -[X in X%:R - _](cardC (has_either n L)) natrD; congr (_ / _).
rewrite (_ : #|predC (has_either n L)| = #|[pred x : array n L | avoids n ord0 x && avoids n ord_max x]|) ?addrK //.
by apply: eq_card => x; rewrite !inE negb_or !negb_exists.
Qed.

(* m independent samples. *)
Theorem all_samples (T : finType) (event : pred T) m : (0 < #|T|)%N ->
  probability [pred S : {ffun 'I_m -> T} | [forall k, event (S k)]] = probability event ^+ m.
Proof.
move=> T0; rewrite /probability card_ffun card_ord expr_div_n -!natrX; congr (_%:R / _).
by rewrite -[X in (_ ^ X)%N](card_ord m) -card_ffun_on; apply: eq_card => S; rewrite !inE; apply/forallP/ffun_onP.
Qed.

(* The display for m samples, where its base is not negative; and with "or" as worded. *)
Definition p_both n L : F := 1 - 2%:R * q n L + r n L.

Lemma q_ge0 n L : 0 <= q n L. Proof. by rewrite /q exprn_ge0 // divr_ge0 ?ler0n. Qed.
Lemma r_ge0 n L : 0 <= r n L. Proof. by rewrite /r exprn_ge0 // divr_ge0 ?ler0n. Qed.

Theorem samples_bound n L m : 2%:R * q n L <= 1 -> (1 - 2%:R * q n L) ^+ m <= p_both n L ^+ m <= (1 - r n L) ^+ m.
Proof.
move=> base; have b0 : 0 <= 1 - 2%:R * q n L by rewrite subr_ge0.
have rq : r n L <= q n L.
  by rewrite /r /q ler_expn2r ?nnegrE ?divr_ge0 ?ler0n // ler_wpmul2r ?invr_ge0 ?ler0n // ler_nat leq_pred.
have both0 : 0 <= p_both n L by rewrite addr_ge0 ?r_ge0.
have le_either : p_both n L <= 1 - r n L.
  rewrite /p_both -addrA ler_add2l -subr_ge0 (_ : _ - _ = 2%:R * (q n L - r n L)); last by fring.
  by rewrite mulr_ge0 ?ler0n ?subr_ge0.
apply/andP; split; rewrite ler_expn2r ?nnegrE //; first by rewrite ler_addl r_ge0.
by rewrite (le_trans both0).
Qed.

Lemma bernoulli (x : F) m : 0 <= x -> x <= 1 -> 1 - m%:R * x <= (1 - x) ^+ m.
Proof.
move=> x0 x1; elim: m => [|m IH]; first by rewrite mul0r subr0 expr0.
rewrite exprS; apply: le_trans (ler_wpmul2l _ IH); last by rewrite subr_ge0.
rewrite mulrSr -subr_ge0 [X in 0 <= X](_ : _ = m%:R * (x * x)); last by fring.
by rewrite !mulr_ge0 ?ler0n.
Qed.

(* Powers of (L+1)/L outgrow powers of n. *)
Lemma ffact_ge n k : (k <= n)%N -> ((n - k) ^ k.+1 <= n ^_ k.+1)%N.
Proof.
move=> kn; rewrite ffact_prod -[X in (_ ^ X <= _)%N]card_ord -prod_nat_const; apply: leq_prod => i _.
by rewrite leq_sub2l // -ltnS.
Qed.

Lemma outgrows L c n : (20 * 2 ^ c.+1 * L ^ c.+1 * c.+1`! + 2 * c.+1 <= n)%N -> (20 * n ^ c * L ^ n <= L.+1 ^ n)%N.
Proof.
move=> large; have c2 : (2 * c.+1 <= n)%N := leq_trans (leq_addl _ _) large.
have cn : (c.+1 <= n)%N by rewrite (leq_trans _ c2) // leq_pmull.
have big : (20 * 2 ^ c.+1 * L ^ c.+1 * c.+1`! <= n)%N := leq_trans (leq_addr _ _) large.
have half : (n <= 2 * (n - c))%N.
  rewrite mulnBr leq_subRL ?leq_mul2l /= ?(ltnW cn) // [X in (_ <= X)%N]mul2n -addnn leq_add2r.
  by rewrite (leq_trans _ c2) // leq_mul2l leqnSn.
have bin : (20 * n ^ c * L ^ c.+1 <= 'C(n, c.+1))%N.
  rewrite -(leq_pmul2r (fact_gt0 c.+1)) bin_ffact; apply: leq_trans (ffact_ge (ltnW cn)).
  rewrite -(leq_pmul2l (_ : 0 < 2 ^ c.+1)%N) ?expn_gt0 // -expnMn.
  apply: (@leq_trans (n ^ c.+1)%N); last by rewrite leq_exp2r.
  rewrite [X in (_ <= X)%N]expnS; apply: leq_trans _ (leq_mul big (leqnn (n ^ c)%N)).
  rewrite (_ : 20 * 2 ^ c.+1 * _ * _ * _ = 2 ^ c.+1 * (20 * n ^ c * L ^ c.+1 * c.+1`!))%N //.
  move: (2 ^ c.+1)%N (L ^ c.+1)%N (c.+1)`!%N (n ^ c)%N => w x y z.
  by rewrite [(20 * w)%N]mulnC -!mulnA; congr (_ * (_ * _))%N; rewrite mulnA mulnC.
rewrite -[L.+1]addn1 Pascal; have cn' : (c.+1 < n.+1)%N by [].
rewrite (bigD1 (Ordinal cn')) //= exp1n muln1; apply: leq_trans (leq_addr _ _).
by rewrite -[X in (_ * L ^ X <= _)%N](subnK cn) expnD mulnCA [X in (_ <= X)%N]mulnC leq_mul2l bin orbT.
Qed.

(* The claim for m = n^c: some n_0, one for both distributions. *)
Lemma nine_tenths L c n : (0 < L)%N -> (20 * n ^ c * L ^ n <= L.+1 ^ n)%N -> 9%:R / 10%:R <= p_both n L ^+ (n ^ c).
Proof.
move=> L0 large; have Ln : 0 < L.+1%:R ^+ n :> F by rewrite exprn_gt0 ?ltr0n.
have rare : (n ^ c)%:R * (2%:R * q n L) <= 1 / 10%:R.
  rewrite /q expr_div_n ler_pdivl_mulr ?ltr0n //.
  rewrite [X in X <= _](_ : _ = 2%:R * 10%:R * (n ^ c)%:R * L%:R ^+ n / L.+1%:R ^+ n); last by fring.
  rewrite ler_pdivr_mulr // mul1r; apply: (@le_trans _ _ (20 * n ^ c * L ^ n)%N%:R); last by rewrite -natrX ler_nat.
  by rewrite -natrX -!natrM.
have [m0|m_gt0] := posnP (n ^ c)%N.
  by rewrite m0 expr0 ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have base : 2%:R * q n L <= 1.
  apply: (@le_trans _ _ (1 / 10%:R)); last by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
  by apply: le_trans rare; rewrite ler_pemull ?mulr_ge0 ?ler0n ?q_ge0 // ler1n.
have /andP[low _] := samples_bound (n ^ c) base; apply: le_trans low.
apply: le_trans (bernoulli _ _ base); last by rewrite mulr_ge0 ?ler0n ?q_ge0.
apply: (@le_trans _ _ (1 - 1 / 10%:R)); last by rewrite ler_add2l ler_opp2.
rewrite le_eqVlt; apply/orP; left; apply/eqP; have t : 10%:R <> 0 :> F by apply/eqP; rewrite pnatr_eq0.
apply: (mulIf (introN eqP t)); rewrite mulrBl !divfK ?pnatr_eq0 // mul1r.
by rewrite (_ : 10%:R = 9%:R + 1) ?addrK // -[RHS](natrD _ 9 1).
Qed.

Theorem polynomially_many L z c : (0 < L)%N -> exists n0 : nat, forall n, (n0 <= n)%N ->
  9%:R / 10%:R <= p_both n L ^+ (n ^ c) /\ 9%:R / 10%:R <= p_both n (L + z) ^+ (n ^ c).
Proof.
move=> L0; exists (20 * 2 ^ c.+1 * (L + z) ^ c.+1 * c.+1`! + 2 * c.+1)%N => n large.
split; apply: nine_tenths; rewrite ?addn_gt0 ?L0 //; apply: outgrows => //.
apply: leq_trans large; rewrite leq_add2r !leq_mul2r leq_mul2l leq_exp2r // leq_addr !orbT //.
Qed.

Theorem four_fifths L z c : (0 < L)%N -> exists n0 : nat, forall n, (n0 <= n)%N ->
  81%:R / 100%:R <= p_both n L ^+ (n ^ c) * p_both n (L + z) ^+ (n ^ c).
Proof.
move=> L0; have [n0 after] := polynomially_many z c L0; exists n0 => n /after[train test].
apply: le_trans (ler_pmul _ _ train test); rewrite ?divr_ge0 ?ler0n //.
by rewrite mulf_div -!natrM.
Qed.

(* The empirical discrepancy of minimum and maximum, where every sample holds both ends of its range. *)
Definition mean (m : nat) (values : 'I_m -> F) : F := (\sum_(k < m) values k) / m%:R.
Theorem empirical_pair m (L z : nat) (train test : 'I_m -> F * F) : (0 < m)%N ->
  (forall k, train k = (0, L%:R)) -> (forall k, test k = (0, (L + z)%:R)) ->
  `|mean (fun k => (test k).2 - (test k).1) - mean (fun k => (train k).2 - (train k).1)| = z%:R.
Proof.
move=> m0 trainE testE; rewrite /mean.
rewrite (eq_bigr (fun => (L + z)%:R)) => [|k _]; last by rewrite testE subr0.
rewrite [X in _ - X / _](eq_bigr (fun => L%:R)) => [|k _]; last by rewrite trainE subr0.
rewrite !sumr_const card_ord -mulr_natr -[X in _ - X / _]mulr_natr !mulfK ?pnatr_eq0 -?lt0n // natrD addrAC subrr add0r.
by rewrite ger0_norm ?ler0n.
Qed.

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
have T0 := arrays_gt0 n L.
have steps (x : array n L) : (largest x)%:R = L%:R - \sum_(1 <= j < L.+1) (largest x < j)%N%:R :> F.
  have xL : (largest x <= L)%N by rewrite largest_le; apply/forallP => i; rewrite -ltnS.
  by rewrite -natr_sum count_above natrB // opprB addrC subrK.
rewrite /expected_max (eq_bigr _ (fun x _ => steps x)) big_split /= sumr_const sumrN exchange_big /=.
rewrite mulrDl -[L%:R *+ _]mulr_natr mulfK ?gt_eqF // mulNr; congr (_ - _); rewrite /power_sum mulr_suml.
apply: eq_big_nat => j /andP[j0 jL].
have := probability_inside n [pred w : 'I_L.+1 | (w < j)%N]; rewrite card_below ?(ltnW jL) // => <-.
rewrite probabilityE; congr (_ / _); rewrite -natr_sum; congr _%:R.
rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => x _.
rewrite -(prednK j0) ltnS largest_le !inE; congr (nat_of_bool _).
Qed.

(* Reflection: the minimum is L minus the maximum of the reflected array. *)
Definition smallest n L (x : array n L) : nat := (L - largest [ffun i => rev_ord (x i)])%N.
Definition expected_min n L : F := (\sum_(x : array n L) (smallest x)%:R) / #|array n L|%:R.
Theorem expected_minE n L : expected_min n L = power_sum n L.+1.
Proof.
have T0 := arrays_gt0 n L.
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
(* attest: positional.discrepancy-conclusion finding_any_z sha256:829dcb1a5e1d5395358b55e08ecad0616c58d568aa97f02a5bc40028d5618c5d theorem:pair_of_maxima *)
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

(* attest: positional.discrepancy-conclusion finding_min_and_max_stay_below sha256:7dd80af3bf1be2b480053a4925999009ec52ef176b434d714419084db44db5fa theorem:pair_min_max *)
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

(* The statements as they stand. *)
Definition lacks_one n L := [pred x : array n L | ~~ contains n ord0 x || ~~ contains n ord_max x].
(* attest: positional.discrepancy-products printed sha256:afec82b26b83caa458d7ea763fd56cc8457c3c54d78f14b7e8637f6e49bacdbf theorem:products *)
Theorem products L n : (0 < L)%N -> (0 < n)%N ->
  [/\ probability (avoids n (ord0 : 'I_L.+1)) = (L%:R / L.+1%:R) ^+ n,
      probability (avoids n (ord_max : 'I_L.+1)) = (L%:R / L.+1%:R) ^+ n,
      probability (has_both n L) = 1 - probability (lacks_one n L) &
      1 - 2%:R * (L%:R / L.+1%:R) ^+ n <= probability (has_both n L)].
Proof.
move=> L0 n0; split; rewrite ?avoids_product //; last by rewrite both_exact // ler_addl r_ge0.
have T0 := lt0r_neq0 (arrays_gt0 n L); rewrite !probabilityE -[X in _ = X - _](divff T0) -mulrBl; congr (_ / _).
rewrite -[X in X%:R - _](cardC (has_both n L)) natrD (_ : #|predC (has_both n L)| = #|lacks_one n L|) ?addrK //.
by apply: eq_card => x; rewrite !inE negb_and.
Qed.

(* attest: positional.discrepancy-products finding_exact sha256:5c134c4449512c8bb05040e06099c25c2c29cbc9a1370556dcfd185a97d98f62 theorem:exact_both_and_either *)
Theorem exact_both_and_either L n : (0 < L)%N -> (0 < n)%N ->
  probability (has_both n L) = p_both n L /\ probability (has_either n L) = 1 - r n L.
Proof. by move=> L0 _; rewrite both_exact // either_exact. Qed.

(* attest: positional.discrepancy-samples printed sha256:e0bc81a78958c18600beafb30677e4c26e120846fe304a89b2b0b7be0754112d theorem:samples *)
Theorem samples L : (0 < L)%N ->
  (forall n m, (0 < n)%N -> 2%:R * q n L <= 1 -> (0 < m)%N -> (1 - 2%:R * q n L) ^+ m <= p_both n L ^+ m) /\
  (forall z c, exists n0 : nat, forall n, (n0 <= n)%N ->
    9%:R / 10%:R <= p_both n L ^+ (n ^ c) /\ 9%:R / 10%:R <= p_both n (L + z) ^+ (n ^ c)).
Proof.
move=> L0; split=> [n m _ base _|z c]; last exact: polynomially_many.
by have /andP[] := samples_bound m base.
Qed.

(* From one n on. *)
Definition sure L c n := (20 * n ^ c * L ^ n <= L.+1 ^ n)%N && (n.+1 ^ c * L <= n ^ c * L.+1)%N.
Lemma sure_next L c n : (0 < n)%N -> sure L c n -> sure L c n.+1.
Proof.
move=> n0 /andP[now next]; apply/andP; split.
  rewrite !expnS; apply: leq_trans _ (leq_mul (leqnn L.+1) now).
  have -> : (20 * n.+1 ^ c * (L * L ^ n) = 20 * L ^ n * (n.+1 ^ c * L))%N by ring.
  have -> : (L.+1 * (20 * n ^ c * L ^ n) = 20 * L ^ n * (n ^ c * L.+1))%N by ring.
  by rewrite leq_mul2l next orbT.
have nc : (0 < n ^ c)%N by rewrite expn_gt0 n0.
rewrite -(leq_pmul2l nc); apply: (@leq_trans (n.+1 ^ c * (n.+1 ^ c * L))%N); last by rewrite mulnCA leq_mul2l next orbT.
rewrite !mulnA leq_mul2r; apply/orP; right; rewrite -!expnMn.
have le : (n * n.+2 <= n.+1 * n.+1)%N by rewrite (_ : n.+1 * n.+1 = n * n.+2 + 1)%N ?leq_addr //; ring.
by case: c {now next nc} => // c; rewrite leq_exp2r.
Qed.

(* attest: positional.discrepancy-samples finding_from_one_n_on sha256:b9ba6f1ed07f7f3500dca12fffff528834306a0a172d7fffccbbe56b764765b5 theorem:from_one_n_on *)
Theorem from_one_n_on L c n0 n : (0 < L)%N -> (0 < n0)%N -> sure L c n0 -> (n0 <= n)%N ->
  9%:R / 10%:R <= p_both n L ^+ (n ^ c).
Proof.
move=> L0 n0_gt0 start le; suff /andP[now _] : sure L c n by apply: nine_tenths.
rewrite -(subnK le); elim: (n - n0)%N => [|k IH]; first by rewrite add0n.
by rewrite addSn sure_next // addn_gt0 n0_gt0 orbT.
Qed.

(* attest: positional.discrepancy printed sha256:7ad06fea66ce55f70916cc7b953601708f12ed0ea82d8dbecf9dfddcb2bb2f8f theorem:polynomial_claim *)
Theorem polynomial_claim L z : (0 < L)%N ->
  (forall c, exists n0 : nat, forall n, (n0 <= n)%N ->
    81%:R / 100%:R <= p_both n L ^+ (n ^ c) * p_both n (L + z) ^+ (n ^ c) /\ 8%:R / 10%:R < 81%:R / 100%:R :> F) /\
  (forall m (train test : 'I_m -> F * F), (0 < m)%N -> (forall k, train k = (0, L%:R)) -> (forall k, test k = (0, (L + z)%:R)) ->
    `|mean (fun k => (test k).2 - (test k).1) - mean (fun k => (train k).2 - (train k).1)| = z%:R).
Proof.
move=> L0; split=> [c|m train test]; last exact: empirical_pair.
have [n0 after] := four_fifths z c L0; exists n0 => n /after; split=> //.
by rewrite ltr_pdivr_mulr ?ltr0n // mulrAC ltr_pdivl_mulr ?ltr0n // -!natrM ltr_nat.
Qed.

(* The four hypotheses: minimum, maximum, and their negatives. *)
Definition hypothesis n L (negative maximum : bool) (x : array n L) : F :=
  let value := (if maximum then largest x else smallest x)%:R in if negative then - value else value.
(* attest: positional.discrepancy-conclusion printed sha256:d043143af4db4f90d4953b85edd8c567ba340629e94b16b710b1c35acf745a09 theorem:conclusion *)
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

(* attest: positional.discrepancy-conclusion finding_expectations sha256:bc4f123e373843480ab3d2f5c243c13a3c1a6139adecea07a02380c4df35d246 theorem:expectations *)
Theorem expectations L n : (0 < L)%N -> (0 < n)%N ->
  expected_max n L = L%:R - power_sum n L.+1 /\ expected_min n L = power_sum n L.+1.
Proof. by move=> _ _; rewrite expected_maxE expected_minE. Qed.

End Counting.

(* Theorem G.1: any class that holds the true function, any finite domain, any distributions, any loss. *)
Section Discrepancy.
Variable F : realFieldType.

Definition mean_loss k (p : 'I_k -> F) (loss : 'I_k -> F) := \sum_(x < k) p x * loss x.

(* attest: positional.theorem-g1 printed sha256:14eb259c3fbde241af5199f0f0440ea9ba997f31dd25a48bfe7eb0bda9b70175 theorem:theorem_g1 *)
Theorem theorem_g1 k (H : pred ('I_k -> F)) (p_test p_train : 'I_k -> F) (loss : F -> F -> F) (disc : F) (f h : 'I_k -> F) :
  (forall g g', H g -> H g' ->
    `|mean_loss p_test (fun x => loss (g x) (g' x)) - mean_loss p_train (fun x => loss (g x) (g' x))| <= disc) ->
  H f -> H h ->
  mean_loss p_test (fun x => loss (h x) (f x)) <= mean_loss p_train (fun x => loss (h x) (f x)) + disc.
Proof.
move=> worst Hf Hh; rewrite -ler_subl_addl; exact: le_trans (ler_norm _) (worst h f Hh Hf).
Qed.

End Discrepancy.

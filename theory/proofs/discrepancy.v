(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix G: the probabilities of the last page, and the claim for polynomially many
   samples. *)
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

(* The statements as they stand. *)
Definition lacks_one n L := [pred x : array n L | ~~ contains n ord0 x || ~~ contains n ord_max x].
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

Theorem exact_both_and_either L n : (0 < L)%N -> (0 < n)%N ->
  probability (has_both n L) = p_both n L /\ probability (has_either n L) = 1 - r n L.
Proof. by move=> L0 _; rewrite both_exact // either_exact. Qed.

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

Theorem from_one_n_on L c n0 n : (0 < L)%N -> (0 < n0)%N -> sure L c n0 -> (n0 <= n)%N ->
  9%:R / 10%:R <= p_both n L ^+ (n ^ c).
Proof.
move=> L0 n0_gt0 start le; suff /andP[now _] : sure L c n by apply: nine_tenths.
rewrite -(subnK le); elim: (n - n0)%N => [|k IH]; first by rewrite add0n.
by rewrite addSn sure_next // addn_gt0 n0_gt0 orbT.
Qed.

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

End Counting.

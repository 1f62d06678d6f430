(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 4.2: zeros in C for i > j, for i < j, and C = I after a mask, with T5's encoding. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention position_aware causal.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section CausalFamilies.
Variable F : realFieldType.
Implicit Types e : F -> F.

(* The layer X + A(X) X. *)
Definition t5_layer e n d k (WQ WK : 'M[F]_(d, k)) (m c : int -> F) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  X + urpe_attention e WQ WK (bias_t5 m) c X *m X.
(* c_k = 0 for k > 0, that is i > j, as printed; c_k = 0 for k < 0. *)
Definition printed_zeros n (c : int -> F) : Prop := forall k : nat, (0 < k < n)%N -> c k%:Z = 0.
Definition other_zeros n (c : int -> F) : Prop := forall k : nat, (0 < k < n)%N -> c (- k%:Z) = 0.

(* A layer's entry: a weight n^-1 c_{i-j} for each token. *)
Lemma uniform_layer e n k (c : int -> F) (X : 'M[F]_(n.+1, 1)) i : (forall t, 0 < e t) ->
  t5_layer e (0 : 'M_(1, k)) 0 (fun=> 0) c X i 0 = X i 0 + n.+1%:R^-1 * \sum_j c (relative i j) * X j 0.
Proof.
move=> e_gt0; rewrite mxE; congr (_ + _); rewrite mxE mulr_sumr; apply: eq_bigr => j _; rewrite mulrA; congr (_ * _).
rewrite mxE [toeplitz _ _ _ _]mxE; congr (_ * _); rewrite /rpe_attention mulmx0 mul0mx add0r mxE mxE.
rewrite (eq_bigr (fun=> e 0)) => [|l _]; last by rewrite mxE.
by rewrite sumr_const card_ord -[_ *+ _]mulr_natr invfM mulrA divff ?mul1r ?gt_eqF.
Qed.

(* The printed zeros: with WQ = WK = 0, m = 0 and the C of eq. 23 the first of n >= 2 tokens sees every later one, the last sees none before it. *)
Theorem printed_zeros_look_ahead e n k : (forall t, 0 < e t) ->
  let layer (X : 'M[F]_(n.+2, 1)) := t5_layer e (0 : 'M_(1, k)) 0 (fun=> 0) (@upper F) X in
  [/\ printed_zeros n.+2 (@upper F),
      forall j : 'I_n.+2, j != ord0 -> row ord0 (layer (\col_l (l == j)%:R)) <> row ord0 (layer 0) &
      forall X Y : 'M[F]_(n.+2, 1), row ord_max X = row ord_max Y -> row ord_max (layer X) = row ord_max (layer Y)].
Proof.
move=> e_gt0 layer; split=> [l /andP[l_gt0 _]|j j_neq0 /rowP/(_ 0)|X Y same].
- by rewrite /upper leNgt ltz_nat l_gt0.
- rewrite ![row _ _ 0 0]mxE !uniform_layer // mxE eq_sym (negbTE j_neq0) [in RHS]mxE !add0r => /mulfI same.
  have := same _; rewrite (bigD1 j) //= mxE eqxx mulr1 big1 => [|l /negbTE other]; last by rewrite mxE other mulr0.
  rewrite addr0 big1 => [|l _]; last by rewrite mxE mulr0.
  rewrite /upper /relative subr_le0 lez_nat leq0n => /(_ _)/eqP; rewrite oner_eq0 => impossible.
  by apply: notF; apply: impossible; rewrite invr_eq0 pnatr_eq0.
have last : X ord_max 0 = Y ord_max 0 by have /rowP/(_ 0) := same; rewrite !mxE.
apply/rowP => o; rewrite !ord1 ![row _ _ 0 0]mxE !uniform_layer // last; congr (_ + _ * _); apply: eq_bigr => j _.
have [le_j|] := leqP n.+1 j; last first.
  by move=> lt_j; rewrite /upper /relative subr_le0 lez_nat /= leqNgt lt_j !mul0r.
have -> : j = ord_max by apply: val_inj; apply: anti_leq; rewrite /= le_j -ltnS ltn_ord.
by rewrite last.
Qed.

(* Zeros for i < j, and scores that do not look at the tokens: WQ = 0. *)
(* attest: urpe.causal-c finding_other_side_without_content sha256:8971d5414650ca36c71f15dfe0b11695c396c2dbe1841920bebb7011c53f0ea6 theorem:other_side_without_content *)
Theorem other_side_without_content e n k (WK : 'M[F]_(1, k)) m c (X Z : 'M[F]_(n, 1)) (i : 'I_n) : other_zeros n c ->
  (forall j : 'I_n, (j <= i)%N -> row j X = row j Z) -> row i (t5_layer e 0 WK m c X) = row i (t5_layer e 0 WK m c Z).
Proof.
move=> zeros same; have entry (j : 'I_n) o : (j <= i)%N -> X j o = Z j o by move=> /same/rowP/(_ o); rewrite !mxE.
apply/rowP => o; rewrite ![row _ _ _ _]mxE ![t5_layer _ _ _ _ _ _ _ _]mxE entry //; congr (_ + _).
rewrite [LHS]mxE [RHS]mxE; apply: eq_bigr => j _; rewrite ![urpe_attention _ _ _ _ _ _ _ _]mxE /rpe_attention !mulmx0 !mul0mx.
have [/entry->//|lt_ij] := leqP j i.
have -> : toeplitz n c i j = 0.
  rewrite mxE /relative -opprB subzn ?zeros // ?(ltnW lt_ij) // subn_gt0 lt_ij /=.
  exact: leq_ltn_trans (leq_subr _ _) (ltn_ord j).
by rewrite !mulr0 !mul0r.
Qed.

(* After the mask: scores 0 and C = I. Row i, counted from 0, has the sum 1 / (i + 1). *)
Definition identity (t : int) : F := (t == 0)%:R.
Theorem masked_position_aware e n k : (forall t, 0 < e t) ->
  let v : 'cV[F]_n := \col_i i.+1%:R^-1 in
  [/\ other_zeros n identity, distinct v &
      forall X : 'M[F]_(n, 1), masked_attention e (0 : 'M_(1, k)) 0 (bias_t5 (fun=> 0)) identity X *m ones F n = v].
Proof.
move=> e_gt0 v; split=> [l /andP[l_gt0 _]|i j|X].
- by rewrite /identity oppr_eq0 eqz_nat (gtn_eqF l_gt0).
- by apply: contraNneq; rewrite !mxE => /invr_inj/eqP; rewrite eqr_nat eqSS => /eqP/ord_inj ->.
apply/matrixP => i o; rewrite row_sumsE mxE (bigD1 i) //= big1 ?addr0 => [|j ne]; last first.
  rewrite mxE /identity /relative subr_eq0 eqz_nat [_ == _ :> nat]eq_sym (negbTE (ne : (j : nat) != i)) mulr0.
  by rewrite if_same.
have zero (j l : 'I_n) : scores (0 : 'M_(1, k)) 0 (bias_t5 (fun=> 0)) X j l = 0.
  by rewrite /scores mulmx0 mul0mx add0r mxE.
rewrite mxE leqnn /identity /relative subrr eqxx mulr1 zero (eq_bigr (fun=> e 0)) => [|l _]; last by rewrite zero.
rewrite (big_ord_narrow (ltn_ord i)) sumr_const card_ord -[_ *+ _]mulr_natr invfM mulrA divff ?mul1r //.
by rewrite gt_eqF.
Qed.

End CausalFamilies.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), section 4 and appendices B.3 to B.5: the image of softmax, which patterns positional
   attention realises, and exact routing by two softmax heads. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention softmax_bound hardmax.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Patterns.
Variables (F : realFieldType) (exp ln : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_le : {mono exp : x y / x <= y}.
Hypothesis lnK : forall x, 0 < x -> exp (ln x) = x.

(* A row-stochastic matrix with entries in (0, 1). *)
Definition is_open_stochastic p q (B : 'M[F]_(p, q)) :=
  (forall i j, 0 < B i j < 1) /\ (forall i, \sum_j B i j = 1).

Lemma softmax_gt0 p q (X : 'M[F]_(p, q)) i j : 0 < softmax exp X i j.
Proof.
rewrite mxE divr_gt0 //; case: q X j => [|q] X j; first by case: j.
exact: softmax_sum_gt0.
Qed.

Lemma softmax_sum p q (X : 'M[F]_(p, q.+1)) i : \sum_j softmax exp X i j = 1.
Proof.
rewrite (eq_bigr (fun j => exp (X i j) / \sum_k exp (X i k))) => [|j _]; last by rewrite mxE.
by rewrite -mulr_suml divff // gt_eqF // softmax_sum_gt0.
Qed.

Lemma softmax_ln p q (B : 'M[F]_(p, q)) :
  (forall i j, 0 < B i j) -> (forall i, \sum_j B i j = 1) -> softmax exp (map_mx ln B) = B.
Proof.
move=> B_gt0 B_sum; apply/matrixP => i j; rewrite !mxE.
rewrite (eq_bigr (fun k => B i k)) => [|k _]; last by rewrite mxE lnK.
by rewrite B_sum divr1 lnK.
Qed.

(* The image of softmax, for two columns or more. *)
Theorem softmax_image p q (B : 'M[F]_(p, q.+2)) : (exists X, softmax exp X = B) <-> is_open_stochastic B.
Proof.
split=> [[X <-]|[B_in B_sum]]; last first.
  by exists (map_mx ln B); apply: softmax_ln => // i j; case/andP: (B_in i j).
split=> [i j|i]; last exact: softmax_sum.
rewrite softmax_gt0 /=; rewrite -(softmax_sum X i) (bigD1 j) //= ltr_addl.
have [k k_neq] : exists k : 'I_q.+2, k != j.
  by case: (eqVneq ord0 j) => [<-|neq]; [exists ord_max | exists ord0].
by rewrite (bigD1 k) //= ltr_paddr ?softmax_gt0 // sumr_ge0 // => l _; apply/ltW/softmax_gt0.
Qed.

(* As the statement has it: what softmax gives, and that each such matrix is the softmax of its logarithms. *)
Theorem softmax_range p q :
  (forall X : 'M[F]_(p, q.+2), is_open_stochastic (softmax exp X)) /\
  (forall B : 'M[F]_(p, q.+2), is_open_stochastic B -> softmax exp (map_mx ln B) = B).
Proof.
split=> [X|B [B_in B_sum]]; first by apply/(softmax_image _).1; exists X.
by apply: softmax_ln => // i j; case/andP: (B_in i j).
Qed.

(* For one column it is the column of ones. *)
Theorem softmax_image_one_column p (B : 'M[F]_(p, 1)) : (exists X, softmax exp X = B) <-> (forall i, B i 0 = 1).
Proof.
split=> [[X <-] i|B1]; first by rewrite mxE big_ord1 divff // gt_eqF.
by exists 0; apply/matrixP => i j; rewrite ord1 B1 mxE big_ord1 divff ?gt_eqF.
Qed.

(* Remark B.6. *)
Theorem remark_b6 n (P Q S : 'M[F]_n) : P *m Q = 1%:M -> Q *m P = 1%:M -> exists WQ WK : 'M[F]_n, scores P WQ WK = S.
Proof. by move=> PQ _; exists (Q *m S), Q; rewrite /scores mulmxA PQ mul1mx trmx1 mulmx1. Qed.

Theorem one_position (S : 'M[F]_1) : softmax exp (scores (0 : 'M[F]_1) 1%:M 1%:M) = softmax exp S.
Proof.
have one (X : 'M[F]_1) : softmax exp X = const_mx 1.
  by apply/matrixP => i j; rewrite !ord1 [LHS]mxE big_ord1 divff ?gt_eqF // mxE.
by rewrite !one.
Qed.

(* Standard attention, eq. 2: the scores come from the rows themselves. *)
Theorem identical_rows_in_standard_attention n d m (X : 'M[F]_(n, d)) (WQ WK : 'M[F]_(d, m)) i k : row i X = row k X ->
  row i (X *m WQ *m (X *m WK)^T) = row k (X *m WQ *m (X *m WK)^T).
Proof. by move=> same; rewrite -!mulmxA !row_mul same. Qed.

(* From two positions on, P has to be invertible: if v P = 0 for a row v that is not 0, the patterns obey an equation. *)
Lemma exp_sub x y : exp (x - y) = exp x / exp y.
Proof. by rewrite expD expN. Qed.

Theorem invertible_is_needed n (P : 'M[F]_n.+2) (v : 'rV[F]_n.+2) i d (WQ WK : 'M[F]_(n.+2, d)) : v *m P = 0 -> v 0 i != 0 ->
  softmax exp (scores P WQ WK) != softmax exp (\matrix_(k, j) ((k == i) && (j == 0))%:R : 'M[F]_n.+2).
Proof.
move=> vP vi_neq0; pose X : 'M[F]_n.+2 := \matrix_(k, j) ((k == i) && (j == 0))%:R; apply/eqP => eqB.
pose S := scores P WQ WK.
have vS : v *m S = 0 by rewrite /S /scores mulmxA mulmxA vP !mul0mx.
have diffE k : S k 0 - S k ord_max = X k 0 - X k ord_max.
  have exp_inj : injective exp by move=> x y /eqP; rewrite eq_le !exp_le -eq_le => /eqP.
  apply: exp_inj; rewrite !exp_sub.
  have sum_neq0 (Y : 'M[F]_n.+2) : \sum_l exp (Y k l) != 0 by rewrite gt_eqF // softmax_sum_gt0.
  have ratio (Y : 'M[F]_n.+2) : exp (Y k 0) / exp (Y k ord_max) = softmax exp Y k 0 / softmax exp Y k ord_max.
    by rewrite !mxE invf_div mulrA mulfVK.
  by rewrite ratio eqB -ratio.
have := congr1 (fun M : 'rV_n.+2 => M 0 0 - M 0 ord_max) vS; rewrite !mxE subrr -sumrB.
rewrite (eq_bigr (fun k => v 0 k * (X k 0 - X k ord_max))) => [|k _]; last by rewrite -mulrBr diffE.
rewrite (bigD1 i) //= big1 => [|k /negbTE k_neq]; last by rewrite !mxE k_neq subrr mulr0.
by rewrite !mxE eqxx /= subr0 mulr1 addr0 => /eqP; rewrite (negbTE vi_neq0).
Qed.

(* Exact routing: one head with all scores equal, one with score t at the source and 0 elsewhere. With E = exp t != 1 the difference of the
   two outputs, each times a number, is what stands at the source. *)
Definition two_heads_WO n d (E : F) : 'M[F]_(d + d, d) :=
  col_mx ((- (n%:R / (E - 1)))%:M) (((E + n%:R - 1) / (E - 1))%:M).

Lemma exp0 : exp 0 = 1.
Proof. by apply: (mulfI (lt0r_neq0 (exp_gt0 0))); rewrite -expD addr0 mulr1. Qed.

Lemma uniform_rows n (X : 'M[F]_n.+1) : X = 0 -> softmax exp X = const_mx (n.+1%:R^-1).
Proof.
move=> ->; apply/matrixP => i j; rewrite !mxE exp0 (eq_bigr (fun _ => 1)) => [|k _]; last by rewrite mxE exp0.
by rewrite sumr_const card_ord mul1r.
Qed.

Lemma cancel_heads (a b c s x : F) : a != 0 -> b != 0 -> c != 0 -> - (a / b * (a^-1 * s)) + c / b * ((s + b * x) / c) = x.
Proof.
move=> a_neq0 b_neq0 c_neq0.
have -> : a / b * (a^-1 * s) = s / b by rewrite mulrACA divff // mul1r mulrC.
have -> : c / b * ((s + b * x) / c) = (s + b * x) / b by rewrite mulrC mulrA mulfVK.
by rewrite mulrDl addrA addNr add0r mulrC mulKf.
Qed.

Theorem exact_routing n d (source : 'I_n.+1 -> 'I_n.+1) t (X : 'M[F]_(n.+1, d)) : t != 0 ->
  let uniform := softmax exp (scores 1%:M (0 : 'M_n.+1) 1%:M) in
  let pointed := softmax exp (scores 1%:M (t *: pattern F source) 1%:M) in
  row_mx (uniform *m X) (pointed *m X) *m two_heads_WO n.+1 d (exp t) = \matrix_(i, j) X (source i) j.
Proof.
move=> t_neq0 uniform pointed; set E := exp t.
have E_neq1 : E - 1 != 0.
  rewrite subr_eq0 -exp0; apply: contra t_neq0 => /eqP eqE.
  by rewrite eq_le -[t <= 0]exp_le -[0 <= t]exp_le -/E eqE exp0 lexx.
have E_gt0 : 0 < E by exact: exp_gt0.
have sum_gt0 : 0 < E + n%:R by rewrite ltr_paddr ?ler0n.
rewrite mul_row_col !mul_mx_scalar; apply/matrixP => i j.
have uniformE : (uniform *m X) i j = n.+1%:R^-1 * \sum_k X k j.
  by rewrite /uniform scores_unit uniform_rows // mxE mulr_sumr; apply: eq_bigr => k _; rewrite mxE.
have weightE k : exp ((t *: pattern F source) i k) = if k == source i then E else 1.
  by rewrite !mxE; case: (k == _); rewrite ?mulr1 // mulr0 exp0.
have sumE : \sum_k exp ((t *: pattern F source) i k) = E + n%:R.
  rewrite (bigD1 (source i)) //= weightE eqxx; congr (_ + _).
  rewrite (eq_bigr (fun _ => 1)) => [|k /negbTE k_neq]; last by rewrite weightE k_neq.
  by rewrite sumr_const cardC1 card_ord.
have pointedE : (pointed *m X) i j = (\sum_k X k j + (E - 1) * X (source i) j) / (E + n%:R).
  rewrite /pointed scores_unit mxE.
  rewrite (eq_bigr (fun k => (X k j + (if k == source i then (E - 1) * X (source i) j else 0)) / (E + n%:R))) => [|k _].
    rewrite -mulr_suml big_split /=; congr ((_ + _) / _).
    by rewrite -big_mkcond big_pred1_eq.
  rewrite mxE sumE weightE mulrAC; congr (_ / _); case: eqP => [->|_]; last by rewrite mul1r addr0.
  by rewrite mulrBl mul1r addrCA subrr addr0.
rewrite 2![in LHS]mxE uniformE [in LHS]mxE pointedE mxE.
have -> : E + n.+1%:R - 1 = E + n%:R by rewrite mulrSr addrA addrK.
by rewrite mulNr cancel_heads ?pnatr_eq0 // gt_eqF.
Qed.

(* With t = 1 and d = 1: the two factors in W_O. *)
Theorem exact_routing_at_1 n (source : 'I_n.+1 -> 'I_n.+1) (X : 'M[F]_(n.+1, 1)) :
  let a := - (n.+1%:R / (exp 1 - 1)) in
  let b := (exp 1 + n.+1%:R - 1) / (exp 1 - 1) in
  let uniform := softmax exp (scores 1%:M (0 : 'M_n.+1) 1%:M) in
  let pointed := softmax exp (scores 1%:M (pattern F source) 1%:M) in
  row_mx (uniform *m X) (pointed *m X) *m col_mx (const_mx a : 'M_1) (const_mx b) = \matrix_(i, j) X (source i) j.
Proof.
move=> a b uniform pointed; rewrite -(exact_routing source X (oner_neq0 F)) scale1r; congr (_ *m _).
by rewrite /two_heads_WO -/a -/b; congr col_mx; apply/matrixP => i j; rewrite !ord1 !mxE eqxx mulr1n.
Qed.

(* One softmax head never is a hardmax pattern, from two positions on. *)
Theorem one_head_never n (source : 'I_n.+2 -> 'I_n.+2) (S : 'M[F]_n.+2) i : exists j, softmax exp S i j != pattern F source i j.
Proof.
have [j j_neq] : exists j : 'I_n.+2, j != source i.
  by case: (eqVneq ord0 (source i)) => [<-|neq]; [exists ord_max | exists ord0].
by exists j; rewrite gt_eqF // [pattern _ _ _ _]mxE (negbTE j_neq) softmax_gt0.
Qed.

(* The repaired routing of Lemma B.2 under softmax, at Lemma B.3's temperature. *)
Theorem repaired_routing_softmax N s (H : 'I_N -> 'I_N -> 'I_s -> bool) h eps T : no_collision H -> 0 < eps -> 1 / 2%:R * ln (N.+1%:R / eps) <= T ->
  forall v w, `|hardmax (repaired_WQ F H h) v w - softmax exp (T *: (2%:R *: repaired_WQ F H h - const_mx 1)) v w| <= eps.
Proof.
move=> single eps_gt0 T_ge v w; rewrite repaired_WQE // hardmax_pattern.
have := lemma_b3 expD exp_gt0 exp_le lnK (source H h) eps_gt0 T_ge v w.
by rewrite /entry_error /construction /positional_attention /WQ !mul1mx trmx1 mulmx1.
Qed.

(* The printed W_Q has the same row where a machine receives something. *)
Theorem printed_routing_softmax N s (H : 'I_N -> 'I_N -> 'I_s -> bool) h eps T i j : no_collision H -> H i j h -> 0 < eps -> 1 / 2%:R * ln (N.+1%:R / eps) <= T ->
  forall w, `|(w == machine i)%:R - softmax exp (T *: (2%:R *: printed_WQ F H h - const_mx 1)) (machine j) w| <= eps.
Proof.
move=> single Hij eps_gt0 T_ge w; have := repaired_routing_softmax h single eps_gt0 T_ge (machine j) w.
have sourceE : source H h (machine j) = machine i.
  by rewrite /source as_machineK; case: pickP => [i' /(single _ _ _ _ Hij) -> //|/(_ i)]; rewrite Hij.
rewrite repaired_WQE // hardmax_pattern [pattern F (source H h) (machine j) w]mxE sourceE.
suff rowE v : printed_WQ F H h (machine j) v = pattern F (source H h) (machine j) v.
  rewrite [softmax _ _ _ _ in X in X -> _]mxE [softmax _ _ _ _ in X in _ -> X]mxE.
  have scoreE v : (T *: (2%:R *: printed_WQ F H h - const_mx 1)) (machine j) v = (T *: (2%:R *: pattern F (source H h) - const_mx 1)) (machine j) v.
    by move: (rowE v); rewrite !mxE => ->.
  by rewrite scoreE; under [X in _ -> is_true (`|_ - _ / X| <= _)]eq_bigr => v _ do rewrite scoreE.
rewrite !mxE sourceE as_machineK; congr (nat_of_bool _)%:R; case: (nodeP v) => [i' ->|->]; last by rewrite -val_eqE /= gtn_eqF.
by apply/idP/eqP => [Hi'j|/(congr1 val)/= /val_inj -> //]; rewrite (single _ _ _ _ Hij Hi'j).
Qed.

(* Remark B.5: one setting of P, WQ, WK serves all lengths k <= n. Position i of length k has the unit vector number (k-1) n + i; hits k i
   is the column of its one. *)
Section RemarkB5.
Variables (n : nat) (hits : nat -> nat -> nat) (T : F).
Definition length_of u := (u %/ n).+1.
Definition encodings k : 'M[F]_(k, n * n) := \matrix_(i, u) (val u == k.-1 * n + val i)%N%:R.
Definition all_lengths_WQ : 'M[F]_(n * n) :=
  \matrix_(u, w) (T * (2%:R * (w %% n == hits (length_of u) (u %% n))%N%:R - 1)).

Lemma encodings_mul k (M : 'M[F]_(n * n)) (i j : 'I_k) (u w : 'I_(n * n)) :
  val u = (k.-1 * n + val i)%N -> val w = (k.-1 * n + val j)%N -> scores (encodings k) M 1%:M i j = M u w.
Proof.
move=> uE wE; rewrite /scores mulmx1.
have rowE v (l : 'I_k) (x : 'I_(n * n)) : val x = (k.-1 * n + val l)%N -> encodings k l v = (v == x)%:R by rewrite mxE -val_eqE /= => ->.
rewrite mxE (bigD1 w) //= big1 => [|v /negbTE v_neq]; last by rewrite [(encodings k)^T _ _]mxE (rowE v _ w) // v_neq mulr0.
rewrite addr0 [(encodings k)^T _ _]mxE (rowE w _ w) // eqxx mulr1 mxE (bigD1 u) //= big1 => [|v /negbTE v_neq].
  by rewrite (rowE u _ u) // eqxx mul1r addr0.
by rewrite (rowE v _ u) // v_neq mul0r.
Qed.

Theorem remark_b5 k (own : 'I_k -> 'I_k) eps : (0 < k <= n)%N -> (forall i, val (own i) = hits k (val i)) ->
  0 < eps -> 1 / 2%:R * ln (n%:R / eps) <= T ->
  forall i j, `|softmax_bound.pattern F own i j - positional_attention exp (encodings k) all_lengths_WQ 1%:M i j| <= eps.
Proof.
move=> /andP[k_gt0 k_le] ownE eps_gt0 T_ge i j.
have n_gt0 : (0 < n)%N by exact: leq_trans k_le.
have node_lt (l : 'I_k) : (k.-1 * n + l < n * n)%N.
  have small : (l < n)%N by exact: leq_trans k_le.
  have : (k.-1 * n + l < k.-1.+1 * n)%N by rewrite mulSn addnC ltn_add2r.
  by rewrite prednK // => /leq_trans; apply; rewrite leq_mul2r k_le orbT.
have scoresE : scores (encodings k) all_lengths_WQ 1%:M = WQ own T.
  apply/matrixP => a b; rewrite (@encodings_mul _ _ _ _ (Ordinal (node_lt a)) (Ordinal (node_lt b))) // !mxE /length_of /=.
  have small (l : 'I_k) : (l < n)%N by rewrite (leq_trans (ltn_ord l)).
  rewrite !divnMDl // !modnMDl (divn_small (small a)) addn0 !modn_small // prednK //.
  by rewrite -ownE.
have -> : positional_attention exp (encodings k) all_lengths_WQ 1%:M = construction exp own T.
  by rewrite /construction /positional_attention -/(scores _ _ _) scoresE !mul1mx trmx1 mulmx1.
rewrite -/(entry_error own _ i j); apply: (lemma_b3 expD exp_gt0 exp_le lnK own eps_gt0) => //; apply: le_trans T_ge.
rewrite ler_pmul2l ?divr_gt0 ?ltr01 ?ltr0n // -exp_le !lnK ?divr_gt0 ?ltr0n //.
by rewrite ler_pmul2r ?invr_gt0 // ler_nat.
Qed.
End RemarkB5.

End Patterns.

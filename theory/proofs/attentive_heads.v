(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), the attentive condition of Theorem 3 and appendix B, eq. 22: heads of each encoding that meet it, with the bias
   on either side; what ALiBi's and Shaw's encodings do. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention position_aware attentive attentive_encodings.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AttentiveHeads.
Variable F : realFieldType.

(* What a head of head dimension k learns for its encoding; Transformer-XL's vectors r_{i-j}, of dimension q, are fixed. *)
Inductive encoding k q :=
  | T5 of int -> F
  | Shaw of int -> 'rV[F]_k
  | DeBERTa of int -> 'rV[F]_k & int -> 'rV[F]_k
  | TransformerXL of 'M[F]_(q, k) & 'rV[F]_k & 'rV[F]_k.
Arguments T5 {k q}.
Arguments Shaw {k q}.
Arguments DeBERTa {k q}.
(* The list after eq. 4, with queries Q and keys K: their biases enter B as well. *)
Definition bias k q (E : encoding k q) (r : int -> 'rV[F]_q) n (Q K : 'M[F]_(n, k)) : 'M[F]_n :=
  match E with
  | T5 m => \matrix_(i, j) m (relative i j)
  | Shaw w => \matrix_(i, j) (row i Q *m (w (relative i j))^T) 0 0
  | DeBERTa w s => \matrix_(i, j) (row i Q *m (w (relative i j))^T + s (relative i j) *m (row j K)^T) 0 0
  | TransformerXL WR u v =>
      \matrix_(i, j) (row i Q *m (r (relative i j) *m WR)^T + u *m (row j K)^T + v *m (r (relative i j) *m WR)^T) 0 0
  end.

(* A head of eq. 8 with biases of queries and keys; C is the Toeplitz matrix of the family. *)
Record urpe_head d k q := Urpe {
  learned : encoding k q;
  weights_Q : 'M[F]_(d, k);
  weights_K : 'M[F]_(d, k);
  bias_Q : 'rV[F]_k;
  bias_K : 'rV[F]_k;
  family : int -> F
}.
Definition head_scores d k q (h : urpe_head d k q) (r : int -> 'rV[F]_q) n (X : 'M[F]_(n, d)) : 'M[F]_n :=
  let Q := add_row (X *m weights_Q h) (bias_Q h) in
  let K := add_row (X *m weights_K h) (bias_K h) in
  Q *m K^T + bias (learned h) r Q K.
(* The head has C = 1 1^T and, up to what is added to a whole row, the scores S of the condition. *)
Definition meets d k q (h : urpe_head d k q) r n (S : 'M[F]_(n, d) -> 'M[F]_n) : Prop :=
  (forall t, family h t = 1) /\ forall X : 'M[F]_(n, d), centred (head_scores h r X) = centred (S X).

Definition no_encoding q : seq (encoding 1 q) := [:: T5 (fun=> 0); Shaw (fun=> 0); DeBERTa (fun=> 0) (fun=> 0); TransformerXL 0 0 0].

Lemma no_bias q (r : int -> 'rV[F]_q) n (Q K : 'M[F]_(n, 1)) (P : encoding 1 q -> Prop) : (forall E, bias E r Q K = 0 -> P E) -> all_hold P (no_encoding q).
Proof.
move=> holds; do !split; apply: holds; apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE //.
- by rewrite trmx0 mulmx0 mxE.
- by rewrite trmx0 mulmx0 mul0mx addr0 mxE.
- by rewrite mulmx0 trmx0 mulmx0 !mul0mx !addr0 mxE.
Qed.

Lemma add_const n (s : 'cV[F]_n) c : add_row s (const_mx c) = s + c *: ones F n.
Proof. by apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE repeat_rowE !mxE mulr1. Qed.
Lemma add_zero n d (X : 'M[F]_(n, d)) : add_row X 0 = X.
Proof. by rewrite /add_row /repeat_row mulmx0 addr0. Qed.

Lemma all_meet n d q (h : encoding 1 q -> urpe_head d 1 q) r (S : 'M[F]_(n, d) -> 'M[F]_n) l : (forall E t, family (h E) t = 1) ->
  (forall X, all_hold (fun E => head_scores (h E) r X = S X) l) -> all_hold (fun E => meets (h E) r S) l.
Proof.
move=> ones; elim: l => //= E l IH each; split; last by apply: IH => X; case: (each X).
by split=> // X; case: (each X) => ->.
Qed.

(* The keys have the bias -c, all else is as in appendix B: WQ = WK = u, cQ = 0 and nothing is learned for the encoding. *)
Theorem heads_of_eq_22 n d (r : int -> 'rV[F]_d) (u : 'cV[F]_d) c :
  all_hold (fun E => meets (Urpe E u u 0 (const_mx (- c)) (fun=> 1)) r (@key_side F n d u c)) (no_encoding d).
Proof.
apply: all_meet => // X; apply: (@no_bias d r n (X *m u) (X *m u - c *: ones F n)) => E none.
by rewrite /head_scores /= add_zero add_const scaleNr none addr0.
Qed.

(* Without any bias. *)
Theorem heads_without_biases n d (r : int -> 'rV[F]_d) (u : 'cV[F]_d) c :
  all_hold (fun E => meets (Urpe E u u 0 0 (fun=> 1)) r (@key_side F n d u c)) (no_encoding d).
Proof.
have [] : all_hold (fun E => meets (Urpe E u u 0 0 (fun=> 1)) r (@key_side F n d u 0)) (no_encoding d).
  apply: all_meet => // X; apply: (@no_bias d r n (X *m u) (X *m u)) => E none.
  by rewrite /head_scores /= !add_zero /key_side scale0r subr0 none addr0.
have blind E : meets (Urpe E u u 0 0 (fun=> 1)) r (@key_side F n d u 0) -> meets (Urpe E u u 0 0 (fun=> 1)) r (@key_side F n d u c).
  by case=> ones same; split=> // X; rewrite c_is_invisible same.
by move=> /blind ? [/blind ? [/blind ? [/blind ? _]]].
Qed.

(* DeBERTa's s_{i-j} and Transformer-XL's u are -c: the bias is on the side of the query, without any bias term. *)
Theorem query_side_without_biases n d (r : int -> 'rV[F]_d) (u : 'cV[F]_d) c :
  all_hold (fun E => meets (Urpe E u u 0 0 (fun=> 1)) r (@query_side F n d u c))
    [:: DeBERTa (fun=> 0) (fun=> const_mx (- c)); TransformerXL 0 (const_mx (- c)) 0].
Proof.
have shifted (X : 'M[F]_(n, d)) (B : 'M[F]_n) : (forall i j, B i j = - c * (X *m u) j 0) -> X *m u *m (X *m u)^T + B = query_side u c X.
  move=> entry; rewrite /query_side mulmxBl; congr (_ + _); apply/matrixP => i j.
  by rewrite entry -scalemxAl !mxE big_ord1 !mxE mul1r mulNr.
have keys (K : 'M[F]_(n, 1)) j : (const_mx (- c) *m (row j K)^T) 0 0 = - c * K j 0 by rewrite mxE big_ord1 !mxE.
apply: all_meet => // X; rewrite /= /head_scores /= !add_zero; split; last split=> //.
  by apply: shifted => i j; rewrite [LHS]mxE trmx0 mulmx0 add0r keys.
apply: shifted => i j; rewrite [LHS]mxE.
by rewrite mulmx0 trmx0 mulmx0 mul0mx add0r addr0 keys.
Qed.

(* With the bias -c of the queries every encoding does it. *)
Theorem query_side_with_a_query_bias n d (r : int -> 'rV[F]_d) (u : 'cV[F]_d) c :
  all_hold (fun E => meets (Urpe E u u (const_mx (- c)) 0 (fun=> 1)) r (@query_side F n d u c)) (no_encoding d).
Proof.
apply: all_meet => // X; apply: (@no_bias d r n (X *m u - c *: ones F n) (X *m u)) => E none.
by rewrite /head_scores /= add_zero add_const scaleNr none addr0.
Qed.

(* Where the first token is 0, its row of scores over Shaw's encoding is 0, whatever the other tokens are. *)
Theorem first_row_is_blind n d k (WQ WK : 'M[F]_(d, k)) (cK : 'rV[F]_k) (r : int -> 'rV[F]_k) (Y : 'M[F]_(n, d)) :
  let X : 'M[F]_(1 + n, d) := col_mx 0 Y in row 0 (X *m WQ *m (add_row (X *m WK) cK)^T + bias_shaw WQ r X) = 0.
Proof.
move=> X; have X0 : row 0 X = 0.
  transitivity (row (lshift n ord0) X); first by congr row; apply: val_inj.
  by rewrite /X rowKu; apply/rowP => j; rewrite !mxE.
apply/rowP => j; rewrite linearD /= !row_mul X0 !mul0mx add0r [LHS]mxE [LHS]mxE.
by rewrite X0 !mul0mx !mxE.
Qed.

(* ALiBi, scores without content, with the C of eq. 23. *)
Theorem alibi_is_position_aware (e : F -> F) n d slope (X : 'M[F]_(n, d)) : (forall t, 0 < e t) ->
  distinct (factored e (bias_alibi slope X) (@upper F) *m ones F n).
Proof.
move=> e_gt0; pose w (i j : 'I_n) := e (bias_alibi slope X i j).
have w_gt0 i j : 0 < w i j by apply: e_gt0.
pose g (k : nat) := e (- slope * k%:R).
have g_gt0 k : 0 < g k by apply: e_gt0.
have wE i j : w i j = g (if (i <= j)%N then j - i else i - j)%N.
  have apart (a b : nat) : (a <= b)%N -> `|a%:Z - b%:Z| = (b - a)%N%:Z by move=> le_ab; rewrite distrC subzn.
  by rewrite /w /g mxE /relative; case: leqP => [/apart-> //|/ltnW/apart same]; rewrite distrC same.
pose N (i : 'I_n) := \sum_(k < n - i) g k; pose P (i : 'I_n) := \sum_(k < i) g k.+1.
have later (i : 'I_n) : \sum_(j < n | (i <= j)%N) w i j = N i.
  rewrite (eq_bigr (fun j : 'I_n => g (j - i)%N)) => [|j le_ij]; last by rewrite wE le_ij.
  rewrite -(big_mkord (fun j => i <= j)%N (fun j => g (j - i)%N)).
  have /= <- := @big_nat_widenl _ _ _ i 0 n xpredT (fun j => g (j - i)%N) isT.
  rewrite -{1}[nat_of_ord i]add0n big_addn big_mkord; apply: eq_bigr => k _; by rewrite addnK.
have before (i : 'I_n) : \sum_(j < n | ~~ (i <= j)%N) w i j = P i.
  rewrite (eq_bigr (fun j : 'I_n => g (i - j)%N)) => [|j lt_ji]; last by rewrite wE (negbTE lt_ji).
  rewrite (eq_bigl (fun j : 'I_n => (j < i)%N)) => [|j]; last by rewrite -ltnNge.
  rewrite (big_ord_narrow (ltnW (ltn_ord i))) [LHS](reindex_inj rev_ord_inj) /=.
  by apply: eq_bigr => k _; rewrite subKn.
have sumE (i : 'I_n) : (factored e (bias_alibi slope X) (@upper F) *m ones F n) i 0 = N i / (N i + P i).
  rewrite row_sumsE -later -before -(bigID (fun j : 'I_n => (i <= j)%N) xpredT) mulr_suml [RHS]big_mkcond /=.
  apply: eq_bigr => j _; rewrite !mxE /upper /relative subr_le0 lez_nat.
  by case: leqP; rewrite ?mulr1 ?mulr0 // /w mxE.
have N_gt0 i : 0 < N i.
  rewrite /N -(subnSK (ltn_ord i)) big_ord_recl; apply: ltr_paddr => //; apply: sumr_ge0 => k _; exact: ltW.
have P_ge0 i : 0 <= P i by apply: sumr_ge0 => k _; apply: ltW.
have falls (i j : 'I_n) : (i < j)%N -> N j / (N j + P j) < N i / (N i + P i).
  move=> lt_ij; rewrite ltr_pdivr_mulr ?ltr_paddr // mulrAC ltr_pdivl_mulr ?ltr_paddr // !mulrDr [N j * N i]mulrC ltr_add2l.
  have N_falls : N j < N i.
    rewrite /N -(subnKC (leq_sub2l n (ltnW lt_ij))) big_split_ord /= ltr_addl.
    rewrite subnBA ?(ltnW (ltn_ord j)) //; have -> : (n - i + j - n = (j - i.+1).+1)%N.
      by rewrite addnBAC ?(ltnW (ltn_ord i)) // -subnDA [(i + n)%N]addnC subnDA addKn subnSK.
    by rewrite big_ord_recl; apply: ltr_paddr => //; apply: sumr_ge0 => k _; apply: ltW.
  have P_grows : P i <= P j.
    by rewrite /P -(subnKC (ltnW lt_ij)) big_split_ord /= ler_addl; apply: sumr_ge0 => k _; apply: ltW.
  have Pj_gt0 : 0 < P j.
    rewrite /P; case: (nat_of_ord j) lt_ij => [//|m _]; rewrite big_ord_recl.
    by apply: ltr_paddr => //; apply: sumr_ge0 => k _; apply: ltW.
  apply: le_lt_trans (_ : N j * P j < _); first by rewrite ler_wpmul2l ?(ltW (N_gt0 j)).
  by rewrite ltr_pmul2r.
move=> i j ij; rewrite !sumE; have [lt_ij|lt_ji|/ord_inj same] := ltngtP i j.
- by rewrite gt_eqF ?falls.
- by rewrite lt_eqF ?falls.
- by rewrite same eqxx in ij.
Qed.

End AttentiveHeads.

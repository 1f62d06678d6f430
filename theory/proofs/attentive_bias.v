(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022): what the printed bias of the attentive condition does (nothing), and Lemma 8 with one head, with equal entries and
   without biases; networks with softmax on identical rows. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention identical_rows position_aware attentive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AttentiveBias.
Variable F : realFieldType.

Lemma key_score n d (u : 'cV[F]_d) c (X : 'M[F]_(n, d)) i j : key_side u c X i j = (X *m u) i 0 * ((X *m u) j 0 - c).
Proof. by rewrite /key_side !mxE big_ord1 !mxE mulr1. Qed.
Lemma query_score n d (u : 'cV[F]_d) c (X : 'M[F]_(n, d)) i j : query_side u c X i j = ((X *m u) i 0 - c) * (X *m u) j 0.
Proof. by rewrite /query_side !mxE big_ord1 !mxE mulr1. Qed.

Theorem softmax_is_blind_to_c (e : F -> F) n d (u : 'cV[F]_d) c (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> (forall s t, e (s + t) = e s * e t) -> softmax e (key_side u c X) = softmax e (key_side u 0 X).
Proof.
move=> e_gt0 e_add; rewrite -(softmax_shift (key_side u 0 X) (fun i => (X *m u) i 0 * c) e_gt0 e_add); congr (softmax e _).
by apply/matrixP => i j; rewrite key_score [RHS]mxE key_score subr0 mulrBr.
Qed.

(* One threshold, 0. *)
Theorem threshold_is_zero n d (u : 'cV[F]_d) c (X : 'M[F]_(n, d)) i :
  let s := X *m u in
  (0 < s i 0 -> forall M, is_max s M -> (hardmax (key_side u c X) *m s) i 0 = M) /\
  (s i 0 < 0 -> forall m, is_min s m -> (hardmax (key_side u c X) *m s) i 0 = m).
Proof.
move=> s; split=> side M [[k <-] extreme]; apply: hardmax_value => j /forallP /(_ k); rewrite !key_score -/s.
  by rewrite ler_pmul2l // ler_add2r => le_kj; apply/le_anti; rewrite extreme.
by rewrite ler_nmul2l // ler_add2r => le_jk; apply/le_anti; rewrite le_jk extreme.
Qed.

(* A row exactly at the threshold is uniform. *)
Theorem at_the_threshold n d (u : 'cV[F]_d) (X : 'M[F]_(n, d)) i j : hardmax (query_side u ((X *m u) i 0) X) i j = n%:R^-1.
Proof.
have every k : is_largest (query_side u ((X *m u) i 0) X) i k by apply/forallP => l; rewrite !query_score subrr !mul0r.
by rewrite mxE every (eq_card (_ : _ =i predT)) ?card_ord // => k; rewrite inE every.
Qed.

(* Any number of heads on positive tokens, d = 1: all tokens are moved alike. *)
Theorem positive_tokens_move_alike n H (x : 'cV[F]_n) (u c a : 'I_H -> F) : (forall i, 0 < x i 0) ->
  let shift i := \sum_h a h * (hardmax (key_side ((u h)%:M : 'cV_1) (c h) x) *m x) i 0 in forall i k, shift i = shift k.
Proof.
move=> x_gt0 shift i k; apply: eq_bigr => h _; congr (_ * _); rewrite [LHS]mxE [RHS]mxE; apply: eq_bigr => j _; congr (_ * _).
set S := key_side _ _ _; have scoreE a' b : S a' b = x a' 0 * (u h * (x b 0 * u h - c h)).
  by rewrite /S key_score mul_mx_scalar !mxE mulrA [u h * x a' 0]mulrC [u h * x b 0]mulrC.
have same b : is_largest S i b = is_largest S k b.
  by rewrite /is_largest; apply: eq_forallb => l; rewrite !scoreE (ler_pmul2l (x_gt0 i)) (ler_pmul2l (x_gt0 k)).
rewrite [LHS]mxE [RHS]mxE same; suff -> : #|[pred b | is_largest S i b]| = #|[pred b | is_largest S k b]| by [].
by apply: eq_card => b; rewrite !inE same.
Qed.

(* Printed attention on tokens shifted by t: query-side attention with the threshold -t u. *)
Theorem shifted_tokens n d (u : 'cV[F]_d) c (t : 'rV[F]_d) (X : 'M[F]_(n, d)) :
  centred (key_side u c (add_row X t)) = centred (query_side u (- (t *m u) 0 0) X).
Proof.
rewrite c_is_invisible -(c_is_invisible u ((t *m u) 0 0)); congr centred; apply/matrixP => i j.
have moved l : (add_row X t *m u) l 0 = (X *m u) l 0 + (t *m u) 0 0.
  by rewrite /add_row mulmxDl mxE repeat_row_mul repeat_rowE.
by rewrite key_score query_score !moved addrK opprK.
Qed.

(* --- Lemma 8 --------------------------------------------------------------------------------------------------------------------- *)
Theorem one_head_is_enough n d (v : 'cV[F]_n) : distinct v ->
  exists c (u : 'cV[F]_n), (forall i j, i != j -> 1 < gap u i j) /\
    forall (A : 'M[F]_(n, d) -> 'M[F]_n) X, A X *m ones F n = v -> apply_block (injection_block A [:: c]) X = X + u *m (ones F d)^T.
Proof.
move=> dist; case: (ltnP 1 n) => [n_gt1 | n_le1].
  case: (smallest_gap_exists v n_gt1) => g g_min; exists (2%:R * g^-1), ((2%:R * g^-1) *: v).
  split=> [i j ij|A X Av]; last by rewrite (injection_blockE _ Av) big_seq1.
  by apply: lt_le_trans (proj2 (scaled_gap 2 dist g_min) i j ij); rewrite ltr1n.
exists 0, 0; split=> [i j ij|A X Av]; last by rewrite (injection_blockE _ Av) big_seq1 scale0r.
case/eqP: ij; apply: ord_inj; have := leq_trans (ltn_ord i) n_le1; have := leq_trans (ltn_ord j) n_le1.
by rewrite !ltnS !leqn0 => /eqP-> /eqP->.
Qed.

Theorem distinct_is_needed n (v : 'cV[F]_n) c1 c2 : ~ distinct v -> exists i j, i != j /\ gap ((c1 + c2) *: v) i j = 0.
Proof.
move=> same; have [/existsP[i /existsP[j /andP[ij /eqP vij]]]|none] := boolP [exists i, exists j, (i != j) && (v i 0 == v j 0)].
  by exists i, j; split=> //; rewrite /gap !mxE vij subrr normr0.
case: same => i j ij; apply: contra none => vij; apply/existsP; exists i; apply/existsP; exists j.
by rewrite ij.
Qed.

Theorem nothing_without_biases n d (A : 'M[F]_n) (P : 'M[F]_(d, 1)) (R : 'M[F]_(1, d)) : A *m ((0 : 'M[F]_(n, d)) *m P) *m R = 0.
Proof. by rewrite mul0mx mulmx0 mul0mx. Qed.

(* --- Identical rows ------------------------------------------------------------------------------------------------------------- *)
(* Softmax with any encoding in every head: the four of section 2, and none. *)
Theorem softmax_networks_keep_identical_rows (e : F -> F) n d (x : 'rV[F]_d) (net : seq (block F n d)) : (forall t, 0 < e t) ->
  rpe_network e net -> has_identical_rows (network net (repeat_row n x)).
Proof.
move=> e_gt0 rpe; apply: identical_rows; last exact: repeat_row_identical.
exact: (rpe_is_stochastic e_gt0).
Qed.

End AttentiveBias.

(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), the second condition of Theorem 3 over ALiBi, which section 2 does not list. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention position_aware attentive attentive_encodings.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AttentiveHeads.
Variable F : realFieldType.

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

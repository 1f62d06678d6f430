(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), eq. 9: second differences of max(i - t, 0), t = 0, 1, ..., are the one-hot row of i. With these a feed-forward layer makes answers of
   an index. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section PositionIdentification.
Variable F : realFieldType.

(* max(i - t, 0) for integers is subtraction that stops at 0. *)
Lemma relu_sub i t : relu (i%:R - t%:R : F) = (i - t)%N%:R.
Proof.
rewrite /relu; case: (leqP t i) => [t_le_i | i_lt_t]; first by rewrite max_l ?natrB // subr_ge0 ler_nat.
by rewrite max_r ?subr_le0 ?ler_nat 1?ltnW // (eqP (_ : (i - t == 0)%N)) // subn_eq0 ltnW.
Qed.

(* A sum over t < n that has one term, at t = k, or none: then f k is 0, too. *)
Lemma pick n (f : nat -> F) k : (forall t, (n <= t)%N -> f t = 0) -> \sum_(t < n) f t * (t == k :> nat)%:R = f k.
Proof.
move=> beyond; case: (ltnP k n) => [k_lt_n | n_le_k]; last first.
  rewrite (beyond _ n_le_k); apply: big1 => t _; case: eqP => [tk|_]; last by rewrite mulr0.
  by move: (ltn_ord t); rewrite tk ltnNge n_le_k.
rewrite (bigD1 (Ordinal k_lt_n)) //= eqxx mulr1 big1 ?addr0 // => t /negbTE ne.
by rewrite -[_ == _]/(t == Ordinal k_lt_n) ne mulr0.
Qed.

Lemma second_difference i k : (i.+1 - k)%N%:R - 2%:R * (i.+1 - k.+1)%N%:R + (i.+1 - k.+2)%N%:R = (i == k)%:R :> F.
Proof.
rewrite !subSS; case: (ltngtP i k) => [i_lt_k | k_lt_i | ->].
- have zero m : (i < m)%N -> (i.+1 - m)%N = 0%N by move=> i_lt_m; apply/eqP; rewrite subn_eq0.
  rewrite zero // (eqP (_ : (i - k == 0)%N)) ?subn_eq0 1?ltnW //.
  by rewrite (eqP (_ : (i - k.+1 == 0)%N)) ?subn_eq0 1?ltnW 1?ltnW // mulr0 subr0 addr0.
- rewrite subSn 1?ltnW // -(subnSK k_lt_i).
  rewrite -[(i - k.+1).+2]addn2 -[(i - k.+1).+1]addn1 !natrD mulrDr mulr1 mulr_natl mulr2n.
  by rewrite opprD addrACA subrr addr0 addrC addrA subrr.
- rewrite subSn // subnn (eqP (_ : (k - k.+1 == 0)%N)) ?subn_eq0 // mulr0 subr0 addr0 //.
Qed.
End PositionIdentification.

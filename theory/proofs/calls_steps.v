(* SPDX-License-Identifier: Apache-2.0 *)
(* Families that take one value up to distance 0 and another one beyond: their Toeplitz matrices have different row sums. And softmax of
   equal scores. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import values evaluation libraries numbers calls_variants variants_shared calls_statements calls_softmax.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Steps.
Variable F : realFieldType.
Implicit Types (n i j : nat) (a b : F).

(* c_{i-j} stands at place i + n - j. *)
Lemma sum_steps n i a b : (0 < i <= n)%N ->
  \sum_(j <- iota 1 n) (if (i + n - j <= n)%N then a else b) = n%:R * a + i.-1%:R * (b - a).
Proof.
case: i => // i /= i_n; rewrite (eq_big_seq (fun j => a + (if (j <= i)%N then b - a else 0))) => [|j /in_from_1/andP[j_gt0 j_n]]; last first.
  rewrite leq_subLR leq_add2r; case: (leqP j i) => _; last by rewrite addr0.
  by rewrite addrC subrK.
rewrite big_split /= big_const_seq count_predT size_iota iter_addr_0 -[a *+ n]mulr_natl; congr (_ + _).
rewrite -big_mkcond /= big_const_seq iter_addr_0 -[_ *+ count _ _]mulr_natl; congr (_%:R * _).
rewrite -(subnKC (ltnW i_n)) iotaD count_cat (eq_in_count (a2 := predT)) => [|j]; last by rewrite mem_iota add1n ltnS => /andP[_ ->].
rewrite count_predT size_iota (eq_in_count (a2 := pred0)) ?count_pred0 ?addn0 // => j.
by rewrite mem_iota add1n => /andP[i_j _]; rewrite leqNgt i_j.
Qed.
Lemma steps_differ n i j a b : (0 < i < j)%N -> (j <= n)%N -> a != b ->
  \sum_(l <- iota 1 n) (if (i + n - l <= n)%N then a else b) != \sum_(l <- iota 1 n) (if (j + n - l <= n)%N then a else b).
Proof.
move=> /andP[i_gt0 i_j] j_n ab; have j_gt0 : (0 < j)%N by apply: leq_trans i_j.
rewrite !sum_steps ?i_gt0 ?j_gt0 ?j_n ?(leq_trans (ltnW i_j)) // (inj_eq (addrI _)) (inj_eq (mulIf _)) ?subr_eq0 1?eq_sym //.
by rewrite eqr_nat -eqSS !prednK // gtn_eqF.
Qed.
End Steps.

Lemma softened_flat (S : numbers) b n (f : nat -> S) j : good_base b -> (forall k, (0 < k <= n)%N -> f k = f 1%N) -> (0 < j <= n)%N ->
  softened (functions_of S) b n f j = n%:R^-1.
Proof.
move=> good flat j_n; rewrite /softened flat // (eq_big_seq (fun=> weight (functions_of S) b (f 1%N - top n f))) => [|k /in_from_1 k_n]; last by rewrite flat.
set w := weight _ _ _; have w_neq0 : w != 0 by rewrite gt_eqF // weight_gt0 //; exact: exp_gt0_S.
by rewrite big_const_seq count_predT size_iota iter_addr_0 -[w *+ n]mulr_natl invfM mulrCA divff ?mulr1.
Qed.
Lemma soft_flat (S : numbers) n (f : nat -> S) j : (forall k, (0 < k <= n)%N -> f k = f 1%N) -> (0 < j <= n)%N -> soft n f j = n%:R^-1.
Proof. exact: softened_flat (good_e S). Qed.

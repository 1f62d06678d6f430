(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix D.1: all cumulative sums in one layer of two heads with an empty entry, and the
   minimum along a binary tree. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section SumsInOneLayer.
Variable F : realFieldType.

(* n rows over n + 1 entries, the last of them empty: positive weights that sum to 1 in each row. *)
Definition is_attention n (A : 'M[F]_(n, n.+1)) : Prop := (forall i j, 0 < A i j) /\ forall i, \sum_j A i j = 1.
(* (2 n + 1)^-1 times 2 for j <= i, 1 for the others, and what is left for the empty entry; and the uniform weights. *)
Definition rising n : 'M[F]_(n, n.+1) :=
  \matrix_(i, j) ((if (j < n)%N then (if (j <= i)%N then 2%:R else 1) else (n - i)%:R) / (2 * n + 1)%:R).
Definition uniform n : 'M[F]_(n, n.+1) := const_mx n.+1%:R^-1.

Theorem sums_in_one_layer n :
  [/\ is_attention (rising n), is_attention (uniform n) &
      forall i j : 'I_n, (2 * n + 1)%:R * rising n i (widen_ord (leqnSn n) j) - n.+1%:R * uniform n i (widen_ord (leqnSn n) j) =
        if (j <= i)%N then 1 else 0].
Proof.
have N_gt0 : 0 < (2 * n + 1)%:R :> F by rewrite ltr0n addn1.
have entry i j : rising n i j = (if (j < n)%N then (if (j <= i)%N then 2%:R else 1) else (n - i)%:R) / (2 * n + 1)%:R by rewrite mxE.
split; [split=> [i j|i] | split=> [i j|i] |move=> i j].
- rewrite entry divr_gt0 //; case: ifP => _; last by rewrite ltr0n subn_gt0.
  by case: ifP => _; rewrite ?ltr0n ?ltr01.
- rewrite (eq_bigr _ (fun j _ => entry i j)) -mulr_suml big_ord_recr /= ltnn.
  rewrite (eq_bigr (fun j : 'I_n => 1 + (if (j < i.+1)%N then 1 else 0))) => [|j _]; last first.
    by rewrite ltn_ord ltnS; case: ifP => _; rewrite ?addr0 // -natrD.
  rewrite big_split /= -big_mkcond /= (big_ord_narrow (ltn_ord i)) !sumr_const !card_ord.
  rewrite -!natrD; have -> : (n + i.+1 + (n - i) = 2 * n + 1)%N.
    by rewrite -addnA addSnnS [(i + _)%N]addnC -subSn ?(ltnW (ltn_ord i)) // subnK ?(leqW (ltnW (ltn_ord i))) // mul2n -addnn addn1 addnS.
  by rewrite divff // gt_eqF.
- by rewrite mxE invr_gt0 ltr0n.
- by under eq_bigr do rewrite mxE; rewrite sumr_const card_ord -[_ *+ _]mulr_natl divff // pnatr_eq0.
rewrite entry /= ltn_ord mxE mulrCA divff ?gt_eqF // mulr1 divff ?pnatr_eq0 //.
by case: ifP => _; rewrite ?subrr // mulr2n addrK.
Qed.

End SumsInOneLayer.

Section BinaryTree.
Variable F : realDomainType.

(* Nodes count from 1: in layer l node i hears node i - 2^(l-1) if 2^l divides i, the others hear themselves. *)
Definition tree_source i l : nat := if (2 ^ l %| i)%N then (i - 2 ^ l.-1)%N else i.
Fixpoint tree (L : nat) (x : nat -> F) : nat -> F :=
  if L is L'.+1 then fun i => Num.min (tree L' x i) (tree L' x (tree_source i L)) else x.

Lemma tree_at L x q : (0 < q)%N ->
  (exists2 j, (q.-1 * 2 ^ L < j <= q * 2 ^ L)%N & tree L x (q * 2 ^ L) = x j) /\
  forall j, (q.-1 * 2 ^ L < j <= q * 2 ^ L)%N -> tree L x (q * 2 ^ L) <= x j.
Proof.
elim: L q => [|L IH] q q_gt0.
  rewrite expn0 !muln1 /=; split=> [|j]; first by exists q; rewrite // leqnn ltn_predL q_gt0.
  by rewrite prednK // => /anti_leq ->.
have pow_gt0 : (0 < 2 ^ L)%N by rewrite expn_gt0.
have here : (q * 2 ^ L.+1 = (2 * q) * 2 ^ L)%N by rewrite expnS mulnCA mulnA.
have there : (q * 2 ^ L.+1 - 2 ^ L = (2 * q).-1 * 2 ^ L)%N by rewrite here -subn1 mulnBl mul1n.
have start : (q.-1 * 2 ^ L.+1 = (2 * q).-1.-1 * 2 ^ L)%N by rewrite expnS mulnCA mulnA -!subn1 mulnBr muln1 -subnDA.
have odd_gt0 : (0 < (2 * q).-1)%N by case: q q_gt0 {here there start} => // q _; rewrite mulnS.
have low : ((2 * q).-1.-1 * 2 ^ L <= (2 * q).-1 * 2 ^ L)%N by rewrite leq_pmul2r // leq_pred.
have high : ((2 * q).-1 * 2 ^ L <= (2 * q) * 2 ^ L)%N by rewrite leq_pmul2r // leq_pred.
have [[j1 in1 at1] le1] := IH (2 * q)%N (leq_trans odd_gt0 (leq_pred _)).
have [[j2 in2 at2] le2] := IH (2 * q).-1 odd_gt0.
have step : tree L.+1 x (q * 2 ^ L.+1) = Num.min (tree L x ((2 * q) * 2 ^ L)) (tree L x ((2 * q).-1 * 2 ^ L)).
  by rewrite /= /tree_source dvdn_mull // there here.
rewrite step start here; split=> [|j /andP[j_low j_high]].
  case: (leP (tree L x ((2 * q) * 2 ^ L)) (tree L x ((2 * q).-1 * 2 ^ L))) => _.
    by exists j1 => //; case/andP: in1 => low1 ->; rewrite andbT; apply: leq_ltn_trans low1.
  by exists j2 => //; case/andP: in2 => -> high2; apply: leq_trans high2 high.
rewrite le_minl; have [le_j|gt_j] := leqP j ((2 * q).-1 * 2 ^ L)%N; first by rewrite le2 ?orbT // j_low.
by rewrite le1 // gt_j.
Qed.

(* k = ceil(log2 2^k) layers: the last node has the minimum. *)
Theorem binary_tree k (x : nat -> F) :
  (exists2 j, (0 < j <= 2 ^ k)%N & tree k x (2 ^ k) = x j) /\ forall j, (0 < j <= 2 ^ k)%N -> tree k x (2 ^ k) <= x j.
Proof. by have := @tree_at k x 1 isT; rewrite mul1n mul0n. Qed.

End BinaryTree.

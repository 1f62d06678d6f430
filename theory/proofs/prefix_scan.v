(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendices A.3 and D.1: cumulative sums, minima and maximum-sum subarrays in
   ceil(log2 n) rounds in which a node hears one other node. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* In round l node i combines what node i - 2^l holds with its own, if there is such a node. *)
Definition round T (op : T -> T -> T) l (v : nat -> T) i : T := if (2 ^ l <= i)%N then op (v (i - 2 ^ l)%N) (v i) else v i.
Fixpoint scan T (op : T -> T -> T) L (v : nat -> T) : nat -> T := if L is L'.+1 then round op L' (scan op L' v) else v.
(* x_a op ... op x_{a + k}. *)
Fixpoint segment T (op : T -> T -> T) (x : nat -> T) a k : T := if k is k'.+1 then op (segment op x a k') (x (a + k)%N) else x a.

Theorem scan_is_prefix T (op : T -> T -> T) (x : nat -> T) L i : associative op -> (i < 2 ^ L)%N -> scan op L x i = segment op x 0 i.
Proof.
move=> opA.
have segmentS a k : segment op x a k.+1 = op (segment op x a k) (x (a + k.+1)%N) by [].
have segment_cat a k l : op (segment op x a k) (segment op x (a + k).+1 l) = segment op x a (k + l).+1.
  elim: l => [|l IH]; first by rewrite addn0 segmentS addnS.
  by rewrite [in LHS]segmentS opA IH [in RHS]addnS [RHS]segmentS; congr (op _ (x _)); rewrite !addnS !addSn addnA.
have windows L' j : scan op L' x j = segment op x (j.+1 - minn j.+1 (2 ^ L')) (minn j.+1 (2 ^ L')).-1.
  elim: L' j => [|L' IH] j /=; first by rewrite expn0 (minn_idPr _) //= subn1.
  rewrite /round; have pow_gt0 : (0 < 2 ^ L')%N by rewrite expn_gt0.
  case: (leqP (2 ^ L') j) => [le_j|lt_j]; last first.
    by rewrite IH !(minn_idPl _) // (leq_trans lt_j) // leq_pexp2l.
  have back_lt : (j - 2 ^ L' < j.+1)%N by rewrite ltnS leq_subr.
  rewrite !IH [minn j.+1 (2 ^ L')](minn_idPr _); last exact: leqW.
  have -> : (j.+1 - 2 ^ L' = (j - 2 ^ L').+1)%N by rewrite subSn.
  set m := minn (j - 2 ^ L').+1 (2 ^ L'); have m_gt0 : (0 < m)%N by rewrite leq_min.
  have m_le : (m <= (j - 2 ^ L').+1)%N by exact: geq_minl.
  have sumE : minn j.+1 (2 ^ L'.+1) = (m + 2 ^ L')%N by rewrite addn_minl -subSn // subnK ?leqW // expnS mul2n addnn.
  have startE : ((j - 2 ^ L').+1 = ((j - 2 ^ L').+1 - m + m.-1).+1)%N by rewrite -addnS prednK // subnK.
  rewrite [X in op _ (segment op x X _)]startE segment_cat sumE; congr (segment op x _ _).
    by rewrite [(m + _)%N]addnC subnDA (subSn le_j).
  by rewrite -addnS prednK // -{2}(prednK m_gt0) addSn.
by move=> small; rewrite windows (minn_idPl _) // subnn.
Qed.

(* Maximum-sum subarrays: sum, best beginning, best end and best part of a segment. *)
Section Subarray.
Variable F : realDomainType.
Record parts := Parts { total : F; first : F; last : F; best : F }.
Definition join p q := Parts (total p + total q) (Num.max (first p) (total p + first q))
  (Num.max (last q) (last p + total q)) (Num.max (Num.max (best p) (best q)) (last p + first q)).
Definition single x := Parts x x x x.

Lemma joinA : associative join.
Proof.
move=> [t1 p1 s1 b1] [t2 p2 s2 b2] [t3 p3 s3 b3]; rewrite /join /=; congr Parts.
- exact: addrA.
- by rewrite addr_maxr maxA addrA.
- by rewrite addr_maxl -maxA addrA.
- rewrite addr_maxr addr_maxl -!maxA; congr Num.max; congr Num.max.
  by rewrite [RHS]maxCA; congr Num.max; rewrite [RHS]maxCA addrA.
Qed.

Definition sum_of (x : nat -> F) j k := \sum_(j <= l < k.+1) x l.
Theorem best_part (x : nat -> F) i : let b := best (segment join (fun k => single (x k)) 0 i) in
  (exists j k, (j <= k <= i)%N /\ b = sum_of x j k) /\ forall j k, (j <= k <= i)%N -> sum_of x j k <= b.
Proof.
have sumS j k : (j <= k.+1)%N -> sum_of x j k.+1 = sum_of x j k + x k.+1 by move=> le_jk; rewrite /sum_of big_nat_recr.
have sum1 k : sum_of x k k = x k by rewrite /sum_of big_nat1.
pose P k := segment join (fun l => single (x l)) 0 k.
suff [_ ?] : ((exists2 j, (j <= i)%N & last (P i) = sum_of x j i) /\ (forall j, (j <= i)%N -> sum_of x j i <= last (P i))) /\
    ((exists j k, (j <= k <= i)%N /\ best (P i) = sum_of x j k) /\ forall j k, (j <= k <= i)%N -> sum_of x j k <= best (P i)) by [].
elim: i => [|i [[[j0 j0_le eq_last] le_last] [[j1 [k1 [jk1 eq_best]]] le_best]]].
  rewrite /P /=; split; split; try by exists 0%N; rewrite ?sum1.
  - by move=> j; rewrite leqn0 => /eqP ->; rewrite sum1.
  - by exists 0%N, 0%N; rewrite sum1.
  - by move=> j k /andP[j_le]; rewrite leqn0 => /eqP k0; move: j_le; rewrite k0 leqn0 => /eqP ->; rewrite sum1.
have last_step : last (P i.+1) = Num.max (x i.+1) (last (P i) + x i.+1) by rewrite /P /= add0n.
have best_step : best (P i.+1) = Num.max (Num.max (best (P i)) (x i.+1)) (last (P i) + x i.+1) by rewrite /P /= add0n.
have last_bound j : (j <= i.+1)%N -> sum_of x j i.+1 <= Num.max (x i.+1) (last (P i) + x i.+1).
  rewrite leq_eqVlt => /orP[/eqP ->|]; first by rewrite sum1 le_maxr lexx.
  by rewrite ltnS => j_le; rewrite sumS ?leqW // le_maxr ler_add2r le_last ?orbT.
split; split.
- rewrite last_step; case: leP => _; last by exists i.+1; rewrite ?sum1.
  by exists j0; [exact: leqW | rewrite sumS ?leqW // -eq_last].
- by move=> j j_le; rewrite last_step; apply: last_bound.
- rewrite best_step; case: leP => _; first by exists j0, i.+1; rewrite leqW // leqnn sumS ?leqW // -eq_last.
  case: leP => _; first by exists i.+1, i.+1; rewrite leqnn sum1.
  by exists j1, k1; case/andP: jk1 => -> k1_le; rewrite leqW.
- move=> j k /andP[j_le]; rewrite leq_eqVlt => /orP[/eqP k_eq|]; rewrite best_step.
    by rewrite k_eq -maxA le_maxr last_bound ?orbT // -k_eq.
  by rewrite ltnS => k_le; rewrite !le_maxr le_best // j_le.
Qed.

End Subarray.

(* The three tasks, with one round more than are needed. *)
Theorem prefix_tasks (F : realDomainType) (x : nat -> F) n i (L := (up_log 2 n).+1) : (i < n)%N ->
  [/\ scan +%R L x i = \sum_(0 <= j < i.+1) x j,
      (exists2 j, (j <= i)%N & scan Num.min L x i = x j) /\ (forall j, (j <= i)%N -> scan Num.min L x i <= x j) &
      let b := best (scan (@join F) L (fun k => single (x k)) i) in
      (exists j k, (j <= k <= i)%N /\ b = sum_of x j k) /\ forall j k, (j <= k <= i)%N -> sum_of x j k <= b].
Proof.
move=> i_lt; have i_small : (i < 2 ^ L)%N.
  by apply: leq_trans i_lt _; apply: leq_trans (up_logP n (isT : (1 < 2)%N)) _; rewrite leq_exp2l // leqnSn.
split.
- rewrite scan_is_prefix //; last exact: addrA.
  by elim: i {i_lt i_small} => [|i IH]; [rewrite big_nat1 | rewrite big_nat_recr //= IH add0n].
- rewrite scan_is_prefix //; last exact: minA.
  elim: i {i_lt i_small} => [|i [[j j_le eq_j] below]]; first by split=> [|j]; [exists 0%N | rewrite leqn0 => /eqP ->].
  rewrite /= add0n; split=> [|k].
    by case: leP => _; [exists j; rewrite // leqW | exists i.+1].
  by rewrite leq_eqVlt ltnS le_minl => /orP[/eqP ->|/below ->]; rewrite ?lexx ?orbT.
by move=> b; rewrite /b scan_is_prefix //; [exact: best_part | exact: joinA].
Qed.

(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix A.3, figure 7 (left): the scan and the binary tree. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* --- Figure 7, left: the scan ---------------------------------------------------------------------------------------------- *)
(* x_0, ..., x_(n-1); in round r = 0, 1, ... machine i joins what machine i - 2^r has with its own. *)
Fixpoint scan (T : Type) (op : T -> T -> T) (x : nat -> T) r : nat -> T :=
  if r is q.+1 then (fun i => if 2 ^ q <= i then op (scan op x q (i - 2 ^ q)) (scan op x q i) else scan op x q i) else x.
(* x_(i-w) op ... op x_i, joined from the left. *)
Fixpoint joined (T : Type) (op : T -> T -> T) (x : nat -> T) i w : T :=
  if w is v.+1 then op (joined op x i.-1 v) (x i) else x i.

Lemma joined_cat (T : Type) (op : T -> T -> T) (x : nat -> T) i v w : associative op ->
  op (joined op x (i - w.+1) v) (joined op x i w) = joined op x i (v + w.+1).
Proof.
move=> opA; elim: w i => [|w IH] i; first by rewrite addn1 subn1.
by rewrite addnS /= -IH opA subnS -subn1 subnAC subn1.
Qed.

Theorem scan_joins (T : Type) (op : T -> T -> T) (x : nat -> T) r i : associative op ->
  scan op x r i = joined op x i (minn i (2 ^ r).-1).
Proof.
move=> opA; elim: r i => [|r IH] i; first by rewrite minn0.
have pos : 0 < 2 ^ r by rewrite expn_gt0.
have twice : (2 ^ r.+1).-1 = (2 ^ r).-1 + (2 ^ r).-1.+1 by rewrite prednK // expnS mul2n -addnn -subn1 -addnBAC ?subn1.
have -> : scan op x r.+1 i = if 2 ^ r <= i then op (scan op x r (i - 2 ^ r)) (scan op x r i) else scan op x r i by [].
case: ifP => [far|/negbT near]; rewrite !IH; last first.
  have i_le : i <= (2 ^ r).-1 by rewrite -ltnS prednK // ltnNge.
  have i_le2 : i <= (2 ^ r.+1).-1 by rewrite twice (leq_trans i_le) ?leq_addr.
  by rewrite (minn_idPl i_le) (minn_idPl i_le2).
have own : minn i (2 ^ r).-1 = (2 ^ r).-1 by apply/minn_idPr; apply: leq_trans (leq_pred _) far.
rewrite own -[in i - _](prednK pos) joined_cat //; congr (joined _ _ _ _).
rewrite twice addn_minl; congr (minn _ _); by rewrite prednK // subnK.
Qed.

(* So after r rounds with 2^r >= n machine i < n has joined x_0, ..., x_i; for an associative operation, in any order of joining. *)
Theorem scan_computes_prefixes (T : Type) (op : T -> T -> T) (x : nat -> T) n r i : associative op ->
  n <= 2 ^ r -> i < n -> scan op x r i = joined op x i i.
Proof.
move=> opA n_le i_lt; rewrite scan_joins // (minn_idPl _) // -ltnS prednK ?expn_gt0 //.
exact: leq_trans i_lt n_le.
Qed.

(* The tree: in round r machines 2^(r+1) - 1, 2 2^(r+1) - 1, ... (from 0) join what machine i - 2^r has with their own. *)
Fixpoint tree (T : Type) (op : T -> T -> T) (x : nat -> T) r : nat -> T :=
  if r is q.+1 then (fun i => if 2 ^ q.+1 %| i.+1 then op (tree op x q (i - 2 ^ q)) (tree op x q i) else tree op x q i) else x.

Lemma tree_joins (T : Type) (op : T -> T -> T) (x : nat -> T) r i : associative op -> 2 ^ r %| i.+1 ->
  tree op x r i = joined op x i (2 ^ r).-1.
Proof.
move=> opA; elim: r i => [|r IH] i // divides; have pos : 0 < 2 ^ r by rewrite expn_gt0.
have here : 2 ^ r %| i.+1 by apply: dvdn_trans divides; rewrite dvdn_exp2l.
have far : 2 ^ r <= i by rewrite -ltnS; apply: leq_trans (dvdn_leq _ divides); rewrite // ltn_exp2l.
have -> : tree op x r.+1 i = if 2 ^ r.+1 %| i.+1 then op (tree op x r (i - 2 ^ r)) (tree op x r i) else tree op x r i by [].
rewrite divides !IH //; last by rewrite -subSn // dvdn_sub.
rewrite -[in i - _](prednK pos) joined_cat //; congr (joined _ _ _ _).
by rewrite prednK // expnS mul2n -addnn -!subn1 addnBAC.
Qed.

Theorem tree_computes_the_total (T : Type) (op : T -> T -> T) (x : nat -> T) k : associative op ->
  tree op x k (2 ^ k).-1 = joined op x (2 ^ k).-1 (2 ^ k).-1.
Proof. by move=> opA; apply: tree_joins => //; rewrite prednK ?expn_gt0. Qed.

Section FigureSeven.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Lemma joined_sum (F : realDomainType) (x : nat -> F) i w : (w <= i)%N -> joined +%R x i w = \sum_(i - w <= t < i.+1) x t.
Proof.
elim: w i => [|w IH] i w_le; first by rewrite subn0 big_nat1.
case: i w_le => [//|i] w_le; rewrite /= IH // subSS [RHS]big_nat_recr //=.
exact: leq_trans (leq_subr _ _) (leqnSn _).
Qed.

(* Sums and minima in real numbers, for n machines; with n = 4 two rounds. *)
Theorem scans_of_numbers (F : realDomainType) (x : nat -> F) n r i : (n <= 2 ^ r)%N -> (i < n)%N ->
  scan +%R x r i = \sum_(t < i.+1) x t /\ scan Num.min x r i = joined Num.min x i i.
Proof.
move=> n_le i_lt; rewrite !(@scan_computes_prefixes _ _ _ n) //; [by rewrite joined_sum // subnn big_mkord | exact: minA | exact: addrA].
Qed.
End FigureSeven.

(* --- Figure 7 for four machines, and what fewer rounds miss ---------------------------------------------------------------- *)
Section FourMachines.
Import GRing.Theory Num.Theory Order.TTheory.
Local Open Scope ring_scope.

Theorem four_machines (F : realDomainType) (x : nat -> F) :
  [/\ forall i, (i < 4)%N -> scan +%R x 2 i = \sum_(t < i.+1) x t,
      forall i, (i < 4)%N -> scan Num.min x 2 i = joined Num.min x i i,
      tree +%R x 2 3 = \sum_(t < 4) x t & tree Num.min x 2 3 = joined Num.min x 3 3].
Proof.
split=> [i i_lt|i i_lt||].
- by have [] := @scans_of_numbers F x 4 2 i.
- by have [] := @scans_of_numbers F x 4 2 i.
- by rewrite (tree_computes_the_total x 2 (@addrA F)) joined_sum // big_mkord.
by rewrite (tree_computes_the_total x 2 (@minA _ F)).
Qed.

Theorem trees_of_numbers (F : realDomainType) (x : nat -> F) k :
  tree +%R x k (2 ^ k).-1 = \sum_(t < 2 ^ k) x t /\ tree Num.min x k (2 ^ k).-1 = joined Num.min x (2 ^ k).-1 (2 ^ k).-1.
Proof.
rewrite (tree_computes_the_total x k (@addrA F)) (tree_computes_the_total x k (@minA _ F)); split=> //.
by rewrite joined_sum // subnn prednK ?expn_gt0 // big_mkord.
Qed.

(* With 2^r < n the last machine does not hear of the first value. *)
Theorem fewer_rounds_miss (F : realDomainType) n r : (2 ^ r < n)%N -> let x t : F := if t == 0%N then - 1 else 0 in
  scan +%R x r n.-1 <> \sum_(t < n) x t /\ scan Num.min x r n.-1 <> joined Num.min x n.-1 n.-1.
Proof.
move=> lt x; have n_gt0 : (0 < n)%N by exact: leq_ltn_trans lt.
have pos : (0 < 2 ^ r)%N by rewrite expn_gt0.
have zeros op i w : (w < i)%N -> op (0 : F) 0 = 0 -> joined op x i w = 0.
  move=> w_lt op0; elim: w i w_lt => [|w IH] [|i] //= w_lt.
  by rewrite IH ?op0.
have far : (minn n.-1 (2 ^ r).-1 < n.-1)%N.
  by rewrite (minn_idPr _) -ltnS ?prednK // -ltnS ?prednK // ltnW.
have first_negative w : joined Num.min x w w = - 1 :> F.
  elim: w => [|w IH] //=; rewrite IH; apply/min_idPl; rewrite /x /= oppr_le0; exact: ler01.
rewrite !scan_joins; [|exact: minA|exact: addrA].
rewrite first_negative !zeros ?addr0 ?minxx //; split=> /eqP; last by rewrite eq_sym oppr_eq0 oner_eq0.
rewrite eq_sym -[n](prednK n_gt0) big_ord_recl big1 ?addr0 => [|i _]; first by rewrite oppr_eq0 oner_eq0.
by rewrite /x.
Qed.

(* Three machines whose windows overlap: minima come out, sums count x_1 twice. *)
Theorem minima_without_sums (F : realDomainType) (x : nat -> F) :
  let once i := if i is j.+1 then x j + x i else x 0%N in
  let least i := if i is j.+1 then Num.min (x j) (x i) else x 0%N in
  Num.min (least 1%N) (least 2%N) = joined Num.min x 2 2 /\ once 1%N + once 2%N = \sum_(t < 3) x t + x 1%N.
Proof.
rewrite /= !big_ord_recr big_ord0 /= add0r; split; last by rewrite addrA addrAC.
by rewrite minA -[Num.min (Num.min _ _) (x 1%N)]minA minxx.
Qed.
End FourMachines.

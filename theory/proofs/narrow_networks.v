(* SPDX-License-Identifier: Apache-2.0 *)
(* Networks of the class T_blocks(2, 1, 4) (Luo et al. 2022, Theorem 3) whose attention matrices do not depend on the input: heads have dimension 1, and each takes
   either the mean of all tokens or, with WV = 0, a number that tells the position. A token has the coordinates 1, ..., d, an input the rows 1, ..., n: functions of
   natural numbers of which nothing else is read, as in `mat n d X` (libraries.v). *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Inductive attention := Mean | Position.
Section Networks.
Variable F : realFieldType.
Record head := Head { kind : attention; WV : nat -> F; bV : F; WO : nat -> F }.  (* d x 1, 1, 1 x d *)
Record hidden_unit := Unit { into : nat -> F; shift : F; out : nat -> F }.  (* of the feed-forward layer: a column of W1, its bias, a row of W2 *)
Record block := Block { heads : seq head; units : seq hidden_unit }.  (* the biases bO and b2 are 0 *)
Definition relu (x : F) := Num.max 0 x.

Variables (n d : nat).
Implicit Types (A : attention -> nat -> nat -> F) (X : nat -> nat -> F) (x : nat -> F).
Definition averaged A h X i : F := \sum_(j <- iota 1 n) A (kind h) i j * (\sum_(k <- iota 1 d) X j k * WV h k + bV h).
Definition mixed A B X i k : F := X i k + \sum_(h <- heads B) averaged A h X i * WO h k.
Definition hidden u x : F := \sum_(k <- iota 1 d) x k * into u k + shift u.
Definition fed B x k : F := x k + \sum_(u <- units B) relu (hidden u x) * out u k.
Definition step A B X i : nat -> F := fed B (mixed A B X i).
Definition network A (Bs : seq block) X := foldl (fun Y B => step A B Y) X Bs.

(* Two heads, four hidden units; a head that tells the position looks at no token. *)
Definition blind h : Prop := if kind h is Position then forall k, WV h k = 0 else True.
Definition narrow B : Prop := [/\ (size (heads B) <= 2)%N, (0 < size (units B) <= 4)%N & forall h, List.In h (heads B) -> blind h].
(* No hidden unit changes its sign between the points of a list, in any block: then the network is affine between them (approximation.stm, run). *)
Definition one_sign A B (Xs : seq (nat -> nat -> F)) : Prop :=
  forall i u, (0 < i <= n)%N -> List.In u (units B) ->
    (forall X, List.In X Xs -> 0 <= hidden u (mixed A B X i)) \/ (forall X, List.In X Xs -> hidden u (mixed A B X i) <= 0).
Fixpoint affine A (Bs : seq block) Xs : Prop := if Bs is B :: Bs' then one_sign A B Xs /\ affine A Bs' (map (step A B) Xs) else True.

(* What is asked of the two kinds of attention: the mean, and row sums v. *)
Definition attends A (v : nat -> F) : Prop :=
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> A Mean i j = n%:R^-1) /\ forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) A Position i j = v i.
(* The points of a box of the cut "boxes" (approximation.stm): all entries between place / m and (place + 1) / m - strip. *)
Definition in_box (m : nat) (strip : F) (place : nat -> nat -> nat) X : Prop :=
  forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> (place i j)%:R / m%:R <= X i j <= (place i j).+1%:R / m%:R - strip.
End Networks.
